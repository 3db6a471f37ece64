package dev.redliner.standalone.fleet;

/**
 * A fleet of equal hosts.
 *
 * @param hosts number of hosts, 1 to 1000; their ids are {@code <prefix>-1} and so on
 * @param prefix prefix of the ids
 * @param address a local address to listen on
 * @param firstPort port of the first host, followed by the others; 0 takes free ports
 * @param seed for the service times; each host has its own sequence
 * @param host settings of each host
 */
public record FleetSettings(int hosts, String prefix, String address, int firstPort, long seed, HostSettings host) {
    public FleetSettings {
        if (hosts < 1 || hosts > 1_000) {
            throw new IllegalArgumentException("hosts " + hosts + " is not within 1 to 1000");
        }
        if (prefix.isBlank() || address.isBlank()) {
            throw new IllegalArgumentException("prefix '" + prefix + "', address '" + address + "'");
        }
        if (firstPort < 0 || firstPort + hosts > 65_536) {
            throw new IllegalArgumentException("firstPort " + firstPort + " for " + hosts + " hosts");
        }
    }

    /** Demo hosts {@code demo-1} to {@code demo-N} on free loopback ports. */
    public static FleetSettings demo(int hosts, long seed) {
        return new FleetSettings(hosts, "demo", "127.0.0.1", 0, seed, HostSettings.DEMO);
    }

    String idOf(int index) {
        return prefix + "-" + (index + 1);
    }

    int portOf(int index) {
        return firstPort == 0 ? 0 : firstPort + index;
    }
}
