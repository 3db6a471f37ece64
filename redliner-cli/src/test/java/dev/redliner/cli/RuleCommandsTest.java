package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleCommandsTest extends CommandLineTest {
    private static final String YAML =
            """
            service: checkout
            pool:
              hosts: [checkout-1=10.0.0.1:8080, checkout-7=10.0.0.7:8080]
              sut: checkout-7
              maxShare: 60%
            rules:
              - {metric: latency.p99, max: 200ms, failFor: 4 of 5}
            """;
    private static final String REPLAY =
            """
            {"run": "checkout-3", "service": "checkout", "seconds": 90, "verdicts": 180,
             "words": ["No rule would have ended the run.", "Rule latency.p99 would first have taken the load back."],
             "rules": [{"rule": "latency.p99", "pass": "latency.p99 <= duration(\\"200ms\\")", "onFail": "BACK_OFF",
               "basis": "COMPUTED", "reason": null, "passed": 80, "failed": 8, "unknown": 2,
               "firstFailing": {"second": 81, "rule": "latency.p99", "step": 4, "rps": 712.4},
               "spans": [
                 {"from": 1, "to": 2, "outcome": "UNKNOWN", "failing": false, "values": []},
                 {"from": 3, "to": 80, "outcome": "PASS", "failing": false,
                  "values": [{"metric": "latency.p99", "text": "", "value": 0.12, "limit": 0.2, "host": null}]},
                 {"from": 81, "to": 90, "outcome": "FAIL", "failing": true,
                  "values": [{"metric": "latency.p99", "text": "", "value": 0.213, "limit": 0.2, "host": null}]}]}]}
            """;

    @TempDir
    private Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("checkout.yaml"), text).toString();
    }

    @Test
    void a_check_shows_the_expression_of_the_short_form() throws IOException {
        assertThat(run("rule", "check", "-f", file(YAML))).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        RULE         WINDOW  FAILS AFTER  CLEARS AFTER  ON FAIL   PASSES WHILE
                        latency.p99  30s     4 of 5       2 of 5        back-off  latency.p99 <= duration("200ms")
                        """);
    }

    @Test
    void a_replay_shows_where_the_rules_would_have_acted() throws IOException {
        server.on("POST /api/v1/runs/checkout-3/rules/replay", 200, "application/json", REPLAY);

        assertThat(run("rule", "replay", "--run", "checkout-3", "-f", file(YAML)))
                .isZero();

        assertThat(server.asked()).containsExactly("POST /api/v1/runs/checkout-3/rules/replay " + YAML.strip());
        assertThat(out())
                .isEqualTo(
                        """
                        run checkout-3, 90 s, 180 evaluations
                        No rule would have ended the run.
                        Rule latency.p99 would first have taken the load back.
                        RULE         ON FAIL   PASS  FAIL  UNKNOWN  FAILING FROM  AT       BASIS
                        latency.p99  back-off  80 s  8 s   2 s      81 s          712 rps  computed
                        """);
    }

    @Test
    void a_replay_lists_the_outcomes_of_one_rule() {
        server.on("POST /api/v1/runs/checkout-3/rules/replay", 200, "application/json", REPLAY);

        assertThat(run("rule", "replay", "--run", "checkout-3", "--rule", "latency.p99"))
                .isZero();

        assertThat(out())
                .endsWith(
                        """
                        FROM  TO    OUTCOME  FAILING  VALUES
                        1 s   2 s   UNKNOWN
                        3 s   80 s  PASS              latency.p99 120 ms
                        81 s  90 s  FAIL     yes      latency.p99 213 ms
                        """);
        assertThat(run("rule", "replay", "--run", "checkout-3", "--rule", "p98"))
                .isEqualTo(2);
    }

    @Test
    void a_rule_that_cannot_be_told_makes_the_answer_inconclusive_unless_it_only_reports() {
        String unknown = REPLAY.replace("COMPUTED", "CANNOT_TELL");
        server.on("POST /api/v1/runs/checkout-3/rules/replay", 200, "application/json", unknown);
        assertThat(run("rule", "replay", "--run", "checkout-3")).isEqualTo(3);
        String reports = unknown.replace("BACK_OFF", "REPORT");
        server.on("POST /api/v1/runs/checkout-3/rules/replay", 200, "application/json", reports);
        assertThat(run("rule", "replay", "--run", "checkout-3")).isZero();
    }

    @Test
    void the_objectives_of_an_slo_are_printed_as_rules() throws IOException {
        String slo =
                """
                apiVersion: openslo/v1
                kind: SLO
                metadata: {name: fast}
                spec:
                  service: checkout
                  indicator:
                    spec:
                      ratioMetric:
                        good: {metricSource: {type: Prometheus, spec: {query: 'sum(rate(http_seconds_bucket{le="0.2"}[5m]))'}}}
                        total: {metricSource: {type: Prometheus, spec: {query: 'sum(rate(http_seconds_count[5m]))'}}}
                  objectives: [{target: 0.99}]
                """;
        assertThat(run("rule", "import", file(slo))).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        rules:
                          # latency.p99 is at most 200ms
                          - {id: fast, metric: latency.p99, max: 200ms}
                        """);
        assertThat(run("rule", "import", file(slo.replace("0.99", "0.98")))).isEqualTo(2);
        assertThat(err()).contains("rules have no percentile for 0.98; there are 0.5, 0.9, 0.95, 0.99, 0.999");
    }

    @Test
    void an_slo_takes_its_indicator_from_another_document_of_its_file() throws IOException {
        String file =
                """
                apiVersion: openslo/v1
                kind: SLO
                metadata: {name: fast}
                spec: {service: checkout, indicatorRef: latency, objectives: [{value: 0.2, target: 0.99}]}
                ---
                apiVersion: openslo/v1
                kind: SLI
                metadata: {name: latency}
                spec:
                  thresholdMetric:
                    metricSource: {spec: {query: 'histogram_quantile(0.99, rate(http_seconds_bucket[5m]))'}}
                """;
        assertThat(run("rule", "import", file(file))).isZero();
        assertThat(out()).contains("- {id: fast, metric: latency.p99, max: 200ms}");
        assertThat(run("rule", "import", file(file.replace("indicatorRef: latency", "indicatorRef: fast"))))
                .isEqualTo(2);
        assertThat(err())
                .contains(":4:41: document 1: no SLI of this file has the name 'fast'; its SLIs are latency")
                .contains("indicatorRef: fast");
    }

    @Test
    void the_metrics_of_a_service_are_shown_with_the_values_of_its_newest_verdict() {
        server.on(
                "GET /api/v1/services/checkout/metrics",
                200,
                "application/json",
                """
                {"service": "checkout", "run": "checkout-3", "at": "2026-11-20T12:00:40Z",
                 "metrics": {"host.cpu": 0.52, "latency.p99": 0.12, "peers.host.cpu": 0.3, "peers.host.cpu.hosts": 2.0,
                   "peers.latency.p99": 0.1,
                   "pool.rps": 500.0, "checkout-7/host.cpu": 0.52, "host.load1": 2.5},
                 "windowSeconds": 30.0,
                 "signals": {"cgroup.throttled": 0.02, "peers.cgroup.throttled": 0.0, "peers.host.load1": 1.0,
                   "deps.orders_db.host.cpu": 0.4},
                 "signalsFrom": "2026-11-20T12:00:39Z",
                 "others": {"app.orders_queue_size": 12.0, "app.sql_seconds.p99": 0.031,
                   "deps.orders_db.host.cpu.steal": 0.02},
                 "othersAt": "2026-11-20T12:00:30Z", "othersLeftOut": 4,
                 "gaps": {"host.net.busy": "checkout-7: no interface reports a speed"},
                 "rules": [{"rule": "p99", "outcome": "PASS", "failing": false, "reason": null, "comparisons": []},
                   {"rule": "heap", "outcome": "UNKNOWN", "failing": false, "reason": "no data for jvm.heap",
                    "comparisons": []}],
                 "missing": ["checkout-2"], "notes": []}
                """);
        assertThat(run("rule", "check", "--service", "checkout")).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        service checkout, newest verdict: run checkout-3 at 2026-11-20T12:00:40Z
                        METRIC            SUT     PEERS   POOL  OVER
                        cgroup.throttled  2%      0%      -     tick
                        host.cpu          52%     30%     -     window
                        host.cpu.hosts    -       2       -     window
                        host.load1        2.5     1       -     window, peers tick
                        latency.p99       120 ms  100 ms  -     window
                        rps               -       -       500   window
                        METRIC OF A DEPENDENCY   VALUE  OVER
                        deps.orders_db.host.cpu  40%    tick
                        window: the longest window of the rules, 30 s; host.cpu of PEERS is that of the busiest peer over a minute, and host.cpu.hosts the number of peers that report it
                        tick: signals, each over the newest tick that has it, from 2026-11-20T12:00:39Z on
                        FURTHER METRIC         SUT
                        app.orders_queue_size  12
                        app.sql_seconds.p99    about 31 ms
                        FURTHER METRIC OF A DEPENDENCY  VALUE
                        deps.orders_db.host.cpu.steal   2%
                        these at 2026-11-20T12:00:30Z; 4 more are not listed
                        SIGNAL WITHOUT A VALUE  REASON
                        host.net.busy           checkout-7: no interface reports a speed
                        RULE  OUTCOME  REASON
                        p99   PASS
                        heap  UNKNOWN  no data for jvm.heap
                        no recent report: checkout-2
                        """);
        assertThat(run("rule", "check")).isEqualTo(2);
    }

    @Test
    void mistakes_of_the_edited_file_are_found_before_the_server_is_asked() throws IOException {
        String wrong = file(YAML.replace("200ms", "200"));
        assertThat(run("rule", "replay", "--run", "checkout-3", "-f", wrong)).isEqualTo(2);
        assertThat(err()).contains(wrong + ":7:", "'200' is not a duration; write the unit, such as 200ms");
        assertThat(server.asked()).isEmpty();
    }
}
