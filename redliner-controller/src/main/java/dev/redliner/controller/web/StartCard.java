package dev.redliner.controller.web;

import dev.redliner.api.PrecisionReport;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.controller.traffic.TrafficSeconds;
import dev.redliner.service.Limits;
import dev.redliner.service.Precisions;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What to expect of a run that is started now. The safety lever is on every page, and the run itself checks more at its
 * baseline.
 *
 * @param facts what to expect
 * @param checks obstacles to a run or to a redline, and the outcome of the newest run if it ended at its baseline
 */
record StartCard(List<Fact> facts, List<Fact> checks) {
    private static final int LATELY_SECONDS = 300;
    /** What was found before says little about a run that is started now. */
    private static final Duration CHECKED_LATELY = Duration.ofMinutes(15);

    /**
     * The card of a service.
     *
     * @param newest its newest run since its definition changed
     * @param completed its newest completed run
     * @param seconds the counts of its last hour
     * @param counted whether there were counts in the last seven days
     * @param envoys its Envoys, as the redirectors report them
     */
    static StartCard of(
            ServiceDefinition service,
            Optional<RunSummary> newest,
            Optional<RunSummary> completed,
            TrafficSeconds seconds,
            boolean counted,
            List<EnvoyState> envoys,
            Instant now) {
        List<Double> known = known(seconds, now);
        OptionalDouble poolRps = Precisions.lately(known);
        List<Fact> checks = new ArrayList<>();
        newest.flatMap(run -> checked(run, now)).ifPresent(checks::add);
        connected(envoys).ifPresent(checks::add);
        checks.addAll(warnings(service, completed, seconds, counted, poolRps, now));
        return new StartCard(facts(service, completed, known, poolRps), checks);
    }

    /** What the newest run found at its baseline, if it ended there. */
    static Optional<Fact> checked(RunSummary run, Instant now) {
        Instant ended = run.endedAt();
        boolean atBaseline = run.state() == RunState.REFUSED || run.state().ofDryRun();
        if (ended == null || !atBaseline || ended.plus(CHECKED_LATELY).isBefore(now)) {
            return Optional.empty();
        }
        boolean passed = run.state() == RunState.READY;
        return Optional.of(new Fact(
                run.state().ofDryRun() ? "Dry run" : "Last run",
                run.id() + (passed ? " found nothing against a run, " : " did not pass, ") + Figures.age(ended, now)
                        + " ago",
                run.reason(),
                passed ? "good" : "warn"));
    }

    private static Optional<Fact> connected(List<EnvoyState> envoys) {
        if (envoys.isEmpty()) {
            return Optional.of(new Fact(
                    "Envoys",
                    "no redirector reports one of this pool",
                    "Without one no traffic can be moved, and a run ends without a result.",
                    "bad"));
        }
        long away = envoys.stream()
                .filter(envoy -> envoy.state() != EnvoyState.State.BASELINE)
                .count();
        return away == 0
                ? Optional.empty()
                : Optional.of(new Fact(
                        "Envoys",
                        away + " of " + envoys.size() + " not on their baseline",
                        "A run that finds the SUT with another share than declared is refused.",
                        "warn"));
    }

    private static List<Fact> facts(
            ServiceDefinition service, Optional<RunSummary> completed, List<Double> seconds, OptionalDouble poolRps) {
        Pool pool = service.pool();
        Limits limits = service.limits();
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.of(
                "Most traffic on " + String.join(", ", pool.sut()),
                Figures.part(pool.maxShare().fraction()) + " of the requests, "
                        + Figures.part(pool.baselineShare().fraction()) + " without a run",
                poolRps.isEmpty()
                        ? null
                        : "Now up to "
                                + Figures.rps(
                                        poolRps.getAsDouble() * pool.maxShare().fraction()) + " of "
                                + Figures.rps(poolRps.getAsDouble()) + " rps."));
        facts.add(Fact.of(
                "Time",
                "at most " + Figures.length(limits.maxDuration()),
                completed.flatMap(StartCard::took).orElse(null)));
        facts.add(Fact.of(
                "Harm",
                "at most " + Figures.part(limits.harmBudget()) + " of the requests of the SUT",
                "Requests count that are slow or fail beyond the normal number. The run ends when they are more."));
        Precisions.of(service, seconds)
                .filter(precision -> !seconds.isEmpty())
                .map(PrecisionReport::words)
                .ifPresent(words -> facts.add(Fact.of("Precision", words, null)));
        return facts;
    }

    private static Optional<String> took(RunSummary run) {
        Instant ended = run.endedAt();
        return ended == null
                ? Optional.empty()
                : Optional.of(
                        "Run " + run.id() + " took " + Figures.length(Duration.between(run.startedAt(), ended)) + ".");
    }

    private static List<Fact> warnings(
            ServiceDefinition service,
            Optional<RunSummary> completed,
            TrafficSeconds seconds,
            boolean counted,
            OptionalDouble poolRps,
            Instant now) {
        List<Fact> warnings = new ArrayList<>();
        Attention counts = CountsHealth.of(service.name(), seconds, counted, now);
        if (counts != null) {
            warnings.add(new Fact("Counts", counts.title(), counts.detail(), counts.mood()));
        } else if (poolRps.isEmpty()) {
            warnings.add(new Fact(
                    "Counts",
                    "no requests of this pool were counted yet",
                    "A collector reads them from the Envoys. A run would be refused as long as none arrive.",
                    "warn"));
        }
        RedlineReport redline = completed.map(RunSummary::redline).orElse(null);
        Double needed = DayChart.needed(service.pool(), redline);
        if (needed != null && poolRps.isPresent() && poolRps.getAsDouble() < needed) {
            warnings.add(new Fact(
                    "Too little traffic",
                    Figures.rps(poolRps.getAsDouble()) + " rps now, and a run needs " + Figures.rps(needed),
                    "The highest share may not reach the redline. The run would then report that it is at least so"
                            + " high.",
                    "warn"));
        }
        return warnings;
    }

    /** The counts of the last minutes, oldest first. Counts arrive up to two minutes late, or no longer at all. */
    private static List<Double> known(TrafficSeconds seconds, Instant now) {
        Instant since = now.minusSeconds(LATELY_SECONDS);
        return IntStream.range(0, seconds.length())
                .filter(second -> !seconds.from().plusSeconds(second).isBefore(since))
                .mapToObj(seconds::at)
                .flatMapToInt(second -> second.stream())
                .mapToDouble(count -> count)
                .boxed()
                .toList();
    }
}
