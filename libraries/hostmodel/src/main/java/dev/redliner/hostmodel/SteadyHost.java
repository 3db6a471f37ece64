package dev.redliner.hostmodel;

/**
 * A host's behaviour at one mean load: warm, and without the slow wave of the traffic.
 *
 * @param requests completed requests
 * @param slowFraction requests over the latency limit, as a fraction of those with a latency
 * @param errorFraction failed requests, as a fraction of all
 * @param badFraction slow or failed requests, as a fraction of all
 */
public record SteadyHost(double requests, double slowFraction, double errorFraction, double badFraction) {
    private static final int WARM_SECONDS = 30;

    /** Simulates a scenario for this many seconds. */
    public static SteadyHost at(Scenario scenario, double load, long seed, int seconds) {
        var simulation = new HostSimulation(scenario, seed, true);
        double share = load / scenario.traffic().totalRps();
        for (int i = 0; i < WARM_SECONDS; i++) {
            simulation.pass(share);
        }
        double completed = 0;
        double withLatency = 0;
        double slow = 0;
        double errors = 0;
        double bad = 0;
        for (int i = 0; i < seconds; i++) {
            AnsweredSecond counts = simulation.pass(share).counts();
            completed += counts.completed;
            withLatency += counts.withLatency;
            slow += counts.slow;
            errors += counts.errors;
            bad += counts.bad();
        }
        return new SteadyHost(
                completed,
                slow / Math.max(1, withLatency),
                errors / Math.max(1, completed),
                bad / Math.max(1, completed));
    }

    /** The highest ratio of a measured fraction to its limit, over all rules. */
    public double worst(Scenario.Objective slo) {
        return Math.max(slowFraction / (1 - slo.quantile()), errorFraction / slo.maxError());
    }
}
