package dev.redliner.testbench.chaos;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectOrder.Action;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Makes one {@link Defect} at the seams of the real parts. With {@link Defect#NONE} it changes nothing. */
final class DefectInjector {
    private static final Duration LATE = Duration.ofSeconds(1);

    private final Defect defect;
    private final VirtualCluster world;
    private final Map<String, Share> lastShift = new HashMap<>();
    private final Map<String, Long> samples = new HashMap<>();
    private long sequences;

    DefectInjector(Defect defect, VirtualCluster world) {
        this.defect = defect;
        this.world = world;
    }

    /** Changes an order that leaves the controller. */
    RedirectOrder leaves(RedirectOrder order) {
        if (order.action() == Action.SHIFT) {
            lastShift.put(order.run(), order.share());
            return order;
        }
        Share last = lastShift.get(order.run());
        boolean blind = defect == Defect.CONTROLLER_RESUMES_BLINDLY
                && world.tables().run(order.run()).deposedAt() != Long.MAX_VALUE;
        boolean forgets =
                defect == Defect.ABORT_IS_FORGOTTEN && world.runs().aborts().containsKey(order.run());
        return last != null && (blind || forgets) ? shift(order, order.token(), order.sequence(), last) : order;
    }

    /** Changes an order that arrives at a redirector. */
    RedirectOrder arrives(RedirectOrder order, SimulatedProcess redirector) {
        return switch (defect) {
            case REDIRECTOR_IGNORES_TOKENS ->
                new RedirectOrder(
                        order.pool(),
                        order.run(),
                        Integer.MAX_VALUE,
                        ++sequences,
                        order.action(),
                        order.share(),
                        order.issuedAt(),
                        order.validFor(),
                        order.revision());
            case LEASE_NEVER_ENDS ->
                new RedirectOrder(
                        order.pool(),
                        order.run(),
                        order.token(),
                        order.sequence(),
                        order.action(),
                        order.share(),
                        redirector.wall(),
                        Duration.ofSeconds(30),
                        order.revision());
            case NONE,
                    ENVOY_WITHOUT_TTL,
                    CONTROLLER_RESUMES_BLINDLY,
                    TAKE_OVER_KEEPS_TOKEN,
                    JOURNAL_AFTER_ORDER,
                    LATE_VERDICTS_COUNT,
                    UNKNOWN_PASSES,
                    ABORT_IS_FORGOTTEN,
                    DUPLICATE_SAMPLES_COUNT,
                    LATE_SAMPLES_ARE_FRESH -> order;
        };
    }

    /** Changes a sample batch that the analyzer reads. */
    SampleBatch read(SampleBatch batch, Instant now) {
        boolean late = Duration.between(batch.time(), now).compareTo(LATE) > 0;
        if (defect == Defect.DUPLICATE_SAMPLES_COUNT) {
            long sequence = samples.merge(batch.source() + " of " + batch.host(), 1L, Long::sum);
            return with(batch, sequence, batch.time());
        }
        return defect == Defect.LATE_SAMPLES_ARE_FRESH && late ? with(batch, batch.sequence(), now) : batch;
    }

    private static SampleBatch with(SampleBatch batch, long sequence, Instant time) {
        return new SampleBatch(
                batch.pool(),
                batch.host(),
                batch.reporter(),
                batch.epoch(),
                sequence,
                time,
                batch.interval(),
                batch.gauges(),
                batch.counters(),
                batch.latencies(),
                batch.gaps(),
                batch.envoy(),
                batch.properties());
    }

    private static RedirectOrder shift(RedirectOrder order, long token, long sequence, Share share) {
        return new RedirectOrder(
                order.pool(),
                order.run(),
                token,
                sequence,
                Action.SHIFT,
                share,
                order.issuedAt(),
                order.validFor(),
                order.revision());
    }

    /** Changes a verdict that arrives at the controller. */
    Verdict received(Verdict verdict, Instant now) {
        Verdict forged = verdict;
        if (defect == Defect.LATE_VERDICTS_COUNT) {
            Tick tick = verdict.tick();
            forged = with(verdict, now, tick == null ? null : at(tick, now), Outcome.UNKNOWN);
        } else if (defect == Defect.UNKNOWN_PASSES) {
            forged = with(verdict, verdict.at(), verdict.tick(), Outcome.PASS);
        }
        if (forged != verdict) {
            world.runs().forged(verdict, forged);
        }
        return forged;
    }

    private static Verdict with(
            Verdict verdict, Instant at, @org.jspecify.annotations.Nullable Tick tick, Outcome unknown) {
        return new Verdict(
                verdict.run(),
                verdict.pool(),
                at,
                verdict.judgedAt(),
                verdict.rules().stream()
                        .map(rule -> rule.outcome() == Outcome.UNKNOWN ? as(rule, unknown) : rule)
                        .toList(),
                tick,
                verdict.metrics(),
                verdict.missing(),
                verdict.notes(),
                verdict.identity(),
                verdict.foreign());
    }

    private static RuleVerdict as(RuleVerdict rule, Outcome outcome) {
        return new RuleVerdict(rule.rule(), outcome, rule.failing(), rule.onFail(), rule.criteria(), rule.reason());
    }

    private static Tick at(Tick tick, Instant now) {
        return new Tick(
                now.minus(tick.length()),
                now,
                tick.requested(),
                tick.completed(),
                tick.errors(),
                tick.latency(),
                tick.poolRequested(),
                tick.peerErrors(),
                tick.peerCompleted(),
                tick.peerLatency(),
                tick.cpu(),
                tick.stalled(),
                tick.invalidating(),
                tick.connectFailures(),
                tick.whole(),
                tick.hosts(),
                tick.overdue(),
                tick.peerOverdue(),
                tick.envoys(),
                tick.late());
    }
}
