package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.controller.run.message.Phrases;
import dev.redliner.controller.run.message.ProgressMessages;
import dev.redliner.controller.run.message.RefusalMessages;
import dev.redliner.service.RuleWindows;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Rules that are UNKNOWN at the baseline because the SUT gets few requests. */
public final class ThinRules {
    private ThinRules() {}

    /**
     * The remark on rules with longer windows than declared; empty if there are none.
     *
     * @param judged the declared service with longer windows
     * @param poolRps requests per second of the whole pool without a run
     */
    public static Optional<String> lengthened(
            ServiceDefinition declared, ServiceDefinition judged, OptionalDouble poolRps) {
        List<String> windows = IntStream.range(0, declared.rules().size())
                .filter(i -> !judged.rules().get(i).equals(declared.rules().get(i)))
                .mapToObj(i -> Phrases.longerWindow(
                        judged.rules().get(i), declared.rules().get(i).window()))
                .toList();
        double rps = RuleWindows.perHost(declared.pool(), poolRps);
        return windows.isEmpty() ? Optional.empty() : Optional.of(ProgressMessages.remarkLongerWindows(rps, windows));
    }

    /**
     * Time until the UNKNOWN rules have the requests that they need, because their windows are still filling since the
     * run began. Zero if no rule is UNKNOWN, or if time alone does not help one of them: its data is missing.
     *
     * @param seen the SUT's requests at the baseline
     */
    static Duration filling(RunDraft run, TickSum seen, Verdict verdict, Instant now) {
        Duration passed = Duration.between(run.stateSince, now);
        double perHost = perHost(run, seen);
        List<Duration> left = verdict.rules().stream()
                .filter(rule -> Observations.matters(rule) && rule.outcome() == Outcome.UNKNOWN)
                .map(rule -> full(run, rule, perHost).minus(passed))
                .toList();
        boolean helps = left.stream().noneMatch(time -> time.isNegative() || time.isZero());
        return helps ? left.stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO) : Duration.ZERO;
    }

    /** Time since the beginning of the run after which the window of a rule has the requests, or is over. */
    private static Duration full(RunDraft run, RuleVerdict rule, double perHost) {
        return run.facts
                .specOf(rule)
                .filter(spec -> perHost > 0)
                .map(spec -> List.of(spec.window(), RuleWindows.needed(spec, perHost)))
                .map(Collections::min)
                .orElse(Duration.ZERO);
    }

    /** The advice about a rule that is UNKNOWN because its window is too short for the traffic; empty if none is. */
    static Optional<String> tooShort(RunDraft run) {
        Verdict last = run.observations.last();
        double perHost = run.baseline == null ? 0 : perHost(run, run.baseline.seen());
        if (last == null || !(perHost > 0)) {
            return Optional.empty();
        }
        boolean forRules = Observations.unknownRules(last)
                .filter(run.observations.missing()::equals)
                .isPresent();
        return last.rules().stream()
                .filter(rule -> forRules && Observations.matters(rule) && rule.outcome() == Outcome.UNKNOWN)
                .flatMap(rule -> run.facts.specOf(rule).stream())
                .filter(spec -> RuleWindows.needed(spec, perHost).compareTo(spec.window()) > 0)
                .map(spec -> advice(run, spec, perHost))
                .findFirst();
    }

    private static String advice(RunDraft run, RuleSpec spec, double perHost) {
        Duration needed = RuleWindows.needed(spec, perHost);
        return needed.compareTo(RuleWindows.longest(run.facts.service().sampling())) > 0
                ? RefusalMessages.trafficTooThin(spec.id(), spec.minSamples(), perHost)
                : RefusalMessages.windowTooShort(spec.id(), spec.window(), spec.minSamples(), perHost, needed);
    }

    /** The SUT's part of the requests of the pool, which are more than its own, so that chance matters less. */
    private static double perHost(RunDraft run, TickSum seen) {
        Double poolRps = seen.poolRps();
        return RuleWindows.perHost(
                run.facts.pool(), poolRps == null ? OptionalDouble.empty() : OptionalDouble.of(poolRps));
    }
}
