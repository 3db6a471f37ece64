package dev.redliner.testbench.chaos;

/**
 * The disturbances of a topic.
 *
 * @param loss probability that a message is lost
 * @param doubled probability that a message arrives twice
 * @param late probability that a message is late, so that it arrives after newer messages
 * @param lateSeconds the longest delay
 */
record Disturbance(double loss, double doubled, double late, double lateSeconds) {
    static final Disturbance NONE = new Disturbance(0, 0, 0, 0);
}
