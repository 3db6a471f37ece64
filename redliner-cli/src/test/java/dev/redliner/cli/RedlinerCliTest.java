package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedlinerCliTest extends CommandLineTest {
    private static final String YAML =
            """
            service: checkout
            pool:
              hosts: [checkout-1=10.0.0.1:8080, checkout-7=10.0.0.7:8080]
              sut: checkout-7
              maxShare: 60%
            rules:
              - {id: p99, pass: 'latency.p99 <= duration("200ms")', onFail: back-off}
            """;

    @TempDir
    private Path folder;

    @Test
    void the_completion_script_knows_the_commands() throws Exception {
        assertThat(run("generate-completion")).isZero();
        assertThat(out()).contains("complete -F _complete_redliner", "schedule", "--revision");
        Path script = Files.writeString(folder.resolve("completion.sh"), out());
        assertThat(new ProcessBuilder("bash", "-n", script.toString()).start().waitFor())
                .isZero();
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("checkout.yaml"), text).toString();
    }

    @Test
    void a_wrong_file_is_shown_with_its_place_and_a_caret_and_asks_no_server() throws IOException {
        String file = file(YAML.replace("onFail", "onfail"));
        assertThat(run("service", "check", "-f", file)).isEqualTo(2);
        assertThat(err())
                .isEqualTo(file + ":7:57: unknown key 'onfail'; did you mean 'onFail'?\n"
                        + "      - {id: p99, pass: 'latency.p99 <= duration(\"200ms\")', onfail: back-off}\n"
                        + " ".repeat(60) + "^\n");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void a_service_is_applied_as_it_is_written() throws IOException {
        server.on("PUT /api/v1/services/checkout", 201, "application/json", "{\"name\":\"checkout\",\"revision\":1}");
        assertThat(run("service", "apply", "-f", file(YAML))).isZero();
        assertThat(out()).isEqualTo("service checkout created, revision 1\n");
        assertThat(server.asked()).contains("PUT /api/v1/services/checkout " + YAML.strip());
    }

    @Test
    void routes_that_are_not_redliners_need_the_new_baseline_when_the_hosts_change() throws IOException {
        String before = YAML + "envoy: {mode: runtime-only}\n";
        server.on("GET /api/v1/services/checkout", 200, "application/yaml", before);
        server.on("PUT /api/v1/services/checkout", 200, "application/json", "{\"name\":\"checkout\",\"revision\":2}");

        assertThat(run("service", "apply", "-f", file(before))).isZero();
        assertThat(out()).isEqualTo("service checkout changed, revision 2\n");

        String more = before.replace("hosts: [", "hosts: [checkout-3=10.0.0.3:8080, ");
        assertThat(run("service", "apply", "-f", file(more))).isZero();
        assertThat(out())
                .contains("Give them the new baseline of 33.3333%: ")
                .contains("as redliner.checkout.share in the layer base, and as the default of the routes.\n");
    }

    @Test
    void a_check_states_the_precision_by_rate_and_apply_at_the_rate_of_the_last_minute() throws IOException {
        String file = file(YAML);
        assertThat(run("service", "check", "-f", file)).isZero();
        assertThat(out())
                .startsWith(file + ": service checkout with 1 rules is valid\nPrecision to expect ")
                .contains("\n  15 rps  about +-");
        assertThat(server.asked()).isEmpty();

        server.on("PUT /api/v1/services/checkout", 200, "application/json", "{\"name\":\"checkout\",\"revision\":2}");
        server.on(
                "GET /api/v1/services/checkout/traffic",
                200,
                "application/json",
                "{\"seconds\":{\"requests\":[900,null,20,20]}}");
        assertThat(run("service", "apply", "-f", file)).isZero();
        assertThat(out()).contains("revision 2\nPrecision to expect (half of the 95% interval): at 157 rps about ");
    }

    @Test
    void what_only_the_server_finds_wrong_is_shown_the_same_way() throws IOException {
        server.on(
                "PUT /api/v1/services/checkout",
                422,
                "application/problem+json",
                "{\"errors\":[{\"line\":2,\"column\":3,\"message\":\"m\",\"hint\":\"h\",\"excerpt\":\"pool:\\n  ^\"}]}");
        String file = file(YAML);
        assertThat(run("service", "apply", "-f", file)).isEqualTo(2);
        assertThat(err()).isEqualTo(file + ":2:3: m; h\n    pool:\n      ^\n");
    }

    @Test
    void a_start_states_the_precision_to_expect() {
        server.on("POST /api/v1/runs", 202, "application/json", "{\"id\":\"checkout-1\",\"service\":\"checkout\"}");
        server.on("GET /api/v1/services/checkout", 200, "application/yaml", YAML);
        server.on(
                "GET /api/v1/services/checkout/traffic",
                200,
                "application/json",
                "{\"seconds\":{\"requests\":[900,null,20,20]}}");
        assertThat(run("run", "start", "checkout")).isZero();
        assertThat(out())
                .startsWith("run checkout-1 of checkout is accepted.\nPrecision to expect ")
                .endsWith("\nWatch it with: redliner run watch checkout-1\n");
    }

    @Test
    void a_run_is_started_with_a_target_of_its_own() {
        server.on("POST /api/v1/runs", 202, "application/json", "{\"id\":\"checkout-1\",\"service\":\"checkout\"}");
        assertThat(run("run", "start", "checkout", "--target", "5000.5")).isZero();
        assertThat(server.asked()).last().satisfies(order -> assertThat(order)
                .contains("\"targetRps\"", "5000.5")
                .doesNotContain("profile"));
    }

    @Test
    void a_dry_run_is_asked_for_where_no_run_can_begin() {
        server.on("POST /api/v1/dry-runs", 202, "application/json", "{\"id\":\"checkout-1\",\"service\":\"checkout\"}");
        assertThat(run("run", "start", "checkout", "--dry-run")).isZero();
        assertThat(run("run", "start", "checkout", "--dry-run", "--target", "5000"))
                .isEqualTo(2);
        assertThat(err()).contains("--dry-run goes with --watch only");
        assertThat(server.asked()).singleElement().satisfies(order -> assertThat(order)
                .contains("/api/v1/dry-runs", "checkout")
                .doesNotContain("cold"));
    }

    @Test
    void a_busy_pool_is_refused_with_the_active_run() {
        server.on(
                "POST /api/v1/runs",
                409,
                "application/problem+json",
                "{\"type\":\"urn:redliner:problem:pool-busy\",\"detail\":\"run 17 is active\",\"activeRun\":\"17\"}");
        assertThat(run("run", "start", "checkout")).isEqualTo(4);
        assertThat(err()).contains("run 17 is active").contains("redliner run watch 17");
    }

    @ParameterizedTest
    @CsvSource({"COMPLETED,0", "ABORTED,1", "INCONCLUSIVE,3", "INTERRUPTED,3", "REFUSED,4", "READY,0", "NOT_READY,4"})
    void the_exit_code_says_how_a_watched_run_ended(RunState state, int code) {
        String stream = ":hello\n\n" + event(1, "step", SampleRuns.step(true))
                + event(2, "tick", SampleRuns.tick(1, 36)) + event(3, "end", SampleRuns.ended(state));
        server.on("GET /api/v1/runs/42/events", 200, "text/event-stream", stream);
        assertThat(run("run", "watch", "42")).isEqualTo(code);
        assertThat(out()).contains("step  3 ramp").contains("run 42 of checkout is " + LiveLines.state(state.name()));
    }

    @ParameterizedTest
    @CsvSource({
        "COMPLETED,HARM_BUDGET,1",
        "INCONCLUSIVE,HARM_BUDGET,1",
        "COMPLETED,MAX_DURATION,0",
        "INCONCLUSIVE,UNKNOWN_FOR,3"
    })
    void a_used_up_harm_budget_is_a_stop_whatever_was_measured(RunState state, EndedBy by, int code) {
        server.on(
                "GET /api/v1/runs/42/events", 200, "text/event-stream", event(1, "end", SampleRuns.endedBy(state, by)));
        assertThat(run("run", "watch", "42")).isEqualTo(code);
    }

    private static String event(int id, String name, Object data) {
        String json = Documents.JSON.writeValueAsString(data).replaceAll("\\s*\n\\s*", " ");
        return "id:" + id + "\nevent:" + name + "\ndata:" + json + "\n\n";
    }

    @Test
    void a_document_on_standard_output_is_nothing_but_the_document() {
        server.on(
                "GET /api/v1/runs/42/events",
                200,
                "text/event-stream",
                event(1, "tick", SampleRuns.tick(1, 36)) + event(2, "end", SampleRuns.ended(RunState.COMPLETED)));
        assertThat(run("-o", "json", "run", "watch", "42")).isZero();
        assertThat(Documents.JSON.readTree(out()).path("redline").path("rps").asDouble())
                .isEqualTo(182.4);
        assertThat(err()).contains("ramping step 3");
    }

    @Test
    void an_abort_carries_its_reason() {
        server.on("POST /api/v1/runs/42/abort", 202, "application/json", "{\"id\":\"42\"}");
        assertThat(run("run", "abort", "42", "--why", "users complain")).isZero();
        assertThat(server.asked().get(0)).contains("users complain");
    }

    @Test
    void an_abort_of_a_run_that_is_over_says_so() {
        server.on("POST /api/v1/runs/42/abort", 200, "application/json", "{\"id\":\"42\",\"note\":\"over\"}");
        assertThat(run("run", "abort", "42")).isZero();
        assertThat(out()).contains("run 42 is over already").doesNotContain("being aborted");
    }

    @Test
    void an_abort_that_was_not_delivered_says_what_to_do() {
        server.on(
                "POST /api/v1/runs/42/abort",
                503,
                "application/problem+json",
                "{\"type\":\"urn:redliner:problem:abort-undelivered\",\"status\":503,"
                        + "\"detail\":\"try again, or redliner restore --all\"}");
        assertThat(run("run", "abort", "42")).isEqualTo(3);
        assertThat(err()).contains("try again, or redliner restore --all");
    }

    @Test
    void without_a_server_it_says_what_to_do() {
        server.close();
        assertThat(run("run", "list")).isEqualTo(2);
        assertThat(err()).contains("nothing answers at " + server.url()).contains("redliner serve");
    }

    @Test
    void a_bootstrap_is_asked_from_the_redirector() {
        server.on("GET /xds/v1/pools/checkout/bootstrap?node=edge-1&xdsPort=8779", 200, "text/yaml", "node: {}\n");
        assertThat(run("envoy", "bootstrap", "checkout", "--node", "edge-1", "--xds-port", "8779"))
                .isZero();
        assertThat(out()).isEqualTo("node: {}\n");
    }

    @Test
    void a_file_that_cannot_be_read_is_named() throws IOException {
        String missing = folder.resolve("nowhere.yaml").toString();
        assertThat(run("service", "check", "-f", missing)).isEqualTo(2);
        Path binary = Files.write(folder.resolve("binary.yaml"), new byte[] {(byte) 0xff, 0});
        assertThat(run("service", "check", "-f", binary.toString())).isEqualTo(2);
        assertThat(err()).isEqualTo("there is no file " + missing + "\n" + binary + " is not UTF-8 text\n");
    }

    @Test
    void a_list_of_services_names_the_hosts_of_a_set() {
        server.on(
                "GET /api/v1/services",
                200,
                "application/json",
                """
                [{"name":"a","revision":1,"definition":{"pool":{"sut":["a-1","a-2"]}},"updatedAt":"t","updatedBy":"me"},
                 {"name":"b","revision":2,"definition":{"pool":{"sut":"b-1"}},"updatedAt":"t","updatedBy":"me",
                  "problem":"This version refuses b."}]""");
        assertThat(run("service", "list")).isZero();
        assertThat(out())
                .contains("a-1, a-2")
                .contains("b-1")
                .doesNotContain("[")
                .endsWith("\nThis version refuses b.\n");
    }

    @Test
    void wrong_arguments_are_usage() {
        assertThat(run("run", "star")).isEqualTo(2);
        assertThat(err()).contains("Did you mean", "start").doesNotContain("Help:");
        assertThat(run("service", "apply")).isEqualTo(2);
        assertThat(err())
                .contains("Missing required option: '--file=FILE'\nHelp: redliner service apply --help\n")
                .doesNotContain("Usage:");
        assertThat(run("--server", "nonsense", "run", "list")).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"run,runs", "service,services"})
    void a_name_that_does_not_exist_leads_to_the_list(String kind, String path) {
        server.on(
                "GET /api/v1/" + path + "/x",
                404,
                "application/problem+json",
                "{\"type\":\"urn:redliner:problem:unknown-" + kind + "\",\"detail\":\"There is no x.\"}");
        assertThat(run(kind, "show", "x")).isEqualTo(2);
        assertThat(err()).isEqualTo("There is no x. (404)\nList what there is with: redliner " + kind + " list\n");
    }

    @Test
    void a_run_that_is_not_over_is_shown_as_it_stands() {
        server.on(
                "GET /api/v1/runs/42",
                200,
                "application/json",
                Documents.JSON.writeValueAsString(SampleRuns.going(RunState.RAMPING, null, null)));
        assertThat(run("run", "show", "42")).isZero();
        assertThat(out())
                .startsWith("run 42 of checkout: ramping, accepted ")
                .contains("  load       154 rps of 153 rps asked")
                .doesNotContain("was never moved");
    }
}
