package dev.redliner.hostmodel;

import java.time.Duration;

/** A host and its traffic, second by second. */
final class HostSimulation {
    /** A slower wave moves the load of a whole run rather than that of single minutes. */
    private static final double LONGEST_SWING_SECONDS = 300;

    private final Scenario scenario;
    private final boolean steady;
    private final RandomNumbers chance;
    private final RequestEngine engine;
    private final double phase;
    private double noise;
    private boolean neighbourOn;
    private double warmed = -1;
    private int second;
    private double meanLoad;

    /** A simulated second. */
    record Passed(AnsweredSecond counts, double poolRps) {}

    /**
     * @param steady for the truth: warm, and without the slow wave of the traffic
     */
    HostSimulation(Scenario scenario, long seed, boolean steady) {
        this.scenario = scenario;
        this.steady = steady;
        chance = new RandomNumbers(2 * seed + (steady ? 1 : 0));
        engine = new RequestEngine(scenario, chance);
        Scenario.Traffic traffic = scenario.traffic();
        noise = traffic.noise() * chance.normal();
        Double given = traffic.phase();
        phase = given == null ? chance.uniform() * 2 * Math.PI : given;
        Scenario.Neighbour neighbour = scenario.neighbour();
        double part = neighbour.onSeconds() / (neighbour.onSeconds() + neighbour.offSeconds());
        neighbourOn = neighbour.slower() > 0 && chance.uniform() < part;
    }

    /**
     * The pool's traffic without its fast noise. In the long run a host has to carry waves of minutes, so they are
     * kept.
     */
    double poolMean(int at) {
        Scenario.Traffic traffic = scenario.traffic();
        boolean flat = steady && traffic.dayPeriodSeconds() > LONGEST_SWING_SECONDS;
        double wave =
                flat ? 0 : traffic.dayAmplitude() * Math.sin(2 * Math.PI * at / traffic.dayPeriodSeconds() + phase);
        return traffic.totalRps() * (1 + wave);
    }

    /** The next factor of the fast noise, with a mean of 1. */
    private double nextNoise() {
        Scenario.Traffic traffic = scenario.traffic();
        double sigma = traffic.noise();
        double memory = traffic.noiseMemory();
        noise = memory * noise + Math.sqrt(1 - memory * memory) * sigma * chance.normal();
        return Math.exp(noise - sigma * sigma / 2);
    }

    /** The pool's load in the seconds before the first one, oldest first. */
    double[] history(int seconds) {
        double[] history = new double[seconds];
        for (int i = 0; i < seconds; i++) {
            history[i] = poolMean(i - seconds) * nextNoise();
        }
        return history;
    }

    Passed pass(double share) {
        double pool = poolMean(second);
        double factor = nextNoise();
        meanLoad = share * pool;
        var counts = new AnsweredSecond(
                Duration.ofNanos(Math.round(scenario.slo().latencyMs() * 1e6)),
                scenario.host().timeoutMs() / 1e3);
        engine.serve(second, second + 1, meanLoad * factor, slowdown(), counts);
        second++;
        return new Passed(counts, pool * factor);
    }

    /** The mean load of the last second, without the fast noise. */
    double meanLoad() {
        return meanLoad;
    }

    private double slowdown() {
        double slowdown = 1;
        Scenario.Neighbour neighbour = scenario.neighbour();
        if (neighbour.slower() > 0) {
            double change = 1 / Math.max(1, neighbourOn ? neighbour.onSeconds() : neighbour.offSeconds());
            neighbourOn = (chance.uniform() < change) != neighbourOn;
            slowdown += neighbourOn ? neighbour.slower() : 0;
        }
        return slowdown * cold();
    }

    private double cold() {
        Scenario.Warmup warmup = scenario.warmup();
        if (warmup.amplitude() <= 0 || steady) {
            return 1;
        }
        warmed = warmed < 0 ? meanLoad : warmed;
        boolean above = meanLoad > warmed;
        double cold = above ? 1 + warmup.amplitude() * (1 - warmed / meanLoad) : 1;
        double speed = above ? warmup.upSeconds() : warmup.downSeconds();
        warmed += (meanLoad - warmed) * (1 - Math.exp(-1 / speed));
        return cold;
    }
}
