package dev.redliner.api;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The requests that one host has in flight at the redline, as a size for pools of threads and connections. By Little's law
 * they are {@code N = X * W}, with the redline X and the mean latency W of the steps near it.
 *
 * @param requests the mean number of requests in flight at one host
 * @param latencySeconds the mean latency near the redline, seconds
 * @param atLeast true if the redline is at least its estimate, and so is this number
 */
public record RequestsAtOnce(double requests, double latencySeconds, boolean atLeast) {
    /** Latency grows with the load, so a step far below the redline is no evidence of it. */
    private static final double FARTHEST_BELOW = 0.9;

    /** The load of a step at the redline varies with the traffic. Above it, queues grow and no latency is steady. */
    private static final double FARTHEST_ABOVE = 1.01;

    /** Envoy reports whole milliseconds. Below this latency, the requests in flight that were read are nearer. */
    private static final double SHORTEST_LATENCY = 0.005;

    /** In these steps, the host may still work on requests of the load before. */
    private static final Set<String> RECOVERING = Set.of("heal", "restore");

    private static final double WHOLE_FROM = 9.95;

    /** A step near the redline: its load and its requests in flight, both at one host. */
    private record Near(double rps, double inFlight, double seconds) {}

    /**
     * The requests in flight at the redline of a run.
     *
     * @return empty if no completed run has the redline as its result, and if no step near it has a load and requests in
     *     flight, or if those that have deviate
     */
    public static Optional<RequestsAtOnce> of(RunReport run) {
        RedlineReport redline = run.redline();
        if (run.state() != RunState.COMPLETED || redline == null || run.sut().isEmpty()) {
            return Optional.empty();
        }
        List<Near> steps = run.steps().stream()
                .flatMap(step -> near(step, redline.rps(), run.sut().size()).stream())
                .toList();
        double requests =
                steps.stream().mapToDouble(step -> step.rps * step.seconds).sum();
        double waited =
                steps.stream().mapToDouble(step -> step.inFlight * step.seconds).sum();
        if (!(requests > 0 && waited > 0)) {
            return Optional.empty();
        }
        double latency = waited / requests;
        return Optional.of(new RequestsAtOnce(redline.rps() * latency, latency, redline.atLeast()));
    }

    private static Optional<Near> near(StepReport step, double redline, int hosts) {
        Double rps = step.rps();
        ConcurrencyReport concurrency = step.concurrency();
        if (rps == null || concurrency == null || !step.counted() || RECOVERING.contains(step.stage())) {
            return Optional.empty();
        }
        boolean isNear = rps >= FARTHEST_BELOW * redline && rps <= FARTHEST_ABOVE * redline;
        if (!isNear || concurrency.deviates()) {
            return Optional.empty();
        }
        boolean exact = concurrency.expected() >= SHORTEST_LATENCY * rps * hosts;
        double inFlight;
        if (!exact) {
            inFlight = concurrency.inFlight();
        } else if (concurrency.tolerance() == null) {
            // not checked: requests that are never answered are in flight, and in no latency
            inFlight = Math.max(concurrency.expected(), concurrency.inFlight());
        } else {
            inFlight = concurrency.expected();
        }
        return Optional.of(new Near(rps, inFlight / hosts, step.seconds()));
    }

    /** The number as text: without decimals from 10 on, and with "at least" in front of a lower bound. */
    public String words() {
        String number = String.format(Locale.ROOT, requests < WHOLE_FROM ? "%.1f" : "%,.0f", requests);
        return (atLeast ? "at least " : "") + number;
    }
}
