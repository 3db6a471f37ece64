package dev.redliner.testbench.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard for Grafana: its expressions are valid and name metrics that exist. */
class GrafanaDashboardTest {
    private static final JsonNode DASHBOARD =
            JsonMapper.shared().readTree(ComposeFile.HOME.resolve("deploy/grafana/redliner.json"));
    private static final Pattern METRIC = Pattern.compile("\\bredliner_\\w+");
    /** A meter in the sources of the parts: {@code builder("redliner.capacity.rps")}. */
    private static final Pattern METER = Pattern.compile("\"(redliner\\.[a-z][a-z._]+)\"");
    /** What Prometheus' names have in addition: units, and the series of timers. */
    private static final Pattern ENDING = Pattern.compile("(_total|_ratio|_seconds)?(_bucket|_count|_sum|_max)?$");

    private static final int COLUMNS = 24;

    @TempDir
    private Path folder;

    private static List<JsonNode> panels() {
        return DASHBOARD.path("panels").valueStream().toList();
    }

    private static List<String> expressions() {
        List<String> found = new ArrayList<>();
        panels().forEach(panel -> panel.path("targets")
                .forEach(target -> found.add(target.path("expr").asString())));
        return found;
    }

    @Test
    void prometheus_accepts_every_expression() throws Exception {
        assertThat(expressions()).hasSizeGreaterThan(20).doesNotContain("");
        ToolCheck right = check(expressions());
        assertThat(right.exit()).as(right.output()).isZero();
        assertThat(check(List.of("sum by (service (redliner_capacity_rps)")).exit())
                .isNotZero();
    }

    /** As recording rules, with values for the variables of Grafana. */
    private ToolCheck check(List<String> expressions) throws IOException, InterruptedException {
        StringBuilder rules = new StringBuilder("groups:\n  - name: dashboard\n    rules:\n");
        for (int i = 0; i < expressions.size(); i++) {
            String expression =
                    expressions.get(i).replace("$__rate_interval", "5m").replace("$service", ".*");
            assertThat(expression).doesNotContain("$");
            rules.append("      - {record: 'panel:")
                    .append(i)
                    .append("', expr: '")
                    .append(expression.replace("'", "''"))
                    .append("'}\n");
        }
        Path file = Files.writeString(folder.resolve("rules.yml"), rules);
        return ToolCheck.of("promtool", "check", "rules", file);
    }

    @Test
    void every_metric_is_one_of_the_parts() throws Exception {
        assertThat(unknown(expressions())).isEmpty();
        assertThat(unknown(List.of(variable()))).isEmpty();
        assertThat(unknown(List.of("sum(redliner_capacity_rpm) + redliner_capacity_rps")))
                .containsExactly("redliner_capacity_rpm");
    }

    private static Set<String> unknown(List<String> expressions) throws IOException {
        Set<String> meters = meters();
        Set<String> unknown = new TreeSet<>();
        for (String expression : expressions) {
            Matcher named = METRIC.matcher(expression);
            while (named.find()) {
                if (!meters.contains(plain(named.group()))) {
                    unknown.add(named.group());
                }
            }
        }
        return unknown;
    }

    private static String variable() {
        return DASHBOARD.at("/templating/list/1/query/query").asString();
    }

    private static String plain(String metric) {
        return ENDING.matcher(metric).replaceFirst("");
    }

    private static Set<String> meters() throws IOException {
        Set<String> found = new HashSet<>();
        for (String part : List.of("redliner-controller", "perf-analyzer", "perf-collector", "traffic-redirector")) {
            try (Stream<Path> files = Files.walk(ComposeFile.HOME.resolve(part).resolve("src/main/java"))) {
                for (Path file :
                        files.filter(it -> it.toString().endsWith(".java")).toList()) {
                    Matcher meter = METER.matcher(Files.readString(file));
                    while (meter.find()) {
                        found.add(plain(meter.group(1).replace('.', '_')));
                    }
                }
            }
        }
        return found;
    }

    @Test
    void every_panel_has_a_title_a_description_and_a_place_of_its_own() {
        Set<Integer> ids = new HashSet<>();
        Set<String> taken = new HashSet<>();
        for (JsonNode panel : panels()) {
            String title = panel.path("title").asString();
            assertThat(title).isNotBlank();
            assertThat(ids.add(panel.path("id").asInt())).as(title).isTrue();
            if (!panel.path("type").asString().equals("row")) {
                assertThat(panel.path("description").asString()).as(title).endsWith(".");
                assertThat(panel.at("/datasource/uid").asString()).as(title).isEqualTo("${datasource}");
            }
            JsonNode place = panel.path("gridPos");
            int left = place.path("x").asInt();
            int top = place.path("y").asInt();
            assertThat(left + place.path("w").asInt()).as(title).isLessThanOrEqualTo(COLUMNS);
            for (int x = left; x < left + place.path("w").asInt(); x++) {
                for (int y = top; y < top + place.path("h").asInt(); y++) {
                    assertThat(taken.add(x + "," + y)).as(title).isTrue();
                }
            }
        }
    }
}
