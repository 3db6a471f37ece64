package dev.redliner.testbench.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.Host;
import dev.redliner.redirector.bootstrap.BootstrapRequest;
import dev.redliner.redirector.bootstrap.EnvoyBootstrap;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The promises of docker-compose.yml and the files beside it. {@link ProjectFilesTest} runs the tools that check these
 * files.
 */
class ComposeFileTest {
    private static final Path DEPLOY = ComposeFile.HOME.resolve("deploy");

    private final ComposeFile file = ComposeFile.read();
    private final ImageFile image = ImageFile.read();

    ComposeFileTest() throws IOException {}

    @Test
    void ports_are_published_on_loopback_only() {
        assertThat(file.services().values()).flatMap(ComposeService::ports).isNotEmpty();
        assertThat(file.services().values())
                .flatMap(ComposeService::ports)
                .allMatch(port -> port.startsWith("127.0.0.1:"));
    }

    @Test
    void nobody_is_root_or_gains_privileges_and_everybody_has_a_limit() {
        assertThat(image.user()).matches("[1-9]\\d*:[1-9]\\d*");
        assertThat(file.services().values()).allSatisfy(service -> {
            if (!service.ours()) {
                assertThat(service.raw().get("user")).asString().matches("[1-9]\\d*:[1-9]\\d*");
            }
            assertThat(service.memoryMiB()).isBetween(64, 1024);
            assertThat(service.raw().get("cap_drop")).isEqualTo(List.of("ALL"));
            assertThat(service.raw().get("security_opt")).isEqualTo(List.of("no-new-privileges:true"));
            assertThat(service.raw().get("read_only")).isEqualTo(service.name().equals("kafka") ? null : Boolean.TRUE);
        });
    }

    @Test
    void every_image_is_of_a_stated_version() {
        assertThat(file.services().values())
                .extracting(ComposeService::image)
                .allMatch(it -> it.matches(".*:v?\\d.*") && !it.endsWith("latest"));
    }

    @Test
    void each_image_of_ours_is_built_once_and_all_four_parts_are_there() {
        var jars = file.services().values().stream()
                .flatMap(service -> service.jar().stream())
                .toList();
        assertThat(jars).doesNotHaveDuplicates().hasSize(5);
        for (String module : List.of("redliner-controller", "traffic-redirector", "perf-analyzer", "perf-collector")) {
            assertThat(jars).anyMatch(jar -> jar.startsWith(module + "/target/" + module + "-"));
        }
        assertThat(file.services().values()).filteredOn(ComposeService::ours).allMatch(service -> file.jar(service)
                .isPresent());
    }

    @Test
    void whoever_waits_for_health_waits_for_one_that_can_be_asked() {
        assertThat(file.services().values())
                .allSatisfy(service -> service.dependsOn().forEach((name, condition) -> {
                    assertThat(file.services()).containsKey(name);
                    if (condition.equals("service_healthy")) {
                        assertThat(file.service(name).unchecked()).as(name).isFalse();
                    }
                }));
    }

    @Test
    void the_collector_that_follows_pools_may_reach_this_network() {
        var allow = file.service("collector-envoy").environment().get("REDLINER_COLLECTOR_ALLOW");
        assertThat(allow.split(",")).containsExactly("127.0.0.0/8", file.subnet());
        assertThat(file.services().values())
                .filteredOn(service -> "true".equals(service.environment().get("REDLINER_COLLECTOR_FOLLOWPOOLS")))
                .as("who reads the hosts' pages: only one may")
                .hasSize(1);
    }

    @Test
    void prometheus_scrapes_ports_that_somebody_serves() throws IOException {
        assertThat(PrometheusTarget.all()).hasSizeGreaterThan(5).allSatisfy(target -> {
            assertThat(file.services()).containsKey(target.host());
            boolean served = file.services().values().stream()
                    .filter(service -> file.network(service).equals(target.host()))
                    .anyMatch(service -> Integer.toString(target.port())
                                    .equals(service.environment().get("SERVER_PORT"))
                            || service.name().equals("fleet"));
            assertThat(served).as("%s", target).isTrue();
        });
    }

    @Test
    void prometheus_alerts_when_a_weight_is_not_restored() throws IOException {
        assertThat(ComposeFile.document(DEPLOY.resolve("prometheus.yml")).toString())
                .contains("redliner-alerts.yml");
        assertThat(file.service("prometheus").volumes()).anyMatch(it -> it.contains("redliner-alerts.yml:ro"));
        assertThat(ComposeFile.document(DEPLOY.resolve("redliner-alerts.yml")).toString())
                .contains("alert=WeightNotRestored", "redliner_weight_not_restored");
    }

    @Test
    void whoever_writes_has_a_volume_for_it_that_the_image_gave_to_its_user() throws IOException {
        String folder = file.service("controller").environment().get("REDLINER_DATA");
        assertThat(file.service("controller").volumes()).contains("controller:" + folder);
        String image = Files.readString(DEPLOY.resolve("Dockerfile"));
        assertThat(image).contains("--owner=10001 --group=10001 " + folder);
        List<String> init = file.service("access").command();
        String accounts = init.get(init.indexOf("--folder") + 1);
        assertThat(file.service("access").volumes()).contains("access:" + accounts);
        assertThat(image).contains("--owner=10001 --group=10001 --mode=0750 " + accounts);
    }

    @Test
    void whoever_sends_a_token_may_read_its_file_and_the_controller_knows_the_accounts() {
        String folder = "/var/lib/redliner-access";
        for (String reader : List.of("controller", "apply", "prometheus")) {
            assertThat(file.service(reader).volumes()).as(reader).contains("access:" + folder + ":ro");
        }
        assertThat(file.service("controller").environment())
                .containsEntry("REDLINER_CONTROLLER_ACCESS_LOGIN", "local")
                .containsEntry("REDLINER_CONTROLLER_ACCESS_ACCOUNTS", folder + "/accounts.yaml");
        assertThat(file.service("apply").environment()).containsEntry("REDLINER_TOKEN_FILE", folder + "/apply.token");
        // the group of the images, to which the token belongs
        assertThat(file.service("prometheus").raw().get("user")).asString().endsWith(":10001");
        assertThat(image.user()).endsWith(":10001");
    }

    @Test
    void the_demo_service_is_valid_and_its_hosts_are_those_of_the_fleet() throws Exception {
        ServiceDefinition service = demo();
        List<String> command = file.service("fleet").command();
        int hosts = Integer.parseInt(command.get(command.indexOf("--hosts") + 1));
        int first = Integer.parseInt(command.get(command.indexOf("--port") + 1));
        assertThat(service.pool().hosts()).hasSize(hosts).allSatisfy(host -> {
            int number = Integer.parseInt(host.id().replace("demo-", ""));
            assertThat(host.address()).isEqualTo("fleet");
            assertThat(host.port()).isEqualTo(first + number - 1);
        });
        assertThat(service.pool().hosts())
                .extracting(Host::id)
                .contains(file.service("collector-demo-1").environment().get("REDLINER_COLLECTOR_NODE"));
    }

    @Test
    void envoys_file_is_what_the_redirector_gives_out_for_the_demo_service() throws Exception {
        Map<String, String> redirector = file.service("redirector").environment();
        int port = Integer.parseInt(redirector.get("REDLINER_REDIRECTOR_XDS_PORT"));
        var request = new BootstrapRequest("demo-envoy", "redirector", port, 9901, 10_000, false);
        String given = EnvoyBootstrap.yaml(demo().pool(), request);
        Files.writeString(Files.createDirectories(Path.of("target")).resolve("envoy-of-compose.yaml"), given);
        var load = new Load(LoadSettings.builder().build());
        assertThat(ComposeFile.document(DEPLOY.resolve("envoy.yaml")))
                .as("see target/envoy-of-compose.yaml")
                .isEqualTo(load.loadFromString(given));
    }

    @Test
    void the_rules_file_is_beside_the_file_that_names_it_here_and_in_the_container() throws IOException {
        String rules = AlertRules.name();
        assertThat(Path.of(rules).isAbsolute()).as(rules).isFalse();
        assertThat(DEPLOY.resolve(rules)).isRegularFile();
        assertThat(file.service("prometheus").volumes())
                .contains(
                        "./deploy/prometheus.yml:/etc/prometheus/prometheus.yml:ro",
                        "./deploy/" + rules + ":/etc/prometheus/" + rules + ":ro");
    }

    @Test
    void every_alert_has_an_expression_of_our_metrics_a_severity_and_a_summary() throws IOException {
        AlertRules alerts = AlertRules.read();
        assertThat(alerts.rules()).isNotEmpty().allSatisfy(rule -> {
            assertThat(String.valueOf(rule.get("alert"))).matches("[A-Z]\\w+");
            assertThat(new AlertRules(List.of(rule)).metrics()).isNotEmpty();
            assertThat(((Map<?, ?>) rule.get("labels")).get("severity")).isIn("page", "ticket", "info");
            assertThat((Map<?, ?>) rule.get("annotations")).hasSize(2);
        });
    }

    private static ServiceDefinition demo() throws Exception {
        return ServiceYaml.parse("demo.yaml", Files.readString(DEPLOY.resolve("demo.yaml")));
    }
}
