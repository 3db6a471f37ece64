package dev.redliner.collector.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.HostProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documentation lists exactly the metrics that collectors read and rules may name. */
class HostMetricsTableTest {
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");
    private static final Pattern CHOICES = Pattern.compile("(.*)\\{([^}]*)}(.*)");

    @Test
    void every_metric_is_documented_and_every_documented_one_exists() throws IOException {
        assertThat(documented("### Metrics of a host", "### Prefixes"))
                .containsExactlyInAnyOrderElementsOf(HostEvidence.WITH_METRICS);
    }

    @Test
    void every_property_is_documented_and_every_documented_one_exists() throws IOException {
        assertThat(documented("### Properties of a host", "### Dependencies"))
                .containsExactlyElementsOf(HostProperties.ALL);
    }

    private static List<String> documented(String from, String to) throws IOException {
        return Files.readAllLines(Path.of("../docs/configuration.md")).stream()
                .dropWhile(line -> !line.equals(from))
                .takeWhile(line -> !line.equals(to))
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(0, line.indexOf(" | ")))
                .flatMap(cell -> names(cell).stream())
                .toList();
    }

    /** A name that begins with a dot continues the one before. */
    private static List<String> names(String cell) {
        var names = new ArrayList<String>();
        var found = NAME.matcher(cell);
        while (found.find()) {
            String name = found.group(1);
            if (name.startsWith(".")) {
                String before = names.get(0);
                name = before.substring(0, before.lastIndexOf('.')) + name;
            }
            names.addAll(expanded(name));
        }
        return names;
    }

    private static List<String> expanded(String name) {
        var choices = CHOICES.matcher(name);
        return choices.matches()
                ? Stream.of(choices.group(2).split(","))
                        .flatMap(each -> expanded(choices.group(1) + each + choices.group(3)).stream())
                        .toList()
                : List.of(name);
    }
}
