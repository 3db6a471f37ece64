package dev.redliner.controller.run.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.Shop;
import dev.redliner.controller.run.ShopWorld;
import dev.redliner.controller.run.Step;
import dev.redliner.controller.run.TickVariants;
import dev.redliner.search.Stage;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedIncidentTest {
    /** Seconds; above half of the rule's limit of 100 ms. */
    private static final double STALL = 0.06;

    /** A database that is slow for two seconds now and then, for the SUT alone or for all hosts that depend on it. */
    private static final class Database implements UnaryOperator<Verdict> {
        private final ShopWorld world;
        private final boolean shared;
        private final int every;
        private final double slowFraction;
        private final Deque<double[]> window = new ArrayDeque<>();
        private boolean stalls;
        /** Whether an Envoy is not read meanwhile. */
        private boolean incomplete;

        private int failFor = 2;
        private int windowSeconds = 10;
        private int seconds;
        private int failing;

        Database(ShopWorld world, boolean shared, int every, double slowFraction) {
            this.world = world;
            this.shared = shared;
            this.every = every;
            this.slowFraction = slowFraction;
        }

        @Override
        public Verdict apply(Verdict v) {
            Tick tick = v.tick();
            double load = tick.requested();
            boolean slow = world.run.state().movesTraffic() && ++seconds % every < 2;
            double own = load * 0.01 * Math.pow(load / world.redline, 30);
            long bad = Math.min(Math.round(own + (slow ? slowFraction * load : 0)), (long) load);
            window.add(new double[] {bad, load});
            if (window.size() > windowSeconds) {
                window.remove();
            }
            boolean broken = window.stream().mapToDouble(it -> it[0]).sum()
                    > 0.01 * window.stream().mapToDouble(it -> it[1]).sum();
            failing = broken ? failing + 1 : 0;
            Verdict said = Shop.verdict(
                    v.run(),
                    v.at(),
                    load,
                    tick.poolRequested(),
                    bad,
                    broken ? Outcome.FAIL : Outcome.PASS,
                    failing >= failFor);
            if (slow && stalls) {
                return TickVariants.tick(it -> TickVariants.stalled(it, STALL)).apply(said);
            }
            if (slow && shared && incomplete) {
                return TickVariants.tick(it -> TickVariants.readOf(TickVariants.peers(it, 0, slowFraction)))
                        .apply(said);
            }
            return slow && shared
                    ? TickVariants.tick(it -> TickVariants.peers(it, 0, slowFraction))
                            .apply(said)
                    : said;
        }
    }

    private static ShopWorld measured(boolean shared, int every, double slowFraction) {
        var world = new ShopWorld();
        return measured(world, new Database(world, shared, every, slowFraction));
    }

    private static ShopWorld measured(ShopWorld world, Database database) {
        world.says = database;
        world.begin();
        for (int i = 0; i < 400 && !world.run.state().over(); i++) {
            world.second();
        }
        return world;
    }

    @Test
    void what_hits_all_hosts_at_once_does_not_lower_the_redline() {
        var world = measured(true, 23, 0.06);
        assertThat(world.run.state()).isEqualTo(RunState.COMPLETED);
        assertThat(world.run.redline().orElseThrow().rps()).isBetween(670.0, 740.0);
        assertThat(world.run.remarks())
                .anyMatch(remark -> remark.contains("peers suffered too"))
                .noneMatch(remark -> remark.contains("stood still"));
    }

    @Test
    void what_slows_the_sut_while_its_machine_stands_still_does_not_lower_the_redline() {
        var world = new ShopWorld();
        var database = new Database(world, false, 23, 0.06);
        database.stalls = true;
        measured(world, database);
        assertThat(world.run.state()).isEqualTo(RunState.COMPLETED);
        assertThat(world.run.redline().orElseThrow().rps()).isBetween(670.0, 740.0);
        assertThat(world.run.remarks())
                .anyMatch(remark -> remark.contains("a machine stood still"))
                .noneMatch(remark -> remark.contains("peers suffered too"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_rule_that_fails_in_the_very_second_of_an_incident_does_not_lower_the_redline(boolean stalls) {
        var world = new ShopWorld();
        var database = new Database(world, !stalls, 23, 0.06);
        database.stalls = stalls;
        database.failFor = 1;
        database.windowSeconds = 3;
        measured(world, database);
        assertThat(world.run.state()).isEqualTo(RunState.COMPLETED);
        assertThat(world.run.redline().orElseThrow().rps()).isBetween(670.0, 740.0);
    }

    @Test
    void an_incident_is_a_shared_one_although_some_of_its_data_is_missing() {
        var world = new ShopWorld();
        var database = new Database(world, true, 23, 0.06);
        database.failFor = 1;
        database.windowSeconds = 3;
        database.incomplete = true;
        measured(world, database);
        assertThat(world.run.state()).isEqualTo(RunState.COMPLETED);
        assertThat(world.run.redline().orElseThrow().rps()).isBetween(670.0, 740.0);
        assertThat(world.run.steps())
                .anyMatch(step -> step.ended() != null && step.ended().contains("while other hosts suffered too"));
    }

    @Test
    void a_machine_that_stalls_all_the_time_is_named_as_the_reason() {
        var world = new ShopWorld();
        var database = new Database(world, true, 1, 0.025);
        database.stalls = true;
        measured(world, database);
        assertThat(world.run.state()).isEqualTo(RunState.INCONCLUSIVE);
        assertThat(world.run.reason().orElse("")).startsWith("A machine stood still in more than a third of the time");
        assertThat(world.run.redline()).isEmpty();
    }

    @Test
    void peers_that_suffer_just_after_a_stall_do_so_because_of_it() {
        Instant start = ShopWorld.START;
        SharedIncident stall = SharedIncident.NONE
                .observe(start, start.plusSeconds(1), SharedIncident.Cause.STALL)
                .observe(start.plusSeconds(1), start.plusSeconds(2), SharedIncident.Cause.PEERS);
        assertThat(stall.stalled()).isEqualTo(2);
        assertThat(stall.suffered()).isZero();
    }

    @Test
    void seconds_of_both_causes_are_counted_apart_and_an_aftermath_has_the_cause_before_it() {
        Instant start = ShopWorld.START;
        SharedIncident both = SharedIncident.NONE
                .observe(start, start.plusSeconds(1), SharedIncident.Cause.STALL)
                .observe(start.plusSeconds(1), start.plusSeconds(2), null)
                .observe(start.plusSeconds(20), start.plusSeconds(21), SharedIncident.Cause.PEERS)
                .observe(start.plusSeconds(30), start.plusSeconds(31), null);
        assertThat(both.stalled()).isEqualTo(2);
        assertThat(both.suffered()).isEqualTo(1);
        assertThat(both.remark())
                .hasValue("Left out are 1 s in which the peers suffered too, and 2 s in which a machine stood still, or"
                        + " had just done so: that is not the SUT's limit.");
    }

    @Test
    void the_same_at_the_sut_alone_is_never_excused() {
        var alone = measured(false, 23, 0.06);
        assertThat(alone.run.redline()).as("bursts at any load are no redline").isEmpty();
        assertThat(alone.run.remarks()).noneMatch(remark -> remark.startsWith("Left out"));
        assertThat(alone.run.remarks()).noneMatch(remark -> remark.contains("peers suffered too"));
    }

    @Test
    void a_load_that_looks_dangerous_is_left_although_the_peers_suffer_too_and_tried_again_later() {
        var world = measured(true, 23, 0.06);
        var left = world.run.steps().stream()
                .filter(step -> step.ended() != null && step.ended().contains("while other hosts suffered too"))
                .findFirst()
                .orElseThrow();
        Step heal = world.run.steps().get(left.number());
        assertThat(heal.stage()).isEqualTo(Stage.HEAL);
        assertThat(heal.load()).isLessThan(left.load());
        assertThat(world.run.steps().subList(left.number(), world.run.steps().size()))
                .anyMatch(step -> step.load() > 0.99 * left.load());
    }

    @Test
    void a_shared_incident_that_does_not_end_leaves_nothing_to_measure() {
        var world = measured(true, 1, 0.025);
        assertThat(world.run.state()).isEqualTo(RunState.INCONCLUSIVE);
        assertThat(world.run.reason().orElse("")).contains("peers suffered too").contains("more than a third");
        assertThat(world.run.redline()).isEmpty();
    }

    @Test
    void peers_that_suffer_for_long_still_end_the_run_by_its_guard() {
        var world = measured(true, 1, 0.06);
        assertThat(world.run.state()).isEqualTo(RunState.ABORTED);
        assertThat(world.run.reason().orElse("")).contains("Of the peers' answers");
    }

    @Test
    void the_events_of_such_a_run_replay_to_the_same_run() {
        var world = measured(true, 23, 0.06);
        Run replayed = Run.accepted(world.run.facts());
        for (int i = 0; i < world.events.size(); i++) {
            replayed = replayed.on(world.events.get(i), world.times.get(i)).run();
        }
        assertThat(replayed.steps()).isEqualTo(world.run.steps());
        assertThat(replayed.redline()).isEqualTo(world.run.redline());
        assertThat(replayed.remarks()).isEqualTo(world.run.remarks());
    }

    private static Verdict peers(double slowFraction) {
        return TickVariants.tick(it -> TickVariants.peers(it, 0, slowFraction))
                .apply(Shop.verdict("shop-1", ShopWorld.START.plusSeconds(1), 200, 2_000));
    }

    /** Peers that are slightly worse in every other second. */
    private static PeerBaseline normal(double slowFraction) {
        PeerBaseline normal = PeerBaseline.UNKNOWN;
        for (int i = 0; i < 15; i++) {
            Verdict verdict = peers(slowFraction * (i % 2 == 0 ? 0.7 : 1.3));
            normal = normal.plus(verdict, verdict.tick());
        }
        return normal;
    }

    private static boolean incident(PeerBaseline normal, double slowFraction) {
        Verdict verdict = peers(slowFraction);
        return normal.sharedIncident(verdict, PeerSum.NONE.plus(verdict.tick()));
    }

    @Test
    void it_is_a_shared_incident_when_the_peers_are_far_worse_than_usual() {
        assertThat(incident(normal(0), 0.05)).isTrue();
        assertThat(incident(normal(0), 0.004)).as("hides no limit").isFalse();
        assertThat(incident(normal(0.04), 0.05)).as("they always are so").isFalse();
        assertThat(incident(normal(0.04), 0.25)).isTrue();
        assertThat(incident(PeerBaseline.UNKNOWN, 0.25)).as("nobody knows").isFalse();
    }

    @Test
    void the_queue_that_a_shared_incident_leaves_behind_is_no_evidence_either() {
        Instant start = ShopWorld.START;
        SharedIncident incident = SharedIncident.NONE.observe(start, start.plusSeconds(1), SharedIncident.Cause.PEERS);
        assertThat(incident.cause(start.plusSeconds(2), null)).contains(SharedIncident.Cause.PEERS);
        assertThat(incident.cause(start.plusSeconds(3), null)).isEmpty();
    }
}
