package dev.redliner.search.twin;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A twin that was compared with the run.
 *
 * @param times how often the run was replayed for it
 */
record Candidate(TwinHost host, Replay replay, int times, double misfit) {
    /** Requests that a comparison should replay. */
    private static final double ENOUGH = 40_000;

    private static final int MOST_REPLAYS = 6;
    private static final long SEED = 5;

    static Candidate of(ReplayTraffic traffic, TwinHost host, Misfit misfit) {
        TwinRecord record = traffic.record();
        int times = replays(record);
        Replay replay = Replay.of(record, host, traffic.kept(times, SEED)).withoutLatencies();
        return new Candidate(host, replay, times, misfit.of(record, replay, times));
    }

    /** Requests that a comparison serves. */
    static double work(TwinRecord record) {
        return replays(record) * record.requests();
    }

    private static int replays(TwinRecord record) {
        return (int) Math.max(1, Math.min(MOST_REPLAYS, ENOUGH / record.requests()));
    }

    Candidate judged(TwinRecord record, Misfit by) {
        return new Candidate(host, replay, times, by.of(record, replay, times));
    }

    boolean is(HostGrid.Wanted wanted) {
        return host.shape() == wanted.shape() && host.servers() == wanted.servers() && host.base() == wanted.base();
    }

    /** The candidates in order of their misfit. */
    static List<Candidate> best(List<Candidate> all) {
        return all.stream()
                .sorted(Comparator.comparingDouble(Candidate::misfit))
                .toList();
    }

    /** Some of the candidates of each shape, those with the least misfit. */
    static Stream<Candidate> bestOfEachShape(List<Candidate> all, int most) {
        return Arrays.stream(TwinHost.Shape.values()).flatMap(shape -> best(all).stream()
                .filter(candidate -> candidate.host().shape() == shape)
                .limit(most));
    }
}
