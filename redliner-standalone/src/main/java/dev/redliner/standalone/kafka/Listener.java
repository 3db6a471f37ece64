package dev.redliner.standalone.kafka;

/**
 * A further address of a broker, for clients that reach it by another path than the port it listens on, such as a
 * connection that can be cut. A Kafka client connects once and then uses the address that the broker advertises. Such a
 * path therefore needs a listener that advertises it.
 *
 * @param name of the listener: capitals, digits and underscores, not {@code PLAINTEXT} or {@code CONTROLLER}
 * @param port the port that the broker listens on
 * @param advertisedPort the port that the broker advertises to clients of this listener
 */
public record Listener(String name, int port, int advertisedPort) {
    public Listener {
        if (!name.matches("[A-Z][A-Z0-9_]*") || name.equals("PLAINTEXT") || name.equals(BrokerSettings.CONTROLLER)) {
            throw new IllegalArgumentException("listener name '" + name + "'");
        }
        if (port < 1 || port > 65_535 || advertisedPort < 1 || advertisedPort > 65_535) {
            throw new IllegalArgumentException("listener " + name + " on port " + port + " as " + advertisedPort);
        }
    }

    /** Parses {@code NAME=PORT:ADVERTISED}. */
    static Listener parse(String text) {
        String[] parts = text.split("[=:]", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("listener '" + text + "' is not NAME=PORT:ADVERTISED");
        }
        return new Listener(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    /** The text form that {@link #parse} reads. */
    public String text() {
        return name + "=" + port + ":" + advertisedPort;
    }
}
