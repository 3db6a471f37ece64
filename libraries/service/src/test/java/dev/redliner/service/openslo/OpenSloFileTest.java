package dev.redliner.service.openslo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of several documents. */
class OpenSloFileTest {
    /** A team's file: SLOs before and after the indicators that they refer to, among other kinds. */
    private static final String FILE =
            """
            ---
            apiVersion: openslo/v1
            kind: Service
            metadata: {name: checkout}
            spec: {description: Takes the money.}
            ---
            apiVersion: openslo/v1
            kind: SLO
            metadata: {name: checkout-availability}
            spec:
              service: checkout
              indicatorRef: availability
              budgetingMethod: Occurrences
              objectives: [{target: 0.999}, {targetPercent: 99.5}]
            ---
            apiVersion: openslo/v1
            kind: SLI
            metadata: {name: availability}
            spec:
              ratioMetric:
                counter: true
                bad: {metricSource: {type: Prometheus, spec: {query: 'sum(rate(http_requests_total{code=~"5.."}[5m]))'}}}
                total: {metricSource: {type: Prometheus, spec: {query: 'sum(rate(http_requests_total[5m]))'}}}
            ---
            apiVersion: openslo/v1
            kind: SLI
            metadata: {name: latency}
            spec:
              thresholdMetric:
                metricSource:
                  metricSourceRef: prometheus
                  spec: {query: 'histogram_quantile(0.99, sum by (le) (rate(http_seconds_bucket[5m])))'}
            ---
            apiVersion: openslo/v1
            kind: SLI
            metadata: {name: rows}
            spec: {thresholdMetric: {metricSource: {type: Redshift, spec: {region: eu, query: SELECT 1}}}}
            ---
            apiVersion: openslo/v1
            kind: SLO
            metadata: {name: checkout-both}
            spec:
              service: checkout
              budgetingMethod: Occurrences
              objectives:
                - {indicatorRef: availability, target: 0.99, compositeWeight: 2}
                - {indicatorRef: latency, op: lte, value: 0.25, target: 0.95}
            ---
            apiVersion: openslo/v1
            kind: AlertPolicy
            metadata: {name: burns}
            spec: {conditions: [{conditionRef: fast}]}
            """;

    @Test
    void slos_take_their_indicators_from_documents_of_the_file() throws Exception {
        assertThat(OpenSlo.read(null, FILE))
                .extracting(ImportedRule::id, ImportedRule::metric, ImportedRule::max, ImportedRule::meaning)
                .containsExactly(
                        tuple("checkout-availability", "error_rate", "0.1%", "at most 0.1% of the requests fail"),
                        tuple("checkout-availability-2", "error_rate", "0.5%", "at most 0.5% of the requests fail"),
                        tuple("checkout-both", "error_rate", "1%", "at most 1% of the requests fail"),
                        tuple("checkout-both-2", "latency.p99", "250ms", "latency.p99 is at most 250ms"));
    }

    @Test
    void rules_of_several_services_are_told_apart() throws Exception {
        String two = FILE.replaceFirst("service: checkout", "service: cart");
        assertThat(OpenSlo.read(null, two))
                .extracting(ImportedRule::meaning)
                .startsWith("cart: at most 0.1% of the requests fail")
                .endsWith("checkout: latency.p99 is at most 250ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"availabilty", "Availability", "slo"})
    void an_unknown_reference_names_the_indicators_that_exist(String name) {
        assertThat(problems(FILE.replaceFirst("indicatorRef: availability", "indicatorRef: " + name)))
                .isEqualTo("slo.yaml:12:17: document 2: no SLI of this file has the name '" + name
                        + "'; its SLIs are availability, latency, rows");
        assertThat(problems(FILE.replace("{indicatorRef: availability", "{indicatorRef: " + name)))
                .isEqualTo("slo.yaml:46:22: document 6: no SLI of this file has the name '" + name
                        + "'; its SLIs are availability, latency, rows");
    }

    @Test
    void a_reference_in_a_file_without_indicators_is_refused() {
        String slo = document(1);
        assertThat(problems(slo))
                .isEqualTo("slo.yaml:4:22: no SLI of this file has the name 'availability'; the file has no document"
                        + " with 'kind: SLI'; add it, or write the indicator itself as indicator");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "indicatorRef: availability|indicator: {spec: {}}\\n  indicatorRef: availability|13:17: document 2:"
                        + " there is an indicator, too; give either indicator or indicatorRef",
                "indicatorRef: availability|description: none|11:3: document 2: 'indicator' is missing; a ratioMetric"
                        + " or a thresholdMetric, or indicatorRef",
                "{indicatorRef: availability, |{|43:3: document 6: some objectives have an indicator of their own; give"
                        + " it to the SLO, or to each",
                "name: rows|name: latency|34:1: document 5: a second SLI has the name 'latency'; keep one of them",
                "name: checkout-both|name: checkout-availability|41:11: document 6: two rules would have the id"
                        + " 'checkout-availability'; give each SLO a name of its own",
                "kind: AlertPolicy|kind: Alert|50:7: document 7: 'Alert' is unknown",
                "indicatorRef: latency|indicatorRef: rows|37:25: document 5: the query is no histogram_quantile",
                "code=~\"5..\"|code=~\"4..\"|22:10: document 3: the query selects no status 5xx",
                "AlertPolicy\\n|AlertPolicy\\nkind: SLI\\n|51:1: document 7: key 'kind' is there twice"
            })
    void a_problem_names_the_document_and_the_line(String part, String replacement, String problem) {
        String written = part.replace("\\n", "\n");
        assertThat(FILE).contains(written);
        int at = FILE.indexOf(written);
        String text = FILE.substring(0, at) + replacement.replace("\\n", "\n") + FILE.substring(at + written.length());
        assertThat(problems(text)).contains("slo.yaml:" + problem);
    }

    @Test
    void a_problem_of_an_indicator_is_reported_once() {
        String text = FILE.replace("code=~", "path=~");
        assertThat(problems(text).lines()).hasSize(1);
    }

    @Test
    void a_file_of_very_many_documents_is_refused() {
        StringBuilder text = new StringBuilder(FILE);
        IntStream.range(0, 300).forEach(i -> text.append("---\nkind: Service\n"));
        assertThat(problems(text.toString())).endsWith("more than 200 documents; split the file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"---\n", "---\n---\n", "# nothing\n---\n"})
    void a_file_of_empty_documents_has_no_slo(String text) {
        assertThat(problems(text)).contains("no document has the kind SLO");
    }

    private static String document(int number) {
        return "apiVersion: openslo/v1\nkind: SLO\nmetadata: {name: slo-" + number
                + "}\nspec: {indicatorRef: availability, objectives: [{target: 0.99}]}\n";
    }

    private static String problems(String text) {
        InvalidOpenSlo invalid = catchThrowableOfType(InvalidOpenSlo.class, () -> OpenSlo.read("slo.yaml", text));
        assertThat(invalid).isNotNull();
        return invalid.getMessage();
    }
}
