package dev.redliner.service.openslo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.service.ServiceYaml;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenSloTest {
    private static final String RATIO =
            """
            apiVersion: openslo/v1
            kind: SLO
            metadata:
              name: checkout-availability
              labels: {team: [payments]}
            spec:
              description: Requests that succeed.
              service: checkout
              indicator:
                metadata: {name: availability}
                spec:
                  ratioMetric:
                    counter: true
                    bad:
                      metricSource: {type: Prometheus, spec: {query: 'sum(rate(http_requests_total{code=~"5.."}[5m]))'}}
                    total:
                      metricSource: {type: Prometheus, spec: {query: 'sum(rate(http_requests_total[5m]))'}}
              timeWindow: [{duration: 28d, isRolling: true}]
              budgetingMethod: Occurrences
              objectives:
                - {displayName: most, target: 0.999}
                - {displayName: nearly all, targetPercent: 99.5}
            """;
    private static final String THRESHOLD =
            """
            apiVersion: openslo/v1
            kind: SLO
            metadata: {name: checkout-latency}
            spec:
              service: checkout
              indicator:
                metadata: {name: latency}
                spec:
                  thresholdMetric:
                    metricSource:
                      type: Prometheus
                      spec:
                        query: |
                          histogram_quantile(0.99,
                            sum by (le) (rate(http_request_duration_seconds_bucket[5m])))
              objectives:
                - {op: lte, value: 0.25, target: 0.95}
            """;

    @Test
    void a_ratio_of_failures_limits_the_error_rate() throws Exception {
        assertThat(OpenSlo.read(null, RATIO))
                .extracting(ImportedRule::id, ImportedRule::metric, ImportedRule::max)
                .containsExactly(
                        tuple("checkout-availability", "error_rate", "0.1%"),
                        tuple("checkout-availability-2", "error_rate", "0.5%"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "http_requests_total{status!~\"5..\"} | error_rate | 0.1%",
                "envoy_rq{response_code!=\"5xx\"} | error_rate | 0.1%",
                "http_seconds_bucket{job=\"x\", le=\"0.5\"} | latency.p999 | 500ms",
                "http_milliseconds_bucket{le=\"85\"} | latency.p999 | 85ms",
                "http_seconds_bucket{le=\"1.5\"} | latency.p999 | 1500ms"
            })
    void a_ratio_of_good_requests_limits_what_its_query_selects(String query, String metric, String max)
            throws Exception {
        ImportedRule rule = OpenSlo.read(null, good(query)).get(0);
        assertThat(rule.metric()).isEqualTo(metric);
        assertThat(rule.max()).isEqualTo(max);
    }

    @Test
    void a_threshold_of_a_percentile_limits_it() throws Exception {
        ImportedRule rule = OpenSlo.read(null, THRESHOLD).get(0);
        assertThat(rule)
                .isEqualTo(
                        new ImportedRule("checkout-latency", "latency.p99", "250ms", "latency.p99 is at most 250ms"));
    }

    @Test
    void labels_that_select_some_requests_are_named_because_a_rule_reads_all() throws Exception {
        String query = "http_seconds_bucket{job=\"x\", route=\"/pay\", le=\"0.5\"}";
        assertThat(OpenSlo.read(null, good(query)).get(0).meaning())
                .isEqualTo("latency.p999 is at most 500ms, over all requests; the query selects those with"
                        + " route=\"/pay\"");
        assertThat(OpenSlo.read(null, good("http_total{route=\"/pay\", status!~\"5..\", method='\'GET'\'}"))
                        .get(0)
                        .meaning())
                .isEqualTo("at most 0.1% of the requests fail, over all requests; the query selects those with"
                        + " route=\"/pay\", method='GET'");
    }

    @Test
    void the_rules_are_accepted_in_a_service_file() throws Exception {
        List<ImportedRule> rules = OpenSlo.read(null, RATIO);
        String document =
                "service: checkout\npool: {hosts: [a=1.1.1.1:1, b=1.1.1.2:1], sut: a, maxShare: 80%}\nrules:\n"
                        + rules.stream()
                                .map(rule -> "- {id: " + rule.id() + ", metric: " + rule.metric() + ", max: "
                                        + rule.max() + "}\n")
                                .collect(Collectors.joining());
        assertThat(ServiceYaml.parse(null, document).rules())
                .extracting(RuleSpec::pass)
                .containsExactly("error_rate <= percent(0.1)", "error_rate <= percent(0.5)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "target: 0.999|target: 1|a target is above 0 and below 1; such as 0.99",
                "apiVersion: openslo/v1|apiVersion: openslo/v2|'openslo/v2' is unknown; did you mean 'openslo/v1'?",
                "kind: SLO|kind: Slo|'Slo' is unknown; did you mean 'SLO'?",
                "kind: SLO|kind: Service|no document has the kind SLO; objectives are in a document with 'kind: SLO'",
                "code=~\"5..\"|code=~\"4..\"|the query selects no status 5xx, which is what Redliner counts as a"
                        + " failure",
                "bad:|raw:|a raw ratio cannot be imported; give good or bad, and total",
                "budgetingMethod|budgetingmethod|unknown key 'budgetingmethod'; did you mean 'budgetingMethod'?"
            })
    void objectives_that_no_rule_can_express_are_refused(String part, String replacement, String problem) {
        assertThat(RATIO).contains(part);
        assertThat(problems(RATIO.replace(part, replacement))).contains(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "0.99,|0.98,|rules have no percentile for 0.98; there are 0.5, 0.9, 0.95, 0.99, 0.999",
                "op: lte|op: gte|'gte' is unknown",
                "value: 0.25|value: 0.0005|a limit of 0.5 ms is not a whole number of milliseconds",
                "http_request_duration_seconds_bucket|db_query_seconds_bucket|the query reads db_query_seconds, which is"
                        + " not known to be a latency of requests; write a rule such as"
                        + " {metric: app.db_query_seconds.p99, max: 250ms}",
                "http_request_duration_seconds_bucket|http_client_request_seconds_bucket|the query reads"
                        + " http_client_request_seconds, which is not known to be a latency of requests",
                "duration_seconds_bucket|duration_bucket|the name of http_request_duration does not end with its unit",
                "histogram_quantile(0.99,|avg(|the query is no histogram_quantile of a latency"
            })
    void thresholds_that_no_rule_can_express_are_refused(String part, String replacement, String problem) {
        assertThat(THRESHOLD).contains(part);
        assertThat(problems(THRESHOLD.replace(part, replacement))).contains(problem);
    }

    @Test
    void an_slo_of_no_objective_or_too_many_is_refused() {
        String objective = "    - {displayName: most, target: 0.999}\n";
        String none = RATIO.substring(0, RATIO.indexOf("  objectives:")) + "  objectives: []\n";
        assertThat(problems(none)).contains("has no objective; such as [{target: 0.99}]");
        assertThat(problems(RATIO.replace(objective, objective.repeat(50))))
                .contains("an SLO has 50 objectives at most; split it");
    }

    private static String good(String query) {
        return RATIO.replace("    - {displayName: nearly all, targetPercent: 99.5}\n", "")
                .replace("bad:", "good:")
                .replace("http_requests_total{code=~\"5..\"}", query);
    }

    private static String problems(String text) {
        InvalidOpenSlo invalid = catchThrowableOfType(InvalidOpenSlo.class, () -> OpenSlo.read("slo.yaml", text));
        assertThat(invalid).isNotNull();
        assertThat(invalid.getMessage()).startsWith("slo.yaml:");
        return invalid.getMessage();
    }
}
