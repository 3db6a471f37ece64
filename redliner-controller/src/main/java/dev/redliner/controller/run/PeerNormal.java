package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How many of the peers' answers are bad while nothing is moved, and how that varies from second to second. A second in
 * which far more of them are bad than that shows trouble that all hosts have in common.
 *
 * @param byCriterion by the criterion's text
 */
record PeerNormal(Map<String, Spread> byCriterion) {
    static final PeerNormal UNKNOWN = new PeerNormal(Map.of());
    private static final int ENOUGH_TICKS = 5;
    /** Before the baseline shows more: slow answers and failures come in groups, such as those of a page load. */
    static final double DISPERSION = 8;
    /** Times the normal fraction: peers that are always bad are in trouble only if they are far worse. */
    private static final double TIMES = 3;
    /** Of what the criterion allows: less would not hide the SUT's limit. */
    private static final double MATTERS = 0.5;

    PeerNormal {
        byCriterion = Map.copyOf(byCriterion);
    }

    /**
     * Bad answers of one criterion.
     *
     * @param ticks how many were seen
     * @param total answers
     * @param bad bad ones among them
     * @param squares sum over the ticks of the square of the bad ones per answer
     */
    record Spread(int ticks, double total, double bad, double squares) {
        static final Spread NONE = new Spread(0, 0, 0, 0);

        Spread plus(double more, double badOfThem) {
            return new Spread(
                    ticks + 1, total + more, bad + badOfThem, squares + badOfThem * badOfThem / Math.max(1, more));
        }

        double fraction() {
            return total > 0 ? bad / total : 0;
        }

        /**
         * Variance-to-mean ratio of the counts.
         *
         * @param usual what must be feared while little was seen
         */
        double dispersion(double usual) {
            boolean known = ticks > 1 && bad > 0;
            return known ? Math.max(usual, (squares - bad * bad / total) / (ticks - 1) / fraction()) : usual;
        }
    }

    PeerNormal plus(Verdict verdict, Tick tick) {
        if (!(tick.peerCompleted() > 0)) {
            return this;
        }
        PeerSum peers = PeerSum.NONE.plus(tick);
        var more = new LinkedHashMap<>(byCriterion);
        criteria(verdict)
                .forEach(criterion -> more.put(
                        criterion.text(),
                        more.getOrDefault(criterion.text(), Spread.NONE)
                                .plus(peers.completed(), peers.bad(criterion))));
        return new PeerNormal(more);
    }

    /**
     * Whether the peers are in trouble.
     *
     * @param verdict for what its rules count
     * @param peers about a second of them
     */
    boolean trouble(Verdict verdict, PeerSum peers) {
        return criteria(verdict).anyMatch(criterion -> trouble(criterion, peers));
    }

    private boolean trouble(Criterion criterion, PeerSum peers) {
        Spread normal = byCriterion.getOrDefault(criterion.text(), Spread.NONE);
        double bad = peers.bad(criterion);
        if (normal.ticks() < ENOUGH_TICKS) {
            return false;
        }
        double expected = normal.fraction() * peers.completed();
        // a short baseline may have seen none of the rare ones, so one more than it saw is normal
        double atMost = expected + peers.completed() / normal.total();
        return Excess.surprise(bad, atMost, normal.dispersion(DISPERSION)) > Excess.CERTAIN
                && bad > TIMES * expected
                && bad - expected > MATTERS * criterion.allowed() * peers.completed();
    }

    private static Stream<Criterion> criteria(Verdict verdict) {
        var seen = new HashSet<String>();
        return verdict.rules().stream()
                .filter(rule -> rule.onFail() == OnFail.BACK_OFF)
                .map(RuleVerdict::criteria)
                .flatMap(criteria -> criteria.stream())
                .filter(criterion -> criterion.kind() == Criterion.Kind.FRACTION)
                // of several hosts each has the same one, and the peers are counted once
                .filter(criterion -> criterion.host() == null || seen.add(criterion.text()));
    }
}
