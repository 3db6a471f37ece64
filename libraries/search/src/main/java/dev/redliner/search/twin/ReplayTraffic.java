package dev.redliner.search.twin;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/**
 * Draws the requests that a replay of a run serves: in each second as many as arrived in it. They do not depend on the
 * twin, so all twins can be compared with the same ones.
 */
final class ReplayTraffic {
    /** Seconds of normal load before the first second. */
    private static final double BEFORE = 5;
    /** A longer gap in the record is served for this time only. */
    private static final double LONGEST_GAP = 200;

    private static final double ROUNDING = 0.02;

    private final TwinRecord record;
    private final ArrivalTimes arrivals;
    private final Map<Long, Requests> kept = new ConcurrentHashMap<>();

    ReplayTraffic(TwinRecord record, ArrivalTimes arrivals) {
        this.record = record;
        this.arrivals = arrivals;
    }

    TwinRecord record() {
        return record;
    }

    ArrivalTimes arrivals() {
        return arrivals;
    }

    /** The requests of some replays with consecutive seeds. They are kept: twins with the same seed meet the same ones. */
    List<Requests> kept(int times, long seed) {
        return LongStream.range(seed, seed + times)
                .mapToObj(one -> kept.computeIfAbsent(one, this::drawn))
                .toList();
    }

    /** The requests of one replay, for one twin. */
    Requests drawn(long seed) {
        var chance = new SplittableRandom(seed);
        var requests = new Requests();
        double now = -BEFORE;
        double load = record.normal();
        for (int i = 0; i < record.seconds(); i++) {
            double from = record.from(i);
            double next = record.arrivals(i) / record.length(i);
            if (from > now + ROUNDING) {
                double gap = from - now;
                int missing = arrivals.number(Math.min(LONGEST_GAP, gap) * (load + next) / 2, chance);
                arrivals.draw(now, gap, missing, chance, requests::add);
            }
            arrivals.draw(from, record.length(i), record.arrivals(i), chance, requests::add);
            now = from + record.length(i);
            load = next;
        }
        requests.end = now;
        return requests;
    }

    /** The requests of one replay. */
    static final class Requests {
        private double[] times = new double[1024];
        /** Uniform random numbers, which determine the work of each request. */
        private double[] works = new double[1024];

        private int size;
        private double end;

        private void add(double time, double work) {
            if (size == times.length) {
                times = Arrays.copyOf(times, 2 * size);
                works = Arrays.copyOf(works, 2 * size);
            }
            times[size] = time;
            works[size] = work;
            size++;
        }

        /** Lets a host serve all of them. */
        void serve(TwinHost host, Station.Answers answers) {
            Station station = host.station(-BEFORE);
            for (int i = 0; i < size; i++) {
                station.arrive(times[i], host.work(works[i]), answers);
            }
            station.advance(end, answers);
        }
    }
}
