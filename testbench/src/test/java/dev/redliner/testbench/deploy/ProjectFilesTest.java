package dev.redliner.testbench.deploy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a tool on every file that a tool can check. {@code bin/find-tool} fetches the tools. */
class ProjectFilesTest {
    private static final Path HOME = ComposeFile.HOME;
    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".redliner", "node_modules");
    private static final Pattern SHELL = Pattern.compile("^#!.*\\b(sh|bash)\\s*$");

    @TempDir
    private Path folder;

    @Test
    void prometheus_accepts_its_configuration_and_the_alerts() throws Exception {
        Path file = HOME.resolve("deploy/prometheus.yml");
        // the file of the token is only there after a start
        assertAccepted(ToolCheck.of("promtool", "check", "config", "--syntax-only", file));
        assertAccepted(ToolCheck.of("promtool", "check", "rules", HOME.resolve("deploy/redliner-alerts.yml")));
    }

    @Test
    void little_headroom_is_an_alert_unless_it_is_of_a_lower_bound() throws Exception {
        Path test = Files.writeString(
                folder.resolve("test.yml"),
                """
                rule_files: [%s]
                tests:
                  - interval: 1m
                    input_series:
                      - {series: 'redliner_capacity_headroom_ratio{service="shop",job="redliner"}', values: '0.05x60'}
                      - {series: 'redliner_capacity_rps{service="shop",kind="redline",job="redliner"}', values: '40x60'}
                      - {series: 'redliner_capacity_headroom_ratio{service="wide",job="redliner"}', values: '0.05x60'}
                      - {series: 'redliner_capacity_rps{service="wide",kind="at_least",job="redliner"}', values: '40x60'}
                    promql_expr_test:
                      - expr: ALERTS{alertname="LittleHeadroom",alertstate="firing"}
                        eval_time: 45m
                        exp_samples:
                          - labels: 'ALERTS{alertname="LittleHeadroom",alertstate="firing",service="shop",severity="ticket"}'
                            value: 1
                """
                        .formatted(HOME.resolve("deploy/redliner-alerts.yml").toAbsolutePath()));
        assertAccepted(ToolCheck.of("promtool", "test", "rules", test));
    }

    @Test
    void prometheus_accepts_both_files_where_the_container_has_them() throws Exception {
        Path mounted = folder.resolve("missing");
        for (String volume : ComposeFile.read().service("prometheus").volumes()) {
            String[] parts = volume.split(":");
            if (parts[0].startsWith("./")) {
                Path file = folder.resolve(parts[1].substring(1));
                Files.createDirectories(file.getParent());
                Files.copy(HOME.resolve(parts[0]), file);
                mounted = parts[1].endsWith("prometheus.yml") ? file : mounted;
            }
        }
        assertAccepted(ToolCheck.of("promtool", "check", "config", withToken(mounted)));
    }

    @Test
    void a_rules_file_that_is_not_there_is_a_mistake() throws Exception {
        Path alone = Files.copy(HOME.resolve("deploy/prometheus.yml"), folder.resolve("prometheus.yml"));
        ToolCheck check = ToolCheck.of("promtool", "check", "config", withToken(alone));
        assertThat(check.exit()).isNotZero();
        assertThat(check.output()).contains("redliner-alerts.yml");
    }

    /** The configuration with the file of Prometheus's token below the test's folder. */
    private Path withToken(Path configuration) throws IOException {
        String text = Files.readString(configuration);
        for (PrometheusTarget target : PrometheusTarget.all()) {
            if (!target.credentials().isEmpty()) {
                Path token = folder.resolve(target.credentials().substring(1));
                Files.createDirectories(token.getParent());
                Files.writeString(token, "a token\n");
                text = text.replace(": " + target.credentials() + "}", ": " + token + "}");
            }
        }
        return Files.writeString(configuration, text);
    }

    @Test
    void the_image_files_have_no_finding_of_hadolint() throws Exception {
        List<Object> files = new ArrayList<>(List.of(HOME.resolve("deploy/Dockerfile")));
        try (Stream<Path> standIns = Files.list(HOME.resolve("deploy/podman/stand-ins"))) {
            standIns.filter(file -> file.toString().endsWith(".Containerfile")).forEach(files::add);
        }
        assertThat(files).hasSizeGreaterThan(5);
        assertAccepted(ToolCheck.of("hadolint", files.toArray()));
    }

    @Test
    void the_workflows_follow_the_schemas_of_github() throws Exception {
        for (String workflow : List.of("ci.yml", "nightly.yml")) {
            assertAccepted(ToolCheck.of(
                    "check-jsonschema",
                    "--builtin-schema",
                    "vendor.github-workflows",
                    HOME.resolve(".github/workflows").resolve(workflow)));
        }
        assertAccepted(ToolCheck.of(
                "check-jsonschema", "--builtin-schema", "vendor.dependabot", HOME.resolve(".github/dependabot.yml")));
    }

    @Test
    void the_compose_file_follows_the_compose_specification() throws Exception {
        String[] check = {"--builtin-schema", "vendor.compose-spec"};
        Path file = HOME.resolve("docker-compose.yml");
        assertAccepted(ToolCheck.of("check-jsonschema", check[0], check[1], file));
        Path wrong = folder.resolve("wrong.yml");
        Files.writeString(wrong, Files.readString(file).replace("mem_limit:", "memory_limit:"));
        assertThat(ToolCheck.of("check-jsonschema", check[0], check[1], wrong).output())
                .contains("'memory_limit' was unexpected");
    }

    /** The file equals the description that the server serves, as the controller's ApiTest shows. */
    @Test
    void the_description_of_the_api_is_valid_openapi() throws Exception {
        Path file = HOME.resolve("redliner-controller/src/main/resources/openapi/redliner-api.yaml");
        assertAccepted(ToolCheck.of("openapi-spec-validator", "--schema", "3.1", file));
    }

    @Test
    void every_script_parses() throws Exception {
        for (Path script : scripts()) {
            Matcher shell = SHELL.matcher(firstLine(script));
            assertAccepted(ToolCheck.run(shell.find() ? shell.group(1) : "sh", "-n", script));
        }
    }

    @Test
    void no_script_has_a_finding_of_shellcheck() throws Exception {
        assertThat(scripts())
                .extracting(HOME::relativize)
                .extracting(Path::toString)
                .contains("redliner", ".ci/run");
        var arguments = new ArrayList<Object>(List.of("--external-sources", "--source-path=" + HOME));
        arguments.addAll(scripts());
        assertAccepted(ToolCheck.of("shellcheck", arguments.toArray()));
    }

    @Test
    void the_java_options_of_the_script_are_documented() throws Exception {
        Matcher options = Pattern.compile("options=\"([^\"]+)\"").matcher(Files.readString(HOME.resolve("redliner")));
        List<String> found = options.results()
                .map(each -> each.group(1).replaceAll("\\\\\\s+", ""))
                .toList();
        assertThat(found).as("for serve, and for the other commands").hasSize(2);
        assertThat(Files.readString(HOME.resolve("docs/configuration.md")))
                .contains(found.stream().map(each -> "`" + each + "`").toList());
    }

    @Test
    void a_documented_command_runs_the_tests_that_it_names() throws Exception {
        Pattern command = Pattern.compile("\\bmvn (?:[^\n`\\\\]|\\\\\n)*-Dtest=([A-Z]\\w+)(?:[^\n`\\\\]|\\\\\n)*");
        List<Path> tests = files(file -> file.toString().endsWith("Test.java"));
        int found = 0;
        for (Path document : files(file -> file.toString().endsWith(".md"))) {
            for (MatchResult each :
                    command.matcher(Files.readString(document)).results().toList()) {
                List<Path> named = tests.stream()
                        .filter(file -> file.endsWith(each.group(1) + ".java"))
                        .toList();
                assertThat(named).as(each.group()).hasSize(1);
                assertThat(each.group().contains("-DexcludedGroups=none")
                                || each.group().contains("-Pacceptance"))
                        .as("%s: %s", HOME.relativize(document), each.group())
                        .isEqualTo(Files.readString(named.get(0)).contains("@Tag(\"slow\")"));
                found++;
            }
        }
        assertThat(found).isGreaterThanOrEqualTo(5);
    }

    @Test
    void every_program_in_python_parses() throws Exception {
        List<Path> programs =
                files(file -> file.toString().endsWith(".py") || firstLine(file).matches("#!.*\\bpython3?"));
        assertThat(programs)
                .extracting(HOME::relativize)
                .extracting(Path::toString)
                .contains("deploy/podman/as-written");
        var arguments = new ArrayList<Object>(
                List.of("-c", "import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file).read(), file)"));
        arguments.addAll(programs);
        assertAccepted(ToolCheck.run("python3", arguments.toArray()));
    }

    private static void assertAccepted(ToolCheck check) {
        assertThat(check.exit()).as(check.output()).isZero();
    }

    private static List<Path> scripts() throws IOException {
        return files(file -> file.toString().endsWith(".sh")
                || SHELL.matcher(firstLine(file)).find());
    }

    /** Which files are meant. */
    private interface Selection {
        boolean has(Path file) throws IOException;
    }

    private static List<Path> files(Selection which) throws IOException {
        var files = new ArrayList<Path>();
        Files.walkFileTree(HOME, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
                return NOT_OURS.contains(each.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile() && which.has(each)) {
                    files.add(each);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /** The first line of a script, or empty for any other file. */
    private static String firstLine(Path file) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, ISO_8859_1)) {
            var start = new char[80];
            int length = Math.max(0, reader.read(start));
            return new String(start, 0, length).lines().findFirst().orElse("");
        }
    }
}
