package dev.redliner.standalone.chaos;

/**
 * What a topic does to its messages.
 *
 * @param loss probability that one is lost
 * @param doubled probability that one comes twice
 * @param late probability that one is late, and so comes after later ones
 * @param lateSeconds how late at most
 */
record Trouble(double loss, double doubled, double late, double lateSeconds) {
    static final Trouble NONE = new Trouble(0, 0, 0, 0);
}
