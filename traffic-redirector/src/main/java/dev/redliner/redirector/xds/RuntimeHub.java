package dev.redliner.redirector.xds;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.redirector.lease.Moment;
import dev.redliner.redirector.lease.MomentSource;
import dev.redliner.redirector.share.RuntimeLayer;
import dev.redliner.redirector.share.ShareOverride;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the runtime layer of every connected Envoy in line with the live leases, and keeps it alive only as long as
 * they live.
 *
 * <p>Both clocks are checked before every write, so that a process that was stopped and continues does not keep an
 * ended lease alive. An Envoy without a message for half a TTL gets the whole layer under a new version, because a
 * heartbeat without a body has no effect on an override that the Envoy dropped in the meantime.
 */
public final class RuntimeHub {
    private static final Logger LOG = LoggerFactory.getLogger(RuntimeHub.class);

    private final Duration ttl;
    private final MomentSource moments;
    private final XdsMetrics metrics;
    private final String epoch;
    private final Set<EnvoyStream> streams = new LinkedHashSet<>();

    private volatile EnvoyEvents events = pools -> {};
    private List<ShareOverride> overrides = List.of();
    private final Map<String, Moment> orderReceipts = new HashMap<>();
    private long versions;

    /** @param ttl how long an Envoy holds an override without a renewal */
    public RuntimeHub(Duration ttl, MomentSource moments, XdsMetrics metrics) {
        this.ttl = ttl;
        this.moments = moments;
        this.metrics = metrics;
        // versions of one process must differ from those of the process before it
        this.epoch = Long.toString(moments.now().wall().toEpochMilli(), Character.MAX_RADIX);
    }

    /** Sets the listener for changes; only one listener, set before Envoys connect. */
    public void addListener(EnvoyEvents listener) {
        events = listener;
    }

    /** Takes the overrides that hold from now on, and pushes the change to each affected Envoy. */
    public synchronized void publish(Collection<ShareOverride> live) {
        overrides = List.copyOf(live);
        Moment now = moments.now();
        for (EnvoyStream stream : streams) {
            pushIfChanged(stream, now);
        }
    }

    /** Renews the TTL at every Envoy that holds an override with a live lease; ends the other overrides. */
    public synchronized void heartbeat() {
        for (EnvoyStream stream : streams) {
            Moment now = moments.now();
            if (pushIfChanged(stream, now) || !stream.holdsOverride()) {
                continue;
            }
            if (!stream.ready()) {
                metrics.heartbeatHeldBack();
            } else if (stream.quietFor(ttl.dividedBy(2), now)) {
                push(stream, stream.sent(), now);
            } else {
                stream.heartbeat(now);
                metrics.heartbeat();
            }
        }
    }

    private boolean pushIfChanged(EnvoyStream stream, Moment now) {
        if (!stream.subscribed()) {
            return false;
        }
        RuntimeLayer wanted = RuntimeLayer.of(overrides, stream.pools().asSet(), now);
        if (wanted.equals(stream.sent())) {
            return false;
        }
        push(stream, wanted, now);
        return true;
    }

    private void push(EnvoyStream stream, RuntimeLayer layer, Moment now) {
        var dispatch = new RuntimeVersion(epoch + "-" + ++versions, layer);
        stream.send(dispatch, now);
        orderReceipts.keySet().removeIf(version -> streams.stream()
                .noneMatch(s -> s.sentVersion().equals(version)));
        newestReceipt(layer).ifPresent(received -> orderReceipts.put(dispatch.version(), received));
        LOG.info("envoy={} version={} sent {}", stream.node(), dispatch.version(), layer);
    }

    private Optional<Moment> newestReceipt(RuntimeLayer layer) {
        return overrides.stream()
                .filter(override -> layer.share(override.pool().name()).isPresent())
                .map(override -> override.lease().received())
                .max(Comparator.comparingLong(Moment::nanos));
    }

    // ---- requests from the streams

    void join(EnvoyStream stream) {
        long equal;
        synchronized (this) {
            equal = streams.stream()
                    .filter(other -> other.node().equals(stream.node()))
                    .count();
            streams.add(stream);
            countEnvoys();
        }
        LOG.info("envoy={} pools={} connected", stream.node(), stream.pools().names());
        if (equal > 0) {
            LOG.warn(
                    "envoy={} is the node id of {} connections; the worst of their states counts until one of them ends."
                            + " Each Envoy needs a node id of its own",
                    stream.node(),
                    equal + 1);
        }
        events.changed(stream.pools().asSet());
    }

    void leave(EnvoyStream stream) {
        synchronized (this) {
            if (!streams.remove(stream)) {
                return;
            }
            countEnvoys();
        }
        LOG.info(
                "envoy={} pools={} disconnected; its TTL restores it",
                stream.node(),
                stream.pools().names());
        events.changed(stream.pools().asSet());
    }

    /** Processes a request about the runtime layer. */
    void runtime(EnvoyStream stream, XdsRequest question) {
        boolean changed = false;
        synchronized (this) {
            Moment now = moments.now();
            if (question.isAnswer()) {
                changed = answer(stream, question, now);
            }
            changed |= subscribe(stream, question, now);
        }
        if (changed) {
            events.changed(stream.pools().asSet());
        }
    }

    private boolean subscribe(EnvoyStream stream, XdsRequest question, Moment now) {
        boolean before = stream.subscribed();
        if (question.unsubscribed().contains(RuntimeResources.LAYER_NAME)) {
            stream.subscribe(false);
        }
        for (String name : question.subscribed()) {
            if (name.equals(RuntimeResources.LAYER_NAME)) {
                stream.subscribe(true);
                push(stream, RuntimeLayer.of(overrides, stream.pools().asSet(), now), now);
            } else {
                stream.absent(name);
            }
        }
        return before != stream.subscribed();
    }

    private boolean answer(EnvoyStream stream, XdsRequest question, Moment now) {
        EnvoyStream.Answer answer = stream.answered(question);
        if (answer == null) {
            return false;
        }
        String version = answer.dispatch().version();
        if (question.error() != null) {
            metrics.nack("Runtime");
            LOG.warn(
                    "envoy={} version={} rejected: {}; it gets no heartbeats",
                    stream.node(),
                    version,
                    question.error());
        } else if (answer.changed()) {
            Moment received = answer.newest() ? orderReceipts.get(version) : null;
            if (received != null) {
                metrics.acknowledgedAfter(now.since(received));
            }
            LOG.info("envoy={} version={} acknowledged", stream.node(), version);
        }
        return answer.changed();
    }

    /** Processes a request for listeners, routes or clusters, or an answer about them. */
    void config(EnvoyStream stream, XdsRequest answer) {
        // before the state shows it, so that whoever sees the state finds it counted
        if (answer.error() != null) {
            metrics.nack(answer.typeUrl().substring(answer.typeUrl().lastIndexOf('.') + 1));
            LOG.warn("envoy={} rejected {}: {}", stream.node(), answer.typeUrl(), answer.error());
        }
        boolean changed;
        synchronized (this) {
            changed = stream.config(answer);
        }
        if (changed) {
            events.changed(stream.pools().asSet());
        }
    }

    // ---- state of the Envoys

    /** The states of a pool's connected Envoys, by node id: one state for each stream, also if node ids are equal. */
    public synchronized List<EnvoyState> envoys(Pool pool) {
        Moment now = moments.now();
        return streams.stream()
                .filter(stream -> stream.pools().contains(pool.name()))
                .map(stream -> stream.state(pool, now, ttl))
                .sorted(Comparator.comparing(EnvoyState::node))
                .toList();
    }

    /** Number of connected Envoys. Each stream counts, because two Envoys can have the same node id. */
    public synchronized int connected() {
        return streams.size();
    }

    /** The node ids that several connections share. */
    public synchronized Set<String> equalNodeIds() {
        var once = new HashSet<String>();
        return streams.stream()
                .map(EnvoyStream::node)
                .filter(node -> !once.add(node))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether every connected Envoy confirmed that it holds no override. */
    public synchronized boolean restored() {
        return streams.stream().noneMatch(EnvoyStream::mayHoldOverride);
    }

    /** Ends all streams. */
    public void disconnect() {
        List<EnvoyStream> all;
        synchronized (this) {
            all = new ArrayList<>(streams);
        }
        all.forEach(EnvoyStream::close);
    }

    private void countEnvoys() {
        metrics.envoys(connected());
    }
}
