package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.rule.RuleCache;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A pool's judge with a clock that the test advances. */
final class Desk {
    final PoolJudge judge = new PoolJudge(JudgeSettings.DEFAULT);
    final List<Verdict> verdicts = new ArrayList<>();
    int late;
    private final RuleCache rules = new RuleCache();

    Desk watch(Watch watch, Instant now) {
        judge.on(watch, rules.of(watch), now);
        return this;
    }

    /** A batch that arrives 10 ms after its end. */
    Desk take(SampleBatch... batches) {
        for (SampleBatch batch : batches) {
            take(batch, batch.time().plusMillis(10));
        }
        return this;
    }

    Desk take(SampleBatch batch, Instant now) {
        PoolJudge.Judged judged = judge.on(batch, now);
        verdicts.addAll(judged.verdicts());
        late += judged.late() ? 1 : 0;
        return this;
    }

    /** Advances the time in steps of 50 ms. */
    Desk passTime(Instant from, Instant to) {
        for (Instant now = from; !now.isAfter(to); now = now.plus(Duration.ofMillis(50))) {
            verdicts.addAll(judge.at(now));
        }
        return this;
    }

    /** Whole seconds of steady traffic. */
    Desk steady(int from, int to, Duration latency) {
        for (int second = from; second <= to; second++) {
            take(Traffic.sut(second, latency), Traffic.peers(second));
        }
        return this;
    }

    Verdict last() {
        return verdicts.get(verdicts.size() - 1);
    }

    /** The tick of the last verdict, which must have one. */
    Tick lastTick() {
        return Objects.requireNonNull(last().tick(), "tick");
    }

    RuleVerdict lastRule() {
        return last().rules().get(0);
    }
}
