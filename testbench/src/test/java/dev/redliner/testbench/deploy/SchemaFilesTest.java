package dev.redliner.testbench.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.redliner.schedule.ScheduleYaml;
import dev.redliner.service.InvalidDocument;
import dev.redliner.service.Problem;
import dev.redliner.service.SchemaResource;
import dev.redliner.service.ServiceYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON Schemas for editors: they accept what the readers accept, know the same keys, and refuse plain mistakes. */
class SchemaFilesTest {
    private static final Pattern YAML_BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern KNOWN = Pattern.compile("known are (.*)");

    private static final String SERVICE =
            """
            service: checkout
            tier: front-end
            pool:
              hosts:
                - checkout-1=10.0.0.1:8080
                - {id: checkout-2, address: "checkout-2.example:8080", metrics: "http://10.0.0.2:9090/metrics"}
                - checkout-7=[::1]:8080
              sut: [checkout-7, checkout-1]
              baselineShare: 1/10
              maxShare: 0.6
              userHeader: x-user
              withoutUser: random
            envoy: {mode: full, listen: "127.0.0.1:8780", admin: "http://127.0.0.1:8781", statistics: [{page: "http://10.0.0.7:15090/stats/prometheus", node: edge-1}]}
            rules:
              - id: p99
                pass: latency.p99 <= duration("200ms") && error_rate <= percent(0.1)
                window: 1m30s
                minSamples: 0
                failFor: 2 of 3
                clearFor: 3 of 3
                onFail: back-off
              - {metric: latency.p50, max: 1m30s, min: 10ms}
              - {metric: host.cpu, max: 85%, window: 10s}
              - {id: load, metric: rps, min: 0.5, onFail: report}
            limits: {maxDuration: 15m, harmBudget: 0.5%, unknownFor: 20s, settledFor: 0s, peersMayGrow: 60%, restartsUnseen: accept}
            sampling: {interval: 1s, nearRedline: 200ms}
            targetRps: 5000.5
            dependsOn: orders-db
            profile: gentle
            signals: [app.orders_queue_size, host.net.rx_bytes]
            expect: {redline: ">= 700", recovered: "<= 10s", latency: [p99 at 600 <= 150ms, p50 at 80.5 rps <= 1s]}
            """;
    private static final Map<String, String> WRONG_SERVICES = Map.ofEntries(
            Map.entry("tier: front-end", "tier: frontend"),
            Map.entry("tier:", "teir:"),
            Map.entry("service: checkout", "service: check out"),
            Map.entry("maxShare: 0.6\n", "maxshare: 0.6\n"),
            Map.entry("maxShare: 0.6", "maxShare: most"),
            Map.entry("baselineShare: 1/10", "baselineShare: 1 to 10"),
            Map.entry("- checkout-7=[::1]:8080", "- checkout-7=8080"),
            Map.entry("address: \"checkout-2.example:8080\"", "adress: \"checkout-2.example:8080\""),
            Map.entry("metrics: \"http:", "metrics: \"ftp:"),
            Map.entry("sut: [checkout-7, checkout-1]", "sut: []"),
            Map.entry("userHeader: x-user", "userHeader: x user"),
            Map.entry("userHeader: x-user\n", "userCookie: sid=\n"),
            Map.entry("withoutUser:", "userCookie: sid\n  withoutUser:"),
            Map.entry("withoutUser: random", "withoutUser: sut"),
            Map.entry("mode: full", "mode: ful"),
            Map.entry("listen: \"127.0.0.1:8780\"", "listen: 8780"),
            Map.entry("admin: \"http://127.0.0.1:8781\"", "admin: 127.0.0.1:8781"),
            Map.entry(", node: edge-1", ""),
            Map.entry("node: edge-1", "node: ''"),
            Map.entry("  - id: p99\n    pass", "  - pass"),
            Map.entry("window: 1m30s", "window: 90"),
            Map.entry("minSamples: 0", "minSamples: -1"),
            Map.entry("failFor: 2 of 3", "failFor: twice"),
            Map.entry("clearFor: 3 of 3", "clearFor: 100%"),
            Map.entry("max: 1m30s", "max: 90 seconds"),
            Map.entry("max: 85%", "maximum: 85%"),
            Map.entry(", max: 85%", ""),
            Map.entry("metric: rps, min", "min"),
            Map.entry("metric: rps, min: 0.5", "metric: rps, pass: 'rps >= 0.5'"),
            Map.entry("min: 0.5,", "min: -5,"),
            Map.entry("onFail: back-off", "onFail: backoff"),
            Map.entry("maxDuration: 15m", "maxDuration: 15 min"),
            Map.entry("harmBudget: 0.5%", "harmBudget: 0"),
            Map.entry("restartsUnseen: accept", "restartsUnseen: true"),
            Map.entry("nearRedline: 200ms", "nearRedLine: 200ms"),
            Map.entry("targetRps: 5000.5", "targetRps: -5"),
            Map.entry("dependsOn: orders-db", "dependsOn: [orders db]"),
            Map.entry("profile: gentle", "profile: gentel"),
            Map.entry("app.orders_queue_size", "orders_queue_size"),
            Map.entry("redline: \">= 700\"", "redline: \"<= 700\""),
            Map.entry("recovered: \"<= 10s\"", "recovered: soon"),
            Map.entry("p99 at 600 <=", "p99 at 600 >="),
            Map.entry("p50 at", "p51 at"),
            Map.entry("latency: [p99 at 600 <= 150ms, p50 at 80.5 rps <= 1s]", "latency: []"));

    private static final String SCHEDULE =
            """
            schedule: checkout-nightly
            service: checkout
            cron: "30 2 * * mon-fri"
            zone: Europe/Berlin
            profile: gentle
            jitter: 10m
            window: 2h
            misfire: run-once
            cooldown: 6h
            priority: -5
            weeklyHarm: 2000
            onlyWhenNeeded: true
            blackouts:
              - {from: "08:00", to: "20:00", days: mon}
              - {from: "08:00", to: "20:00", days: [sat, sun]}
              - {from: 2026-12-24T00:00, to: 2026-12-27T00:00}
              - {calendar: acme-changes, events: freeze}
            """;
    private static final Map<String, String> WRONG_SCHEDULES = Map.ofEntries(
            Map.entry("schedule: checkout-nightly", "schedule: every night"),
            Map.entry("cron: \"30 2 * * mon-fri\"", "cron: \"30 2 * *\""),
            Map.entry("cron: \"30 2 * * mon-fri\"\n", ""),
            Map.entry("cron: \"30 2 * * mon-fri\"\nzone", "at: tomorrow\nzone"),
            Map.entry("zone: Europe/Berlin\n", "zone: Europe/Berlin\nat: 2026-12-01T02:30\n"),
            Map.entry("zone: Europe/Berlin\nprofile", "profile"),
            Map.entry("profile: gentle", "profile: soft"),
            Map.entry("jitter: 10m", "jitter: ten"),
            Map.entry("misfire: run-once", "misfire: run-twice"),
            Map.entry("cooldown:", "coolDown:"),
            Map.entry("priority: -5", "priority: 5000"),
            Map.entry("weeklyHarm: 2000", "weeklyHarm: 0"),
            Map.entry("onlyWhenNeeded: true", "onlyWhenNeeded: sometimes"),
            Map.entry("days: mon}", "days: monday}"),
            Map.entry("from: 2026-12-24T00:00", "from: 2026-12-24"));

    @TempDir
    private Path folder;

    private Path schema(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Path service() throws IOException {
        return schema("service.schema.json", SchemaResource.service());
    }

    private Path schedule() throws IOException {
        return schema("schedule.schema.json", ScheduleYaml.schema());
    }

    @Test
    void both_are_valid_schemas() throws Exception {
        ToolCheck check = ToolCheck.of("check-jsonschema", "--check-metaschema", service(), schedule());
        assertThat(check.exit()).as(check.output()).isZero();
    }

    @Test
    void documents_that_the_readers_accept_are_accepted() throws Exception {
        List<String> services = new ArrayList<>(List.of(
                SERVICE,
                Files.readString(ComposeFile.HOME.resolve("deploy/demo.yaml")),
                documented("docs/configuration.md", "service: ")));
        List<String> schedules = List.of(
                SCHEDULE,
                SCHEDULE.replace("cron: \"30 2 * * mon-fri\"", "at: 2026-12-01T02:30"),
                SCHEDULE.replace("cron: \"30 2 * * mon-fri\"", "calendar: capacity-days\nevents: checkout")
                        .replace("misfire: run-once\n", ""),
                documented("docs/schedules.md", "schedule: "));
        for (String text : services) {
            ServiceYaml.parse(null, text);
        }
        for (String text : schedules) {
            ScheduleYaml.parse(null, text);
        }
        assertThat(refused(service(), services)).isEmpty();
        assertThat(refused(schedule(), schedules)).isEmpty();
    }

    private static String documented(String file, String beginning) throws IOException {
        Matcher block = YAML_BLOCK.matcher(Files.readString(ComposeFile.HOME.resolve(file)));
        while (block.find()) {
            if (block.group(1).startsWith(beginning)) {
                return block.group(1);
            }
        }
        throw new AssertionError(file + " has no example that begins with " + beginning);
    }

    @Test
    void plain_mistakes_in_a_service_are_refused() throws Exception {
        List<String> wrong = mutated(SERVICE, WRONG_SERVICES);
        wrong.forEach(text -> assertThat(problems(() -> ServiceYaml.parse(null, text)))
                .as(text)
                .isNotEmpty());
        assertThat(accepted(service(), wrong)).isEmpty();
    }

    @Test
    void plain_mistakes_in_a_schedule_are_refused() throws Exception {
        List<String> wrong = mutated(SCHEDULE, WRONG_SCHEDULES);
        wrong.forEach(text -> assertThat(problems(() -> ScheduleYaml.parse(null, text)))
                .as(text)
                .isNotEmpty());
        assertThat(accepted(schedule(), wrong)).isEmpty();
    }

    private static List<String> mutated(String right, Map<String, String> mistakes) {
        List<String> wrong = new ArrayList<>();
        mistakes.forEach((part, mistake) -> {
            assertThat(right).contains(part);
            wrong.add(right.replace(part, mistake));
        });
        return wrong;
    }

    private static List<Problem> problems(ThrowingCallable parse) {
        InvalidDocument invalid = catchThrowableOfType(InvalidDocument.class, parse);
        return invalid == null ? List.of() : invalid.problems();
    }

    private List<String> accepted(Path schema, List<String> texts) throws Exception {
        List<String> all = new ArrayList<>(texts);
        all.removeAll(refused(schema, texts));
        return all;
    }

    /** All texts in one call, because each call takes a second. */
    private List<String> refused(Path schema, List<String> texts) throws Exception {
        List<Object> arguments = new ArrayList<>(List.of("-o", "json", "--schemafile", schema));
        Map<String, String> byFile = new TreeMap<>();
        for (String text : texts) {
            Path file = Files.writeString(folder.resolve("document-" + byFile.size() + ".yaml"), text);
            byFile.put(file.toString(), text);
            arguments.add(file);
        }
        ToolCheck check = ToolCheck.of("check-jsonschema", arguments.toArray());
        JsonNode result = JsonMapper.shared().readTree(check.output());
        assertThat(result.path("parse_errors")).as(check.output()).isEmpty();
        Set<String> files = new HashSet<>();
        result.path("errors").forEach(error -> files.add(error.path("filename").asString()));
        return files.stream().map(byFile::get).toList();
    }

    @Test
    void the_readers_know_the_same_keys() {
        keys(
                SchemaResource.service(),
                text -> ServiceYaml.parse(null, text),
                SERVICE,
                Map.of(
                        "", "profile: gentle\n",
                        "/properties/pool", "  withoutUser: random\n",
                        "/properties/pool/properties/hosts/items/oneOf/1", "{id: checkout-2, ",
                        "/properties/envoy", "{mode: full, ",
                        "/properties/rules/items", "    onFail: back-off\n",
                        "/properties/limits", "{maxDuration: 15m, ",
                        "/properties/sampling", "{interval: 1s, "));
        keys(
                ScheduleYaml.schema(),
                text -> ScheduleYaml.parse(null, text),
                SCHEDULE,
                Map.of(
                        "", "priority: -5\n",
                        "/properties/blackouts/items/oneOf/0", "{from: \"08:00\", ",
                        "/properties/blackouts/items/oneOf/2", "{calendar: acme-changes, "));
    }

    private interface Reader {
        void parse(String text) throws Exception;
    }

    /**
     * Adds an unknown key to each mapping, and compares the keys that the reader says it knows with those of the schema.
     *
     * @param mappings by their place in the schema, a text after which the unknown key is added
     */
    private static void keys(String schema, Reader reader, String document, Map<String, String> mappings) {
        JsonNode root = JsonMapper.shared().readTree(schema);
        mappings.forEach((place, text) -> {
            String indent = text.startsWith("{") ? "" : text.replaceAll("\\S.*\\n", "");
            String added = text + indent + "qqqqqqqqqqqqqqqq: 1" + (text.startsWith("{") ? ", " : "\n");
            assertThat(document).contains(text);
            List<Problem> problems = problems(() -> reader.parse(document.replace(text, added)));
            Matcher known = KNOWN.matcher(String.valueOf(problems.get(0).hint()));
            assertThat(known.find()).as("%s: %s", place, problems).isTrue();
            assertThat(new TreeSet<>(root.at(place).path("properties").propertyNames()))
                    .as(place)
                    .isEqualTo(new TreeSet<>(List.of(known.group(1).split(", "))));
        });
    }
}
