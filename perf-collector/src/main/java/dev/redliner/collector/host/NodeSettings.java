package dev.redliner.collector.host;

/**
 * Properties of the node that its operating system does not report.
 *
 * @param process the process of the service on it
 * @param linkMegabits the speed of network interfaces that do not report one, megabits per second; 0 if it is not known
 */
public record NodeSettings(WatchedProcess process, int linkMegabits) {
    public NodeSettings {
        if (linkMegabits < 0) {
            throw new IllegalArgumentException("a link of " + linkMegabits + " megabits per second");
        }
    }

    /** A node whose network interfaces report their speed. */
    public static NodeSettings of(WatchedProcess process) {
        return new NodeSettings(process, 0);
    }
}
