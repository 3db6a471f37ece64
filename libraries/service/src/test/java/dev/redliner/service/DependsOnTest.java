package dev.redliner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.contracts.pool.Dependency;
import dev.redliner.contracts.watch.OnFail;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DependsOnTest {
    private static final String WATCHED =
            "dependsOn: [search, {name: orders-db, node: db-1, metrics: \"http://10.0.0.9:9187/metrics\"}]\n";

    @Test
    void a_name_is_locked_and_a_mapping_is_watched_too() throws InvalidService {
        ServiceDefinition service = parsed(WATCHED);

        assertThat(service.dependsOn()).containsExactly("orders-db", "search");
        assertThat(service.pool().dependencies())
                .containsExactly(new Dependency("orders-db", "db-1", URI.create("http://10.0.0.9:9187/metrics")));
        assertThat(ServiceYaml.pool(document(WATCHED))).isEqualTo(service.pool());
        assertThat(parsed("dependsOn: orders-db").pool().dependencies()).isEmpty();
        assertThat(parsed("dependsOn: [a-b, a_b, a-b]").dependsOn()).containsExactly("a-b", "a_b");
        assertThat(parsed("dependsOn: [a_b, a-b, a-b]").dependsOn()).containsExactly("a-b", "a_b");
    }

    @Test
    void a_rule_about_dependencies_alone_ends_the_run_unless_it_says_otherwise() throws InvalidService {
        String rule = "{id: db, pass: 'deps.orders_db.host.cpu <= baseline.deps.orders_db.host.cpu + percent(20)'}";

        assertThat(onFail(WATCHED, rule)).isEqualTo(OnFail.STOP);
        assertThat(onFail(WATCHED, "{id: db, metric: deps.orders_db.host.cpu, max: 80%, onFail: report}"))
                .isEqualTo(OnFail.REPORT);
        assertThat(onFail(WATCHED, "{id: db, pass: 'host.cpu <= 0.9 || deps.orders_db.host.cpu <= 0.9'}"))
                .isEqualTo(OnFail.BACK_OFF);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "deps.search.host.cpu <= 0.5 | dependency search has neither node nor metrics",
                "deps.other_db.host.cpu <= 0.5 | dependsOn has no other_db, so nothing reports deps.other_db.host.cpu;"
                        + " there is deps.orders_db",
                "deps.orders_db.host.cpy <= 0.5 | did you mean deps.orders_db.host.cpu?",
                "deps.orders_db.error_rate <= 0.5 | no Envoy of the pool counts the requests to a dependency",
                "deps.orders_db.host.cpu <= 50.0 | ",
                "peers.deps.orders_db.host.cpu <= 0.5 | there is no metric",
                "deps.orders_db <= 0.5 | of a dependency it is deps.NAME.METRIC",
                "deps.orders-db.host.cpu <= 0.5 | a dash would be read as minus",
                "deps.orders_db.envoy.timeouts <= 0.5 | there is no metric"
            })
    void a_metric_that_nothing_reports_is_refused(String pass, String problem) {
        assertThatThrownBy(() -> onFail(WATCHED, "{id: db, pass: '" + pass + "'}"))
                .isInstanceOf(InvalidService.class)
                .hasMessageContaining(problem == null ? "percent" : problem);
    }

    @Test
    void signals_of_watched_dependencies_are_accepted() throws InvalidService {
        String signals = "signals: [deps.orders_db.app.pg_stat_activity_count, app.queue]";

        assertThat(parsed(WATCHED + signals).signals())
                .containsExactly("deps.orders_db.app.pg_stat_activity_count", "app.queue");
        assertThatThrownBy(() -> parsed(signals)).hasMessageContaining("dependsOn has no orders_db");
        assertThatThrownBy(() -> parsed(WATCHED + "signals: [deps.orders-db.app.queue]"))
                .hasMessageContaining("write deps.orders_db.app.queue");
        assertThatThrownBy(() -> parsed(WATCHED + "signals: ['deps.orders_db.app.a b']"))
                .hasMessageContaining("there is no signal");
        assertThatThrownBy(() -> parsed(WATCHED + "signals: [deps.orders_db.errors]"))
                .hasMessageContaining("there is no signal");
    }

    @Test
    void a_dependency_in_another_form_is_refused() {
        assertThatThrownBy(() -> parsed("dependsOn: [{node: db-1}]")).hasMessageContaining("'name' is missing");
        assertThatThrownBy(() -> parsed("dependsOn: [{name: db, host: db-1}]"))
                .hasMessageContaining("unknown key 'host'");
        assertThatThrownBy(() -> parsed("dependsOn: [{name: db, metrics: 10.0.0.9}]"))
                .hasMessageContaining("is not an http address");
        assertThatThrownBy(() -> parsed("dependsOn: [{name: 3scale, node: n}]"))
                .hasMessageContaining("rules cannot read deps.3scale");
        assertThatThrownBy(() -> parsed("dependsOn: [orders_db, {name: orders-db, node: a}]"))
                .hasMessageContaining("is there twice");
        assertThatThrownBy(() -> parsed("dependsOn: [{name: a, node: n}, {name: b, node: n}, {name: c, node: n},"
                        + " {name: d, node: n}, {name: e, node: n}, {name: f, node: n}]"))
                .hasMessageContaining("6 watched dependencies are more than 5");
    }

    @Test
    void envoys_are_served_from_a_document_whose_dependencies_cannot_be_read() throws InvalidService {
        assertThat(ServiceYaml.pool(document("dependsOn: [{name: 7, disk: x}]")).dependencies())
                .isEmpty();
    }

    private static OnFail onFail(String dependencies, String rule) throws InvalidService {
        String text = document(dependencies).replace("rules:", "rules:\n  - " + rule);
        return ServiceYaml.parse(null, text).rules().get(0).onFail();
    }

    private static ServiceDefinition parsed(String lines) throws InvalidService {
        return ServiceYaml.parse(null, document(lines));
    }

    private static String document(String lines) {
        return ServiceDocuments.CHECKOUT + "\n" + lines + "\n";
    }
}
