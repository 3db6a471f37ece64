package dev.redliner.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.MetricNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of the short form in the documentation. */
class DocumentedFractionsTest {
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    /** The names of a row's first column. A name that begins with a dot has the first parts of the last whole one. */
    private static Set<String> namesOf(String row) {
        var names = new TreeSet<String>();
        String whole = "";
        var name = NAME.matcher(row.split("\\|")[1]);
        while (name.find()) {
            String text = name.group(1);
            whole = text.startsWith(".") ? whole : text;
            names.add(text.startsWith(".") ? whole.substring(0, whole.lastIndexOf('.')) + text : text);
        }
        return names;
    }

    private static String rowOf(String unit) throws IOException {
        return Files.readAllLines(Path.of("../../docs/configuration.md")).stream()
                .filter(line -> line.startsWith("| ") && line.contains("| " + unit))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_table_of_the_short_form_has_each_fraction_and_no_other_metric() throws IOException {
        var fractions = new TreeSet<String>();
        Stream.concat(HostEvidence.WITH_METRICS.stream(), Stream.of(RuleNames.ERROR_RATE, MetricNames.ENVOY_BUSY))
                .filter(name -> MetricUnit.of(name).equals(Optional.of(MetricUnit.FRACTION)))
                .forEach(fractions::add);
        assertThat(namesOf(rowOf("a fraction up to 1"))).isEqualTo(fractions);
    }
}
