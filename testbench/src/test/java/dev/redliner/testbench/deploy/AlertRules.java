package dev.redliner.testbench.deploy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The alerting rules beside prometheus.yml.
 *
 * @param rules each alert as it is in the file
 */
record AlertRules(List<Map<?, ?>> rules) {
    private static final Path DEPLOY = ComposeFile.HOME.resolve("deploy");
    private static final Pattern METRIC = Pattern.compile("\\bredliner_\\w+");

    static AlertRules read() throws IOException {
        Map<?, ?> file = (Map<?, ?>) ComposeFile.document(DEPLOY.resolve(name()));
        return new AlertRules(maps(file.get("groups")).stream()
                .flatMap(group -> maps(group.get("rules")).stream())
                .toList());
    }

    /** The path of the rules file in prometheus.yml. Prometheus reads a relative path from the folder of that file. */
    static String name() throws IOException {
        Map<?, ?> prometheus = (Map<?, ?>) ComposeFile.document(DEPLOY.resolve("prometheus.yml"));
        List<?> names = (List<?>) Objects.requireNonNull(prometheus.get("rule_files"));
        return names.get(0).toString();
    }

    private static List<Map<?, ?>> maps(Object list) {
        return ((List<?>) list).stream().<Map<?, ?>>map(it -> (Map<?, ?>) it).toList();
    }

    /** Redliner's metrics in the expressions. */
    Set<String> metrics() {
        var metrics = new TreeSet<String>();
        for (Map<?, ?> rule : rules) {
            Matcher named = METRIC.matcher(String.valueOf(rule.get("expr")));
            while (named.find()) {
                metrics.add(named.group());
            }
        }
        return metrics;
    }
}
