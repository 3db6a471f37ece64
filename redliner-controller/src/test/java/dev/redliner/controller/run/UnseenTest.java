package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.api.UnverifiedRestore;
import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.EnvoySettings.StatisticsPage;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.EnvoyState.State;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import dev.redliner.search.SearchSettings;
import dev.redliner.service.ServiceDefinition;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Traffic that no collector counts, and requests without an answer. */
class UnseenTest {

    @Test
    void an_envoy_that_no_collector_reads_is_a_reason_to_refuse() {
        var world = new ShopWorld();
        world.says = TickVariants.tick(tick -> TickVariants.readOf(tick, "another"));
        world.begin().toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse("")).contains("No collector reads").contains("envoy-1");
        assertThat(world.run.steps()).isEmpty();
    }

    @Test
    void an_envoy_that_is_no_longer_read_makes_the_run_hold_and_then_end() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        var before = world.share();
        world.says = TickVariants.tick(tick -> TickVariants.readOf(tick));
        for (int i = 0; i < 8; i++) {
            world.second();
            assertThat(world.share()).isEqualTo(before);
        }
        assertThat(world.run.decided()).contains("holds").contains("envoy-1");
        world.toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.INCONCLUSIVE);
        assertThat(world.run.reason().orElse("")).contains("No collector reads").contains("envoy-1");
    }

    @Test
    void a_restore_is_verified_only_with_the_counts_of_every_connected_envoy() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.handle(new RunEvent.AbortAsked("kim", "enough"));
        world.says = TickVariants.tick(tick -> TickVariants.readOf(tick, "another"));
        for (int i = 0; i < 15; i++) {
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        assertThat(world.run.restoration().orElseThrow().verified()).isNull();

        world.says = UnaryOperator.identity();
        world.until(RunState.ABORTED);
        assertThat(world.run.unverified()).isEmpty();
        assertThat(world.run.restoration().orElseThrow().verified()).isNotNull();
    }

    @Test
    void a_restore_without_the_counts_of_a_connected_envoy_ends_unverified_with_its_node_id() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.handle(new RunEvent.AbortAsked("kim", "enough"));
        world.says = TickVariants.tick(tick -> TickVariants.readOf(tick, "another"));
        Instant asked = world.now;
        world.until(RunState.ABORTED);
        assertThat(world.run.unverified()).contains(UnverifiedRestore.ENVOYS_UNREAD);
        assertThat(world.run.reason().orElse("")).contains("was not seen").contains("envoy-1");
        assertThat(world.run.restoration().orElseThrow().verified()).isNull();
        assertThat(Duration.between(asked, world.now)).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void an_envoy_that_two_collectors_read_is_a_reason_to_refuse() {
        var world = new ShopWorld();
        world.says = TickVariants.tick(tick -> TickVariants.readOf(tick, "envoy-1", "envoy-1"));
        world.begin().toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse("")).contains("count twice").contains("envoy-1");
    }

    @Test
    void an_envoy_that_moves_to_another_redirector_is_one_envoy() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        // its last report still lists the Envoy, and this replica is considered gone only after 5 s
        world.handle(reportOf("redirector-2", world));
        for (int i = 0; i < 6; i++) {
            world.second();
            assertThat(world.run.decided()).doesNotContain("No collector reads", "count twice");
        }
        assertThat(world.run.state().over()).isFalse();
    }

    @Test
    void an_envoy_that_two_redirectors_report_for_longer_than_a_move_takes_is_two_envoys() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        for (int i = 0; i < 9; i++) {
            world.handle(reportOf("redirector-2", world));
            world.second();
        }
        assertThat(world.run.decided()).doesNotContain("No collector reads");
        world.says = TickVariants.tick(tick -> TickVariants.readOf(tick, "envoy-1", "envoy-1"));
        for (int i = 0; i < 6; i++) {
            world.handle(reportOf("redirector-2", world));
            world.second();
        }
        assertThat(world.run.decided()).as("both are read").doesNotContain("No collector reads", "count twice");
        world.says = TickVariants.tick(tick -> TickVariants.readOf(tick, "envoy-1"));
        world.handle(reportOf("redirector-2", world));
        world.second();
        assertThat(world.run.decided()).contains("No collector reads");
    }

    private static RunEvent reportOf(String redirector, ShopWorld world) {
        boolean shifted = world.run.standing() instanceof DesiredTraffic.Shift;
        RedirectReport report = Shop.report(
                world.now,
                shifted ? Lease.LIVE : Lease.IDLE,
                world.run,
                shifted ? State.APPLIED : State.BASELINE,
                world.share());
        return new RunEvent.ReportArrived(new RedirectReport(
                report.pool(),
                redirector,
                report.at(),
                report.lease(),
                report.run(),
                report.token(),
                report.sequence(),
                report.asked(),
                report.reason(),
                report.envoys()));
    }

    /** Such an Envoy may be read under its own id as well, and its requests would count twice. */
    @Test
    void an_id_that_is_declared_for_a_page_and_is_not_connected_is_a_reason_to_refuse() {
        var world = new ShopWorld();
        world.run =
                Run.accepted(new RunFacts("shop-1", readByPage("egde-1"), 1, ShopWorld.START, SearchSettings.DEFAULT));
        world.says = TickVariants.tick(tick -> TickVariants.readOf(tick, "envoy-1", "egde-1"));
        world.begin().toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse("")).contains("no connected Envoy: egde-1");

        var right = new ShopWorld();
        right.run =
                Run.accepted(new RunFacts("shop-1", readByPage("envoy-1"), 1, ShopWorld.START, SearchSettings.DEFAULT));
        right.begin().until(RunState.RAMPING);
        assertThat(right.run.state()).isEqualTo(RunState.RAMPING);
    }

    private static ServiceDefinition readByPage(String node) {
        ServiceDefinition shop = Shop.SERVICE;
        Pool pool = shop.pool();
        var envoy = new EnvoySettings(
                pool.envoy().mode(),
                pool.envoy().listenAddress(),
                pool.envoy().listenPort(),
                List.of(),
                List.of(new StatisticsPage(URI.create("http://127.0.0.1:2/stats/prometheus"), node)));
        return new ServiceDefinition(
                new Pool(
                        pool.name(),
                        pool.tier(),
                        pool.hosts(),
                        pool.sut(),
                        pool.baselineShare(),
                        pool.maxShare(),
                        null,
                        envoy),
                shop.rules(),
                shop.limits(),
                shop.sampling(),
                shop.targetRps(),
                shop.dependsOn(),
                shop.profile());
    }

    @Test
    void an_envoy_that_is_read_and_not_connected_is_none() {
        var world = new ShopWorld();
        world.says = TickVariants.tick(tick -> TickVariants.readOf(tick, "envoy-1", "of another Envoy"));
        world.begin().until(RunState.RAMPING);
        assertThat(world.run.state()).isEqualTo(RunState.RAMPING);
    }

    @Test
    void a_load_of_which_a_fifth_hangs_is_not_raised() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.says = TickVariants.tick(tick -> TickVariants.answered(tick, 0.8));
        world.second();
        world.second();
        Share held = world.share();
        for (int i = 0; i < 5; i++) {
            world.second();
            assertThat(world.share()).isEqualTo(held);
            assertThat(world.run.decided()).contains("are not answered, and their number grows.");
        }
    }

    @Test
    void a_load_whose_clients_leave_before_their_answers_is_not_raised() {
        var world = new ShopWorld();
        // some clients leave in any case
        world.says = TickVariants.tick(tick -> TickVariants.left(tick, 0.02, 0.02));
        world.begin().until(RunState.RAMPING);
        world.second();
        assertThat(world.run.decided()).doesNotContain("clients");

        world.says = TickVariants.tick(tick -> TickVariants.left(tick, 0.1, 0.02));
        world.second();
        Share held = world.share();
        for (int i = 0; i < 4; i++) {
            world.second();
            assertThat(world.share()).isEqualTo(held);
            assertThat(world.run.decided())
                    .contains("were abandoned by their clients")
                    .contains("Normal is 2.");
        }
        assertThat(world.run.harm().excessRequests()).isPositive();
    }

    @Test
    void clients_that_leave_the_peers_as_well_say_nothing_of_the_sut() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.says = TickVariants.tick(tick -> TickVariants.left(tick, 0.1, 0.1));
        for (int i = 0; i < 8; i++) {
            world.second();
            assertThat(world.run.decided()).doesNotContain("clients");
        }
    }

    @Test
    void a_load_of_which_few_requests_are_answered_is_not_raised() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.says = TickVariants.tick(tick -> TickVariants.answered(tick, 0.001));
        world.second();
        world.second();
        world.second();
        var before = world.share();
        for (int i = 0; i < 6; i++) {
            world.second();
            assertThat(world.share()).isLessThanOrEqualTo(before);
        }
        assertThat(world.run.decided()).contains("requests of the last 3 s were answered");
        world.toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.INCONCLUSIVE);
    }
}
