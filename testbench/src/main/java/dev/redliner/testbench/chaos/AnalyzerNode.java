package dev.redliner.testbench.chaos;

import dev.redliner.analyzer.intake.PoolJudges;
import dev.redliner.analyzer.intake.Stamp;
import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Verdict;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.time.Instant;

/**
 * The analyzer with its real judges, rules and checks for duplicates and clocks. Only the thread and Kafka are
 * simulated. As the real one, it reads the samples and watches of one retention again when it starts.
 */
final class AnalyzerNode {
    private static final long PATIENCE = 4 * Timeline.SECOND;
    private static final JudgeSettings SETTINGS = JudgeSettings.DEFAULT;
    private static final Duration MOST_SKEW = Duration.ofSeconds(5);

    /** The real thread takes fifty turns a second. A turn only closes ticks for which batches are missing. */
    private static final long TURN = 100 * Timeline.MILLISECOND;

    private static final long IDLE_TURN = Timeline.SECOND;

    private final VirtualCluster world;
    private final SimulatedProcess machine;

    AnalyzerNode(VirtualCluster world) {
        this.world = world;
        this.machine = new SimulatedProcess("analyzer", world.timeline());
    }

    SimulatedProcess machine() {
        return machine;
    }

    void boot() {
        machine.boot();
        var judges = new PoolJudges(
                SETTINGS, MOST_SKEW, world.shared().rules(), world.meters().analyzer(), this::send);
        Instant since = machine.wall().minus(SETTINGS.retention());
        world.kafka()
                .watches()
                .readSince(since, machine, (entry, live) -> judges.onWatch(entry.value(), machine.wall()));
        world.kafka().samples().readSince(since, machine, (entry, live) -> take(judges, entry, live));
        machine.after(TURN, () -> turn(judges));
        world.checker().note(machine, "is up");
    }

    private void take(PoolJudges judges, Topic.Entry<SampleBatch> entry, boolean live) {
        SampleBatch batch = world.defects().read(entry.value(), machine.wall());
        judges.onSample(batch, new Stamp(machine.wall(), entry.stamp(), false, live));
    }

    private void turn(PoolJudges judges) {
        // the judges survive a failed evaluation and count it
        Counter failures = world.meters().failedEvaluations();
        double before = failures.count();
        judges.onTime(machine.wall());
        if (failures.count() > before) {
            world.checker().broken(Promise.NO_BUG, "the evaluation of the pool failed");
        }
        machine.after(judges.watchedRuns() == 0 ? IDLE_TURN : TURN, () -> turn(judges));
    }

    private void send(Verdict verdict) {
        if (world.checker().tracing()) {
            world.checker().note(machine, "judges " + verdict.at() + ": " + verdict.rules());
        }
        world.counts().judged(machine.life(), verdict);
        world.runs().made(verdict);
        world.kafka().verdicts().send(machine, verdict, PATIENCE, why -> {});
    }
}
