package dev.redliner.testbench.chaos;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.Watch;
import java.util.List;

/** The broker with the topics that a run needs. */
final class Kafka {
    private final Timeline timeline;
    private final RandomDraws chance;
    private final Topic<RedirectOrder> orders = new Topic<>("orders", this);
    private final Topic<RedirectReport> reports = new Topic<>("reports", this);
    private final Topic<Verdict> verdicts = new Topic<>("verdicts", this);
    private final Topic<Watch> watches = new Topic<>("watches", this);
    private final Topic<SampleBatch> samples = new Topic<>("samples", this);
    private boolean down;
    private long lost;
    private long doubled;
    private long late;

    Kafka(Timeline timeline, RandomDraws chance) {
        this.timeline = timeline;
        this.chance = chance;
    }

    Timeline timeline() {
        return timeline;
    }

    RandomDraws chance() {
        return chance;
    }

    void down(boolean isDown) {
        down = isDown;
    }

    boolean reachedBy(SimulatedProcess machine) {
        return !down && !machine.cutOff();
    }

    Topic<RedirectOrder> orders() {
        return orders;
    }

    Topic<RedirectReport> reports() {
        return reports;
    }

    Topic<Verdict> verdicts() {
        return verdicts;
    }

    Topic<Watch> watches() {
        return watches;
    }

    Topic<SampleBatch> samples() {
        return samples;
    }

    List<Topic<?>> topics() {
        return List.of(orders, reports, verdicts, watches, samples);
    }

    void lost() {
        lost++;
    }

    void doubled() {
        doubled++;
    }

    void late() {
        late++;
    }

    /** Counts of lost, duplicated and late messages, in this order. */
    long[] disturbed() {
        return new long[] {lost, doubled, late};
    }
}
