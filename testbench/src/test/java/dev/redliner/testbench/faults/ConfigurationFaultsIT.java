package dev.redliner.testbench.faults;

import static dev.redliner.testbench.faults.LiveCluster.REDIRECTOR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.testbench.MostlyWaits;
import dev.redliner.testbench.faults.StubbornEnvoy.Manner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import tools.jackson.databind.json.JsonMapper;

/** Rows of the fault matrix about the configuration in Envoys, and about the identity of Envoys. */
@MostlyWaits
@TestInstance(Lifecycle.PER_CLASS)
class ConfigurationFaultsIT {
    private static final Path FOLDER = Path.of("target", "faults", "configuration");
    private static final double RPS = 100;
    private static final int REQUESTS = 200;
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private LiveCluster cluster;

    @BeforeAll
    void start() {
        cluster = LiveCluster.start(Fresh.folder(FOLDER), JournalDatabase.h2());
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static void serves(LivePool pool, String when) {
        for (int i = 0; i < REQUESTS; i++) {
            Web.Answer answer = Web.get(pool.front());
            assertThat(answer.status()).as("request %s %s: %s", i, when, answer).isEqualTo(200);
        }
    }

    private static void awaitServing(LivePool pool) {
        Await.await("the listener", SOON, () -> Web.get(pool.front()).status() == 200, () -> "no answer");
    }

    /** The redirector reports on its Envoys once a second. An Envoy in this report is connected to it. */
    private void awaitListed(LivePool pool) {
        String path = "/api/v1/envoy-configurations/" + pool.name();
        Await.await(
                "the Envoy of " + pool.name() + " to be connected",
                SOON,
                () -> cluster.api().get(path).body().contains(pool.node()),
                () -> cluster.api().get(path).toString());
    }

    @Test
    void row_41_a_deleted_service_serves_its_traffic_until_its_configuration_is_withdrawn() {
        try (LivePool pool = cluster.pool(PoolPlan.of("deleted", RPS))) {
            assertThat(cluster.api().delete(pool.name()).status()).isEqualTo(204);
            awaitListed(pool);
            serves(pool, "after the service was deleted");
            cluster.kill(REDIRECTOR);
            cluster.restart(REDIRECTOR);
            awaitListed(pool);
            serves(pool, "after the redirector was started anew");
            pool.restartEnvoy();
            awaitServing(pool);
            serves(pool, "after Envoy was started anew");

            awaitListed(pool);
            Web.Answer unconfirmed = cluster.api().withdraw(pool.name(), "");
            assertThat(unconfirmed.status()).isEqualTo(409);
            assertThat(unconfirmed.body()).contains(pool.node());
            serves(pool, "after a withdrawal that was not confirmed");
            assertThat(cluster.api().withdraw(pool.name(), pool.name()).status())
                    .isEqualTo(200);
            Await.await("the listener to go", SOON, () -> Web.get(pool.front()).status() == 0, () -> "it answers");
        }
    }

    @Test
    void row_41_leaving_mode_full_costs_no_request_and_runs_go_on() {
        try (LivePool pool = cluster.pool(PoolPlan.of("moved", RPS))) {
            String runtimeOnly = pool.yaml().replaceFirst("listen: \"[0-9.:]+\"", "mode: runtime-only");
            assertThat(cluster.api().apply(pool.name(), runtimeOnly).status()).isEqualTo(200);
            serves(pool, "after the mode was changed");
            cluster.kill(REDIRECTOR);
            cluster.restart(REDIRECTOR);
            awaitListed(pool);
            serves(pool, "after the redirector was started anew");
            Rows.verified(pool.aborted(pool.startAndAwaitShift()));
        }
    }

    /** The real Envoy connects last, so that it is the newest stream of the node id. */
    @Test
    void row_44_of_two_envoys_with_one_node_id_the_worse_one_counts_and_health_and_report_name_the_id()
            throws Exception {
        try (LivePool pool = cluster.pool(PoolPlan.of("twins", RPS));
                var twin = new StubbornEnvoy(cluster.xdsPort(), pool.node(), pool.name(), Manner.IGNORES)) {
            awaitInHealth(pool.node());
            pool.restartEnvoy();
            awaitInHealth(pool.node());

            RunReport end = pool.awaitEnd(pool.start());

            assertThat(end.state()).as(end.reason()).isIn(RunState.INCONCLUSIVE, RunState.REFUSED);
            assertThat(end.steps()).as(end.reason()).noneMatch(step -> step.counted());
            assertThat(end.remarks()).anyMatch(remark -> remark.contains("node id " + pool.node()));
            assertThat(twin).isNotNull();
        }
    }

    @Test
    void row_44_a_connection_that_died_in_silence_is_no_second_envoy_for_long() {
        try (LivePool pool = cluster.pool(PoolPlan.of("dead-end", RPS))) {
            awaitListed(pool);
            pool.toRedirector().mute();
            String path = "/api/v1/envoy-configurations/" + pool.name();
            Await.await(
                    "keepalive to end the connection",
                    SOON,
                    () -> cluster.api().get(path).body().contains("\"envoys\":[]"),
                    () -> cluster.api().get(path).toString());
            pool.toRedirector().mend();
            awaitListed(pool);
        }
    }

    private void awaitInHealth(String node) {
        var health = cluster.http(REDIRECTOR).resolve("/actuator/health");
        Await.await(
                node + " in the health of the redirector",
                SOON,
                () -> Web.get(health).body().contains("\"equalNodeIds\":[\"" + node + "\"]"),
                () -> Web.get(health).body());
    }

    @Test
    void row_46_an_older_record_of_a_pool_that_arrives_late_changes_nothing() {
        try (var records = new Topic(cluster.kafka(), Topics.POOLS);
                LivePool pool = cluster.pool(PoolPlan.of("late", RPS))) {
            PoolRecord newest = newest(records, pool.name());
            var older = new PoolRecord(pool.name(), newest.revision() - 1, null, null);
            records.send(pool.name(), JSON.writeValueAsBytes(older));
            awaitListed(pool);
            serves(pool, "after an older record came");
            Rows.verified(pool.aborted(pool.startAndAwaitShift()));
            cluster.kill(REDIRECTOR);
            cluster.restart(REDIRECTOR);
            awaitListed(pool);
            serves(pool, "after the redirector read both records");
        }
    }

    private static PoolRecord newest(Topic records, String pool) {
        var found = new ArrayDeque<PoolRecord>();
        Await.await(
                "the record of " + pool,
                SOON,
                () -> {
                    records.news().stream()
                            .filter(record -> pool.equals(record.key()))
                            .map(record -> JSON.readValue(record.value(), PoolRecord.class))
                            .forEach(found::push);
                    return !found.isEmpty();
                },
                () -> "none");
        return found.element();
    }
}
