package dev.redliner.search.twin;

import dev.redliner.search.twin.TwinHost.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The hosts that a fit tries: some numbers of servers first, then those around the best.
 *
 * @param shortest the shortest latency in quiet seconds, in seconds. A part of it holds no server
 */
record HostGrid(double shortest) {
    private static final int[] SERVERS = {1, 2, 3, 4, 6, 8, 11, 15, 20, 27};
    /** Parts of the shortest latency that may hold no server. The first one is tried first. */
    private static final double[] BASES = {0.45, 0, 0.9};
    /** The best twins of each shape between which more are tried. */
    private static final int BEST = 2;
    /** The best twins of each shape whose neighbours are tried. */
    private static final int CENTRES = 2;

    /** A host to be compared. */
    record Wanted(Shape shape, int servers, double base) {}

    List<Wanted> coarse() {
        var all = new ArrayList<Wanted>();
        for (Shape shape : Shape.values()) {
            for (int servers : SERVERS) {
                all.add(new Wanted(shape, servers, base(0)));
            }
        }
        return List.copyOf(all);
    }

    /** The numbers of servers between the best ones and those next to them. */
    List<Wanted> between(List<Candidate> known) {
        var more = new ArrayList<Wanted>();
        for (Shape shape : Shape.values()) {
            known.stream()
                    .filter(candidate -> candidate.host().shape() == shape)
                    .sorted(Comparator.comparingDouble(Candidate::misfit))
                    .limit(BEST)
                    .forEach(candidate -> around(candidate.host(), known, more));
        }
        return more;
    }

    private void around(TwinHost host, List<Candidate> known, List<Wanted> more) {
        int from = 0;
        int to = host.servers() + 1;
        for (int servers : SERVERS) {
            from = servers < host.servers() ? servers : from;
        }
        for (int i = SERVERS.length - 1; i >= 0; i--) {
            to = SERVERS[i] > host.servers() ? SERVERS[i] : to;
        }
        for (int servers = from + 1; servers < to; servers++) {
            add(new Wanted(host.shape(), servers, base(0)), known, more);
        }
    }

    /** The best hosts with one server more or less, and with other parts that hold no server. */
    List<Wanted> neighbours(List<Candidate> known) {
        var more = new ArrayList<Wanted>();
        for (Candidate centre : Candidate.bestOfEachShape(known, CENTRES).toList()) {
            int servers = centre.host().servers();
            for (int other = Math.max(1, servers - 1); other <= servers + 1; other++) {
                for (int part = 0; part < BASES.length; part++) {
                    add(new Wanted(centre.host().shape(), other, base(part)), known, more);
                }
            }
        }
        return more;
    }

    private static void add(Wanted one, List<Candidate> known, List<Wanted> more) {
        boolean tried = known.stream().anyMatch(candidate -> candidate.is(one));
        if (!tried && !more.contains(one)) {
            more.add(one);
        }
    }

    private double base(int part) {
        return BASES[part] * shortest;
    }
}
