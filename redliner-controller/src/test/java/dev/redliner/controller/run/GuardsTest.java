package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.api.UnverifiedRestore;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import dev.redliner.search.SearchSettings;
import dev.redliner.service.Limits;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Events around the SUT. */
class GuardsTest {
    private static final double LONG_AGO = ShopWorld.START.minusSeconds(86_400).getEpochSecond();
    private static final Map<String, Double> HOST = Map.of("a/process.start", LONG_AGO, "a/host.cpus", 4.0);

    private static void endsAs(ShopWorld world, RunState state, String reason) {
        assertThat(world.run.state()).as(world.run.decided()).isIn(RunState.RESTORING, state);
        assertThat(world.run.standing()).isEqualTo(new DesiredTraffic.Restore(Shop.BASELINE));
        world.until(state);
        assertThat(world.run.reason().orElse("")).contains(reason);
        assertThat(world.run.redline()).isEmpty();
    }

    @Test
    void a_restarted_sut_ends_the_run_and_leaves_no_result() {
        var world = new ShopWorld();
        world.says = TickVariants.identity(HOST);
        world.begin().until(RunState.RAMPING);
        world.says = TickVariants.identity(Map.of("a/process.start", LONG_AGO + 86_000, "a/host.cpus", 4.0));
        world.second();
        endsAs(world, RunState.ABORTED, "a/process.start changed");
    }

    @Test
    void a_resized_sut_ends_the_run() {
        var world = new ShopWorld();
        world.says = TickVariants.identity(HOST);
        world.begin().until(RunState.RAMPING);
        world.says = TickVariants.identity(Map.of("a/process.start", LONG_AGO, "a/host.cpus", 8.0));
        world.second();
        endsAs(world, RunState.ABORTED, "a/host.cpus changed");
    }

    @Test
    void a_start_that_is_read_from_a_clock_may_jitter() {
        var world = new ShopWorld();
        world.says = TickVariants.identity(HOST);
        world.begin().until(RunState.RAMPING);
        world.says = TickVariants.identity(Map.of("a/process.start", LONG_AGO + 1, "a/host.cpus", 4.0));
        world.second();
        assertThat(world.run.state()).isEqualTo(RunState.RAMPING);
    }

    @Test
    void a_sut_of_which_nobody_knows_any_more_whether_it_is_the_same_is_not_stepped_up() {
        var world = new ShopWorld();
        world.says = TickVariants.identity(HOST);
        world.begin().until(RunState.RAMPING);
        var before = world.share();
        world.says = TickVariants.identity(Map.of());
        for (int i = 0; i < 8; i++) {
            world.second();
            assertThat(world.share()).isEqualTo(before);
        }
        assertThat(world.run.decided()).contains("holds").contains("a restart of the SUT would not be seen");
        for (int i = 0; i < 5; i++) {
            world.second();
        }
        endsAs(world, RunState.INCONCLUSIVE, "a restart of the SUT would not be seen");
    }

    @Test
    void a_sut_that_was_just_started_is_refused() {
        var world = new ShopWorld();
        world.says = TickVariants.identity(Map.of(
                "a/process.start", (double) ShopWorld.START.minusSeconds(60).getEpochSecond()));
        world.begin().toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse("")).contains("settledFor");
        assertThat(world.run.steps()).isEmpty();
    }

    @Test
    void a_share_that_somebody_else_moves_ends_the_run_and_is_left_alone() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.says = TickVariants.foreign("Envoy edge-1: 30% by layer admin");
        world.second();
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        world.envoyObeys = false;
        world.toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.ABORTED);
        assertThat(world.run.reason().orElse("")).contains("edge-1").contains("Redliner no longer holds a share");
    }

    @Test
    void a_share_that_somebody_else_moves_already_is_refused() {
        var world = new ShopWorld();
        world.says = TickVariants.foreign("Envoy edge-1: 30% by layer admin");
        world.begin().toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.steps()).isEmpty();
    }

    @Test
    void a_sut_that_takes_no_connections_ends_the_run_at_once() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.says = TickVariants.tick(t -> TickVariants.connectFailures(t, t.requested()));
        world.second();
        endsAs(world, RunState.ABORTED, "accepts no connections");
    }

    @Test
    void a_failed_connection_now_and_then_does_not() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.says = TickVariants.tick(t -> TickVariants.connectFailures(t, 1));
        world.second();
        assertThat(world.run.state()).isEqualTo(RunState.RAMPING);
    }

    @Test
    void the_connections_of_one_page_load_may_fail_and_those_of_a_host_with_few_requests_are_summed_up() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.says = TickVariants.tick(t -> TickVariants.connectFailures(TickVariants.requested(t, 8), 6));
        world.second();
        world.says = TickVariants.tick(t -> TickVariants.connectFailures(TickVariants.requested(t, 8), 0));
        world.second();
        assertThat(world.run.state()).isEqualTo(RunState.RAMPING);
        world.says = TickVariants.tick(t -> TickVariants.connectFailures(TickVariants.requested(t, 10), 10));
        for (int i = 0; i < 2; i++) {
            world.second();
        }
        assertThat(world.run.reason().orElse("")).contains("accepts no connections: 20 failed in the last 2.0 s");
    }

    @Test
    void a_dead_host_with_five_requests_per_second_is_found_after_four_seconds() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.says = TickVariants.tick(t -> TickVariants.connectFailures(TickVariants.requested(t, 5), 5));
        for (int i = 0; i < 3; i++) {
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.RAMPING);
        world.second();
        assertThat(world.run.reason().orElse("")).contains("accepts no connections: 20 failed in the last 4.0 s");
    }

    @Test
    void a_sut_that_was_taken_out_of_rotation_ends_the_run_at_once() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.says = TickVariants.tick(t -> TickVariants.connectFailures(
                TickVariants.invalidating(t, "invalidating.outlier_detection.ejections_active"), 1));
        world.second();
        endsAs(world, RunState.ABORTED, "out of rotation");
    }

    @Test
    void a_sut_that_answers_nothing_ends_the_run() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.says = TickVariants.tick(TickVariants::unanswered);
        world.second();
        assertThat(world.run.state()).as("a pause is shorter").isEqualTo(RunState.RAMPING);
        world.second();
        world.second();
        endsAs(world, RunState.ABORTED, "answers nothing");
    }

    @Test
    void peers_that_fail_while_the_sut_is_fine_end_the_run() {
        var world = new ShopWorld();
        world.says = TickVariants.tick(t -> TickVariants.peers(t, 0.001, 0.001));
        world.begin().until(RunState.RAMPING);
        world.says = TickVariants.tick(t -> TickVariants.peers(t, 0.2, 0.001));
        for (int i = 0; i < 5; i++) {
            world.second();
        }
        endsAs(world, RunState.ABORTED, "The cause lies outside");
    }

    @Test
    void peers_that_become_slow_end_the_run() {
        var world = new ShopWorld();
        world.says = TickVariants.tick(t -> TickVariants.peers(t, 0, 0.001));
        world.begin().until(RunState.RAMPING);
        world.says = TickVariants.tick(t -> TickVariants.peers(t, 0, 0.2));
        for (int i = 0; i < 5; i++) {
            world.second();
        }
        endsAs(world, RunState.ABORTED, "latency.p99");
    }

    @Test
    void peers_that_are_no_worse_than_ever_do_not() {
        var world = new ShopWorld();
        world.says = TickVariants.tick(t -> TickVariants.peers(t, 0.05, 0.05));
        world.begin().until(RunState.RAMPING);
        for (int i = 0; i < 5; i++) {
            world.second();
        }
        assertThat(world.run.state()).isNotEqualTo(RunState.RESTORING);
    }

    @Test
    void peers_without_room_for_the_suts_load_are_refused() {
        var world = new ShopWorld();
        world.says = TickVariants.peersCpu(0.85);
        world.begin().toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(world.run.reason().orElse("")).contains("if the SUT failed").contains("94.4%");
        assertThat(world.run.steps()).isEmpty();
    }

    @Test
    void peers_that_looked_busy_at_first_do_not_refuse_the_run() {
        var world = new ShopWorld();
        world.says = TickVariants.peersCpu(0.85);
        world.begin();
        for (int i = 0; i < 25; i++) {
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.BASELINING);
        assertThat(world.run.decided()).contains("which would become 94.4% if the SUT failed");
        world.says = TickVariants.peersCpu(0.8);
        world.until(RunState.RAMPING);
    }

    private static ShopWorld limited(UnaryOperator<Limits> change) {
        return limited(Shop.SERVICE.pool(), change);
    }

    private static ShopWorld limited(Pool pool, UnaryOperator<Limits> change) {
        var world = new ShopWorld();
        ServiceDefinition service = Shop.SERVICE;
        var limited = new ServiceDefinition(
                pool,
                service.rules(),
                change.apply(service.limits()),
                service.sampling(),
                service.targetRps(),
                List.of(),
                ServiceDefinition.USUAL_PROFILE);
        world.run = Run.accepted(new RunFacts("shop-1", limited, 1, ShopWorld.START, SearchSettings.DEFAULT));
        return world;
    }

    private static Limits declaring(Limits limits, @Nullable Double peersMayGrow, boolean restartsUnseen) {
        return new Limits(
                limits.maxDuration(),
                limits.harmBudget(),
                limits.unknownFor(),
                limits.settledFor(),
                peersMayGrow,
                restartsUnseen);
    }

    @Test
    void peers_of_which_nothing_is_known_are_refused_unless_declared() {
        var unknown = limited(limits -> declaring(limits, null, true)).begin().toTheEnd();
        assertThat(unknown.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(unknown.run.reason().orElse("")).contains("grow by 11.1%").contains("limits.peersMayGrow");
        var little = limited(limits -> declaring(limits, 0.1, true)).begin().toTheEnd();
        assertThat(little.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(little.run.reason().orElse("")).contains("can carry 10% more");
        var enough = limited(limits -> declaring(limits, 0.12, true)).begin().until(RunState.RAMPING);
        assertThat(enough.run.remarks()).anyMatch(it -> it.contains("limits.peersMayGrow declares 12%"));
        var known = limited(limits -> declaring(limits, null, true));
        known.says = TickVariants.peersCpu(0.3);
        known.begin().until(RunState.RAMPING);
        assertThat(known.run.remarks()).noneMatch(it -> it.contains("peers"));
    }

    /** A world of host a and this many peers, in which the busiest of those that report their CPU uses this much. */
    private static ShopWorld withPeers(int peers, @Nullable Double declared, Map<String, Double> cpu) {
        var hosts = new ArrayList<>(List.of(new Host("a", "127.0.0.1", 1, null)));
        for (int i = 1; i <= peers; i++) {
            hosts.add(new Host("b" + i, "127.0.0.1", 1 + i, null));
        }
        var world = limited(Shop.SERVICE.pool().withHosts(hosts), limits -> declaring(limits, declared, true));
        world.says = TickVariants.peersCpu(cpu);
        return world.begin();
    }

    private static Map<String, Double> cpu(double busiest, double reporting) {
        return Map.of("peers.host.cpu", busiest, "peers.host.cpu.hosts", reporting);
    }

    @Test
    void peers_of_which_no_more_than_half_report_their_cpu_are_refused_unless_declared() {
        var half = withPeers(2, null, cpu(0.3, 1)).toTheEnd();
        assertThat(half.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(half.run.reason().orElse(""))
                .contains("the CPU is reported for 1 of 2 peers")
                .contains("limits.peersMayGrow");
        var little = withPeers(9, 0.1, cpu(0.3, 1)).toTheEnd();
        assertThat(little.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(little.run.reason().orElse(""))
                .contains("can carry 10% more")
                .contains("1 of 9 peers");
        var enough = withPeers(9, 0.12, cpu(0.3, 4)).until(RunState.RAMPING);
        assertThat(enough.run.remarks()).anyMatch(it -> it.contains("no more than half of them report their CPU"));
        var most = withPeers(9, null, cpu(0.3, 5)).until(RunState.RAMPING);
        assertThat(most.run.remarks()).noneMatch(it -> it.contains("peers"));
    }

    @Test
    void a_run_waits_for_the_cpu_of_the_other_peers_before_it_is_refused() {
        var world = withPeers(2, null, cpu(0.3, 1));
        for (int i = 0; i < 25; i++) {
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.BASELINING);
        assertThat(world.run.decided()).contains("1 of 2 peers").contains("waits for the others");
        world.says = TickVariants.peersCpu(cpu(0.3, 2));
        world.until(RunState.RAMPING);
    }

    @Test
    void one_busy_peer_is_a_reason_to_refuse_whatever_is_declared() {
        var busy = withPeers(9, 0.5, cpu(0.85, 1)).toTheEnd();
        assertThat(busy.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(busy.run.reason().orElse("")).contains("94.4%");
    }

    @Test
    void peers_that_an_earlier_analyzer_does_not_count_are_unknown() {
        var uncounted = withPeers(1, null, Map.of("peers.host.cpu", 0.3)).toTheEnd();
        assertThat(uncounted.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(uncounted.run.reason().orElse("")).contains("the CPU is reported for 0 of 1 peers");
    }

    @Test
    void what_the_peers_would_get_is_declared_and_not_read_from_the_traffic() {
        for (double off : new double[] {0.985, 1.015}) {
            var world = limited(limits -> declaring(limits, 0.112, true));
            world.says = TickVariants.tick(t -> TickVariants.requested(t, t.requested() * off));
            world.begin().until(RunState.RAMPING);
        }
    }

    @Test
    void a_sut_whose_restart_would_go_unseen_is_refused_unless_that_is_accepted() {
        var refused = limited(limits -> declaring(limits, 0.5, false)).begin().toTheEnd();
        assertThat(refused.run.state()).isEqualTo(RunState.REFUSED);
        assertThat(refused.run.reason().orElse("")).contains("limits.restartsUnseen");
        assertThat(refused.run.steps()).isEmpty();
        var dry = limited(limits -> declaring(limits, 0.5, false));
        dry.acknowledge();
        dry.handle(new RunEvent.Begun("test", null, true));
        assertThat(dry.toTheEnd().run.state()).isEqualTo(RunState.NOT_READY);
        assertThat(dry.run.reason()).isEqualTo(refused.run.reason());
        var accepted = limited(limits -> declaring(limits, 0.5, true)).begin().until(RunState.RAMPING);
        assertThat(accepted.run.remarks())
                .anyMatch(it -> it.contains("restart during the run would not have been seen"));
        var known = limited(limits -> declaring(limits, 0.5, false));
        known.says = TickVariants.identity(HOST);
        known.begin().until(RunState.RAMPING);
        assertThat(known.run.remarks()).noneMatch(it -> it.contains("restart"));
    }

    @Test
    void a_peer_that_falls_silent_is_flagged_and_most_of_them_make_it_hold() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.says = TickVariants.missing("b");
        world.second();
        assertThat(world.run.remarks()).anyMatch(it -> it.contains("peer b"));
        assertThat(world.run.decided()).contains("holds").contains("most of the peers");
    }

    @Test
    void a_restore_that_is_not_seen_goes_on_until_a_person_ends_it() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.handle(new RunEvent.AbortAsked("kim", "enough"));
        world.envoyAnswers = false;
        for (int i = 0; i < 300; i++) {
            world.now = world.now.plusSeconds(1);
            world.handle(new RunEvent.TimePassed());
        }
        assertThat(world.run.state()).isEqualTo(RunState.RESTORING);
        world.handle(new RunEvent.Dismissed("kim", "the pool is gone"));
        assertThat(world.run.state()).isEqualTo(RunState.ABORTED);
        assertThat(world.run.reason().orElse("")).contains("Dismissed by kim").contains("the pool is gone");
        assertThat(world.run.unverified()).contains(UnverifiedRestore.DISMISSED);
    }

    @Test
    void a_restore_in_a_small_pool_is_looked_at_for_longer_than_a_minute() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.handle(new RunEvent.AbortAsked("kim", "enough"));
        world.poolRps = 82;
        world.toTheEnd();
        assertThat(world.run.state()).isEqualTo(RunState.ABORTED);
        Restoration restoration = world.run.restoration().orElseThrow();
        assertThat(restoration.took())
                .as(world.run.reason().orElse(""))
                .isBetween(Duration.ofSeconds(61), Duration.ofSeconds(100));
    }

    @Test
    void a_run_that_moves_traffic_cannot_be_dismissed() {
        var world = new ShopWorld().begin().until(RunState.RAMPING);
        world.handle(new RunEvent.Dismissed("kim", "away with it"));
        assertThat(world.run.state()).isEqualTo(RunState.RAMPING);
    }
}
