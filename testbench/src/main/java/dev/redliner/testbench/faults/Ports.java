package dev.redliner.testbench.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Ports for processes that need a fixed port across restarts. They lie below the range that systems use for outgoing
 * connections, so that no port is taken between the search and its use.
 */
public final class Ports {
    private static final int LOWEST = 18_000;
    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 1_000;

    private static final Random RANDOM = new Random();
    private static final Set<Integer> GIVEN = new HashSet<>();

    private Ports() {}

    /** Returns a port that is free, and that was not returned before. */
    public static synchronized int free() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = LOWEST + RANDOM.nextInt(HIGHEST - LOWEST);
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free loopback port within " + LOWEST + " to " + HIGHEST);
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
