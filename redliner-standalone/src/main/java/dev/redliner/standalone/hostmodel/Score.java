package dev.redliner.standalone.hostmodel;

/**
 * What a run did to the users of a simulated host, which its controller does not get to see.
 *
 * @param served requests answered
 * @param bad slow or failed ones among them
 * @param highestLoad the highest load that was sent to it, without the fast noise of the traffic
 */
public record Score(double served, double bad, double highestLoad) {
    static final Score NONE = new Score(0, 0, 0);

    Score plus(SecondCounts counts, double load) {
        return new Score(served + counts.completed, bad + counts.bad(), Math.max(highestLoad, load));
    }
}
