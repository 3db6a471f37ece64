package dev.redliner.standalone.fleet;

import dev.redliner.contracts.pool.Host;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.resources.LoopResources;

/** Running demo hosts, which can be slowed down, killed and restarted while traffic flows. */
public final class Fleet implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Fleet.class);
    private static final Duration STOP = Duration.ofSeconds(1);

    private final FleetSettings settings;
    private final InstantSource clock;
    // one event loop serves all hosts, because their work is arithmetic
    private final LoopResources loops = LoopResources.create("fleet", 1, true);
    private final Map<String, HttpHost> running = new LinkedHashMap<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private long seed;

    private Fleet(FleetSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        this.seed = settings.seed();
    }

    /**
     * Starts all hosts.
     *
     * @throws reactor.netty.ChannelBindException if a port is taken; no host keeps running then
     */
    public static Fleet start(FleetSettings settings) {
        var fleet = new Fleet(settings, InstantSource.system());
        try {
            for (int i = 0; i < settings.hosts(); i++) {
                fleet.boot(settings.idOf(i), settings.portOf(i));
            }
        } catch (RuntimeException failure) {
            fleet.close();
            throw failure;
        }
        return fleet;
    }

    /** All hosts, including dead ones, as a pool lists them. */
    public synchronized List<Host> hosts() {
        return ports.entrySet().stream()
                .map(host -> host(host.getKey(), host.getValue()))
                .toList();
    }

    /** From now on the host's work takes this many times as long. A factor of 1 is the normal speed. */
    public synchronized void slow(String host, double factor) {
        HttpHost target = running.get(host);
        if (target == null) {
            throw new IllegalArgumentException("no running host " + host + " among " + running.keySet());
        }
        target.slow(factor);
        log.info("host={} slowed down by factor {}", host, factor);
    }

    /**
     * From now on the host leaves one request in this many unanswered, with an open connection. With 0 it answers all.
     */
    public synchronized void hang(String host, int every) {
        HttpHost target = running.get(host);
        if (target == null) {
            throw new IllegalArgumentException("no running host " + host + " among " + running.keySet());
        }
        target.hang(every);
        log.info("host={} leaves every {}th request unanswered", host, every);
    }

    /** Kills a host: it stops listening and drops its connections. Has no effect on a dead host. */
    public synchronized void kill(String host) {
        portOf(host);
        HttpHost victim = running.remove(host);
        if (victim != null) {
            victim.close();
            log.info("host={} killed", host);
        }
    }

    /** Restarts a dead host on its port, with zeroed counters and normal speed. Has no effect on a running host. */
    public synchronized void revive(String host) {
        int port = portOf(host);
        if (!running.containsKey(host)) {
            boot(host, port);
            log.info("host={} started again", host);
        }
    }

    private int portOf(String host) {
        Integer port = ports.get(host);
        if (port == null) {
            throw new IllegalArgumentException("no host " + host + " among " + ports.keySet());
        }
        return port;
    }

    private void boot(String id, int port) {
        var host = new HttpHost(id, settings, port, seed++, loops, clock);
        running.put(id, host);
        ports.put(id, host.port());
    }

    private Host host(String id, int port) {
        return new Host(
                id, settings.address(), port, URI.create("http://" + settings.address() + ":" + port + "/metrics"));
    }

    @Override
    public synchronized void close() {
        running.values().forEach(HttpHost::close);
        running.clear();
        loops.disposeLater(Duration.ZERO, STOP).block();
    }
}
