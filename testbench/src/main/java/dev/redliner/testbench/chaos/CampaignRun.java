package dev.redliner.testbench.chaos;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One measurement with its faults, from the start of all parts until the system is quiet. A run is repeatable: seed,
 * index and defect determine it, event by event.
 */
final class CampaignRun {
    private static final int GUIDED_EVERY = 100;
    private static final int MOST_FAULTS = 7;
    /** Probability that the collector's clock is wrong from the start. */
    private static final double WRONG_CLOCK = 0.08;

    private static final double MENDED = 0.85;
    private static final long LOOK = Timeline.SECOND;
    /**
     * Late messages, and connections that are wrongly taken for alive, show their effect within the validity of an
     * order and a TTL.
     */
    private static final int QUIET_SECONDS = 8;
    /** From the end of the faults to the end of the last activity. */
    private static final long PATIENCE = 150 * Timeline.SECOND;

    private final long seed;
    private final long index;
    private final VirtualCluster world;
    private final List<VirtualFaultKind> faults = new ArrayList<>();
    private final boolean mended;
    private final long window;

    CampaignRun(long seed, long index, Defect defect, boolean tracing, SharedParts shared) {
        this.seed = seed;
        this.index = index;
        boolean guided = index % GUIDED_EVERY == 0;
        this.world = new VirtualCluster(mix(seed, index), guided, defect, tracing, shared);
        this.window = (guided ? 110 : 15 + world.chance().below(30)) * Timeline.SECOND;
        this.mended = world.chance().of(MENDED);
    }

    /** Mixes seed and index, because neighbouring runs must have nothing in common. */
    private static long mix(long seed, long index) {
        long mixed = (seed * 0x9E3779B97F4A7C15L) ^ (index + 0x632BE59BD9B4E019L);
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    RunOutcome run() {
        try {
            begin();
            goOn();
            end();
        } catch (RuntimeException e) {
            var trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            world.checker().broken(Promise.NO_BUG, trace.toString());
        }
        return outcome();
    }

    private void begin() {
        world.boot();
        RandomDraws chance = world.chance();
        ControllerNode first = chance.oneOf(world.controllers());
        world.timeline().after(chance.seconds(0.5, 1.5), first::startRun);
        var mending = new Faults(world, mended ? window : Fault.FOREVER);
        if (chance.of(WRONG_CLOCK)) {
            plan(mending, new Fault(VirtualFaultKind.COLLECTOR_CLOCK_SET, 0, Fault.FOREVER, 1, chance.between(0, 1)));
        }
        int many = chance.below(MOST_FAULTS + 1);
        long before = 0;
        for (int i = 0; i < many; i++) {
            Fault fault = Fault.any(chance, Timeline.SECOND, window, before);
            before = fault.at();
            plan(mending, fault);
        }
    }

    private void plan(Faults mending, Fault fault) {
        faults.add(fault.kind());
        mending.plan(fault);
    }

    private void goOn() {
        Timeline timeline = world.timeline();
        int quiet = 0;
        long end = window + PATIENCE + world.clocks().grace();
        while (quiet < QUIET_SECONDS && timeline.now() < end) {
            timeline.runUntil(timeline.now() + LOOK);
            boolean over = timeline.now() > 3 * Timeline.SECOND && quiet() && (faults.isEmpty() || over(timeline));
            quiet = over ? quiet + 1 : 0;
            end = window + PATIENCE + world.clocks().grace();
        }
    }

    private boolean over(Timeline timeline) {
        return timeline.now() > window || world.tables().holder().isEmpty();
    }

    /** Whether no Envoy holds a share. If all faults are mended, no run may be active either. */
    private boolean quiet() {
        boolean held =
                world.allEnvoys().stream().anyMatch(envoy -> envoy.override().isPresent());
        return !held
                && (world.tables().holder().isEmpty()
                        || !mended && world.timeline().now() > window)
                && !world.anyoneFrozen();
    }

    private void end() {
        world.allEnvoys().forEach(world.envoys()::atTheEnd);
        world.tables().runs().values().forEach(world.runs()::replay);
        if (mended && world.tables().holder().isPresent()) {
            KeptRun left = world.tables().run(world.tables().holder().get());
            world.checker()
                    .broken(
                            Promise.NOTHING_LEFT,
                            left.replica().id() + " still has its pool, long after all was mended; it is "
                                    + left.replica().state() + ": "
                                    + left.replica().decided());
        }
    }

    private RunOutcome outcome() {
        var violations = new ArrayList<Violation>();
        for (InvariantChecker.Broken broken : world.checker().broken()) {
            violations.add(new Violation(broken.promise(), broken.at(), broken.what(), seed, index, broken.trace()));
        }
        var ends = world.tables().runs().values().stream()
                .map(run -> run.overAt() == Long.MAX_VALUE
                        ? "UNFINISHED"
                        : java.util.Objects.requireNonNull(run.shown()).state().name())
                .toList();
        long[] disturbed = world.kafka().disturbed();
        return new RunOutcome(
                index,
                world.timeline().seconds(),
                world.timeline().happened(),
                faults,
                ends,
                world.envoys().silences(),
                disturbed[0],
                disturbed[1],
                disturbed[2],
                violations);
    }

    /** Passes every noted event on as it happens, line by line. */
    void report(Consumer<String> reader) {
        world.checker().report(reader);
    }
}
