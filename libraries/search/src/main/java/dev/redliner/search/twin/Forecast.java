package dev.redliner.search.twin;

import dev.redliner.search.CountInterval.Criterion;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Runs a twin forward, one load at a time: the mean load at which it just keeps the criterion in the long run, under
 * the traffic's own noise. The load is bisected first. A straight line through points around it then averages over
 * their chance.
 *
 * @param host the twin
 * @param lnLow logarithm of a load that holds, requests per second
 * @param lnHigh logarithm of a load that does not hold
 * @param halvings number of bisections so far
 * @param excesses logarithms of the slow fraction over the allowed one, at the points around the bisected load
 */
record Forecast(TwinHost host, double lnLow, double lnHigh, int halvings, List<Double> excesses) {
    private static final int HALVINGS = 9;
    private static final double COARSE_REQUESTS = 60_000;
    private static final double FINE_REQUESTS = 150_000;
    private static final double SHORTEST_SECONDS = 600;
    private static final double[] AROUND = {-0.06, -0.04, -0.02, 0, 0.02, 0.04};
    /** Points farther from the allowed fraction than this are not on the straight line. */
    private static final double FAR = 3.5;

    private static final double LEAST_STEEPNESS = 2;
    private static final double USUAL_STEEPNESS = 15;
    private static final double LOWEST_PART = 0.3;
    private static final double BEYOND_SATURATION = 1.02;
    private static final double PSEUDO = 0.3;
    private static final long SEED = 31;

    Forecast {
        excesses = List.copyOf(excesses);
    }

    static Forecast of(TwinHost host, double top) {
        double saturation = host.saturation();
        return new Forecast(
                host,
                Math.log(LOWEST_PART * Math.min(saturation, top)),
                Math.log(saturation * BEYOND_SATURATION),
                0,
                List.of());
    }

    boolean ended() {
        return excesses.size() == AROUND.length;
    }

    Forecast next(ReplayTraffic traffic, TrafficNoise noise) {
        var run = new LongRun(traffic.record().criterion(), host, traffic.arrivals(), noise.factors());
        if (halvings < HALVINGS) {
            boolean holds = run.lnExcess(middle(), COARSE_REQUESTS, SEED) <= 0;
            return new Forecast(host, holds ? middle() : lnLow, holds ? lnHigh : middle(), halvings + 1, excesses);
        }
        var more = new ArrayList<>(excesses);
        int point = excesses.size();
        more.add(run.lnExcess(middle() + AROUND[point], FINE_REQUESTS, SEED + 1 + point));
        return new Forecast(host, lnLow, lnHigh, halvings, more);
    }

    /** Requests that the next load serves, apart from the shortest time. */
    double work() {
        return halvings < HALVINGS ? COARSE_REQUESTS : FINE_REQUESTS;
    }

    private double middle() {
        return (lnLow + lnHigh) / 2;
    }

    /** The end of a forecast: the redline and its steepness. */
    Line line() {
        double n = 0;
        double sx = 0;
        double sy = 0;
        double sxx = 0;
        double sxy = 0;
        for (int i = 0; i < AROUND.length; i++) {
            double x = AROUND[i];
            double y = excesses.get(i);
            if (Math.abs(y) <= FAR) {
                n++;
                sx += x;
                sy += y;
                sxx += x * x;
                sxy += x * y;
            }
        }
        double k = n > 2 ? Math.max(LEAST_STEEPNESS, (n * sxy - sx * sy) / (n * sxx - sx * sx)) : USUAL_STEEPNESS;
        double zero = n > 0 ? (sy - k * sx) / n : 0;
        return new Line(middle() - zero / k, k);
    }

    /**
     * @param lnRedline logarithm of the load that is just allowed, requests per second
     * @param steepness one percent more load makes the tail this many percent worse
     */
    record Line(double lnRedline, double steepness) {}

    private record LongRun(Criterion criterion, TwinHost host, ArrivalTimes arrivals, double[] noise) {
        double lnExcess(double lnLoad, double requests, long seed) {
            double load = Math.exp(lnLoad);
            double limit = criterion.limitSeconds();
            var chance = new SplittableRandom(seed);
            Station station = host.station(0);
            double[] counts = new double[2];
            Station.Answers answers = (arrived, left) -> {
                counts[0] += left - arrived + host.base() > limit ? 1 : 0;
                counts[1]++;
            };
            ArrivalTimes.Arrivals toHost = (time, work) -> station.arrive(time, host.work(work), answers);
            int seconds = (int) Math.min(FINE_REQUESTS / load, Math.max(SHORTEST_SECONDS, requests / load));
            for (int i = 0; i < seconds; i++) {
                int number = arrivals.number(load * noise[i % noise.length], chance);
                arrivals.draw(i, 1, number, chance, toHost);
            }
            station.advance(seconds, answers);
            double fraction = (counts[0] + PSEUDO) / Math.max(1, counts[1]);
            return Math.log(fraction / criterion.allowed());
        }
    }
}
