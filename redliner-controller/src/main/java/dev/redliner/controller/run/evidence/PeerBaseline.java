package dev.redliner.controller.run.evidence;

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
 * The normal fraction of bad answers at the peers while no traffic is moved, and its variation from second to second.
 * Far more bad answers than that in one second indicate a shared incident.
 *
 * @param byCriterion the spread of each criterion, by the text of the criterion
 */
public record PeerBaseline(Map<String, Spread> byCriterion) {
    public static final PeerBaseline UNKNOWN = new PeerBaseline(Map.of());
    private static final int ENOUGH_TICKS = 5;
    /**
     * Factor over the normal fraction. Peers that always have many bad answers count as a shared incident only if they become
     * far worse.
     */
    private static final double TIMES = 3;
    /** Part of the fraction that the criterion allows. A smaller excess would not hide the limit of the SUT. */
    private static final double MATTERS = 0.5;

    public PeerBaseline {
        byCriterion = Map.copyOf(byCriterion);
    }

    /**
     * Counts of bad answers for one criterion.
     *
     * @param ticks number of ticks
     * @param total answers
     * @param bad bad answers
     * @param squares sum over the ticks of the square of the bad answers divided by the answers
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
         * @param usual the lowest result; it also applies while too few ticks or bad answers were seen
         */
        double dispersion(double usual) {
            boolean known = ticks > 1 && bad > 0;
            return known ? Math.max(usual, (squares - bad * bad / total) / (ticks - 1) / fraction()) : usual;
        }
    }

    PeerBaseline plus(Verdict verdict, Tick tick) {
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
        return new PeerBaseline(more);
    }

    /**
     * Whether the peers show a shared incident.
     *
     * @param verdict the verdict with the rules that define bad answers
     * @param peers counts of the peers over about one second
     */
    public boolean sharedIncident(Verdict verdict, PeerSum peers) {
        return criteria(verdict).anyMatch(criterion -> sharedIncident(criterion, peers));
    }

    private boolean sharedIncident(Criterion criterion, PeerSum peers) {
        Spread normal = byCriterion.getOrDefault(criterion.text(), Spread.NONE);
        double bad = peers.bad(criterion);
        if (normal.ticks() < ENOUGH_TICKS) {
            return false;
        }
        double expected = normal.fraction() * peers.completed();
        // a short baseline may have missed rare bad answers, so one more than it contains is normal
        double atMost = expected + peers.completed() / normal.total();
        return Excess.surprise(bad, atMost, normal.dispersion(PeerSum.DISPERSION)) > Excess.CERTAIN
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
                // each host of a set has the same criterion, but the peers are counted once
                .filter(criterion -> criterion.host() == null || seen.add(criterion.text()));
    }
}
