package dev.redliner.standalone.kafka;

/**
 * One more address of a broker, which its clients reach in another way than by the port it listens on, such as through a
 * connection that can be cut. A Kafka client connects once and then goes where the broker says it is, so a way that is
 * not the broker's own needs a listener that names it.
 *
 * @param name of the listener: capitals, digits and underscores, not {@code PLAINTEXT} or {@code CONTROLLER}
 * @param port where the broker listens
 * @param advertisedPort where the clients of this listener are sent
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

    /** From {@code NAME=PORT:ADVERTISED}. */
    static Listener parse(String text) {
        String[] parts = text.split("[=:]", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("listener '" + text + "' is not NAME=PORT:ADVERTISED");
        }
        return new Listener(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return name + "=" + port + ":" + advertisedPort;
    }
}
