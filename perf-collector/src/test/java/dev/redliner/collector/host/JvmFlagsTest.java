package dev.redliner.collector.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmFlagsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    java -cp /app/* -Xms1g -classpath x -Xmx4g Main -Xss1m                | -Xms1g -Xmx4g
                    java @args --module-path m --add-opens java.base/java.io=x -Xint -m a/b -Xcomp | -Xint
                    java -XX:+UseZGC -XX:-UsePerfData -XX:MaxRAMPercentage=75.5 -jar x.jar -Xmx1g  | -XX:+UseZGC -XX:-UsePerfData -XX:MaxRAMPercentage=75.5
                    java -Dpassword=secret -XX:OnOutOfMemoryError=secret -XX:OnError=secret Main   | ''
                    java -Xdump:tool:events=throw,exec=secret -Xrunjdwp:secret -Xmx1g Main         | -Xmx1g
                    java -javaagent:/opt/a.jar=secret -agentpath:/lib/p.so=secret -agentlib:jdwp=secret Main | -javaagent:a.jar -agentpath:p.so -agentlib:jdwp
                    java -Xlog:gc*:file=/var/log/gc.log:uptime Main                                | -Xlog:gc*:file=/var/log/gc.log:uptime
                    java                                                                           | ''
                    """)
    void options_of_known_forms_are_kept_and_everything_else_is_left_out(String command, String flags) {
        assertThat(JvmFlags.of(List.of(command.strip().split(" +")))).isEqualTo(flags.strip());
    }
}
