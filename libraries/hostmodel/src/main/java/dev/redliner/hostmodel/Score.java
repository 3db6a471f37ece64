package dev.redliner.hostmodel;

/**
 * The effect of a run on the users of a simulated host. The run itself does not see it.
 *
 * @param served requests answered
 * @param bad slow or failed requests among them
 * @param highestLoad the highest load that was sent to the host, without the fast noise of the traffic
 */
public record Score(double served, double bad, double highestLoad) {
    static final Score NONE = new Score(0, 0, 0);

    Score plus(AnsweredSecond counts, double load) {
        return new Score(served + counts.completed, bad + counts.bad(), Math.max(highestLoad, load));
    }
}
