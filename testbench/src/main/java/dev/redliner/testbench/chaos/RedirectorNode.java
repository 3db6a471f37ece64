package dev.redliner.testbench.chaos;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.redirector.order.Heartbeat;
import dev.redliner.redirector.order.OrderHandler;
import dev.redliner.redirector.xds.ConfigCache;
import dev.redliner.redirector.xds.RuntimeHub;
import dev.redliner.redirector.xds.RuntimeService;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A redirector with its real order handler, leases, hub and heartbeat. Only the threads, Kafka and the network are simulated. */
final class RedirectorNode {
    static final Duration TTL = Duration.ofSeconds(3);
    private static final Duration MAX_VALIDITY = Duration.ofSeconds(30);
    private static final Duration READ_BACK = Duration.ofMinutes(10);
    private static final long TURN = 100 * Timeline.MILLISECOND;
    private static final long IDLE_TURN = Timeline.SECOND;
    private static final long TURN_QUIET = 31 * Timeline.SECOND;
    private static final long REPORT_PATIENCE = 4 * Timeline.SECOND;
    private static final long RETRY = 250 * Timeline.MILLISECOND;

    private final VirtualCluster world;
    private final SimulatedProcess machine;
    private @Nullable Process process;
    private long restoredToken;
    private long restoredSequence;
    private long highestToken;

    /**
     * One life of the redirector, from a start to the next crash.
     *
     * @param received the orders that it received, for the witness
     */
    record Process(
            RuntimeHub hub,
            RuntimeService service,
            OrderHandler handler,
            Heartbeat heartbeat,
            OrderWitness received,
            Turns turns) {}

    private static final class Turns {
        private int number;
        private boolean idle;
        private long lastOrder;
    }

    RedirectorNode(String name, VirtualCluster world) {
        this.world = world;
        this.machine = new SimulatedProcess(name, world.timeline());
    }

    SimulatedProcess machine() {
        return machine;
    }

    void boot() {
        machine.boot();
        var hub = new RuntimeHub(TTL, machine::moment, world.meters().xds());
        var configs = new ConfigCache();
        var handler = new OrderHandler(
                machine.name(),
                MAX_VALIDITY,
                machine::moment,
                hub,
                configs,
                this::report,
                world.meters().orders());
        hub.addListener(handler);
        var heartbeat = new Heartbeat(TTL, machine::moment, handler, hub);
        var now = new Process(
                hub,
                new RuntimeService(hub, configs, TTL),
                handler,
                heartbeat,
                new OrderWitness(ControllerNode.VALID_FOR.toNanos()),
                new Turns());
        process = now;
        world.checker().note(machine, "is up");
        machine.after(TURN, () -> turn(now));
        // Envoys may connect before the first read from Kafka
        machine.after(world.chance().seconds(0, 2), () -> readBack(now));
    }

    /**
     * Takes a turn, ten times a second as the real thread does. While the redirector holds no share, turns that would
     * have no effect are left out.
     */
    private void turn(Process now) {
        now.heartbeat().turn();
        now.turns().idle = now.hub().restored()
                && now.handler().pool(world.service().name()).isPresent()
                && world.timeline().now() - now.turns().lastOrder > TURN_QUIET;
        long pause = now.turns().idle ? IDLE_TURN : TURN;
        int number = ++now.turns().number;
        machine.after(pause, () -> {
            if (now.turns().number == number) {
                turn(now);
            }
        });
    }

    private void awake(Process now) {
        now.turns().lastOrder = world.timeline().now();
        if (now.turns().idle) {
            turn(now);
        }
    }

    /** Reads the pools and the recent orders first, a batch at a time, and then new orders. */
    private void readBack(Process now) {
        if (!world.kafka().reachedBy(machine)) {
            machine.after(RETRY, () -> readBack(now));
            return;
        }
        now.handler().learn(PoolRecord.declared(world.service().pool(), OneService.REVISION));
        now.handler().poolsKnown();
        var log = world.kafka().orders().log();
        Instant since = machine.wall().minus(READ_BACK);
        int begin = 0;
        while (begin < log.size() && log.get(begin).stamp().isBefore(since)) {
            begin++;
        }
        replay(now, begin, log.size());
    }

    private void replay(Process now, int position, int end) {
        int batch = Math.min(end, position + 1 + world.chance().below(5));
        for (int i = position; i < batch; i++) {
            RedirectOrder order = world.kafka().orders().log().get(i).value();
            now.received().receive(world.runs().sent(order), world.timeline().now());
            now.handler().replay(world.defects().arrives(order, machine));
        }
        if (batch < end) {
            machine.after(world.chance().millis(0, 5), () -> replay(now, batch, end));
        } else {
            now.handler().replayed();
            world.kafka().orders().readFrom(end, machine, order -> handle(now, order));
        }
    }

    /** Whether the redirector has received, in this life or an earlier one, an order that supersedes this one. */
    boolean knewBetterThan(RedirectOrder order) {
        return order.token() < highestToken || order.token() == restoredToken && order.sequence() < restoredSequence;
    }

    private void remember(RedirectOrder order) {
        highestToken = Math.max(highestToken, order.token());
        boolean newer = order.token() > restoredToken || order.sequence() > restoredSequence;
        if (order.action() == RedirectOrder.Action.RESTORE && order.token() >= restoredToken && newer) {
            restoredToken = order.token();
            restoredSequence = order.sequence();
        }
    }

    private void handle(Process now, RedirectOrder order) {
        // an idle redirector takes a turn first; anything sent by that turn precedes the order
        awake(now);
        remember(order);
        now.received().receive(world.runs().sent(order), world.timeline().now());
        now.handler().on(world.defects().arrives(order, machine));
    }

    private void report(RedirectReport report) {
        if (world.checker().tracing()
                && report.lease() != RedirectReport.Lease.LIVE
                && report.lease() != RedirectReport.Lease.IDLE) {
            world.checker().note(machine, "reports " + report.lease() + " " + report.reason());
        }
        world.kafka().reports().send(machine, report, REPORT_PATIENCE, why -> {});
    }

    void crash() {
        machine.crash();
        process = null;
    }

    /** An Envoy connects. Returns empty if the redirector is down. */
    Optional<RuntimeStream> accept(String node, RuntimeStream.Receiver receiver) {
        Process now = process;
        return now == null
                ? Optional.empty()
                : Optional.of(
                        new RuntimeStream(now.service(), node, world.service().name(), receiver));
    }

    /** The reason why the redirector may send this share to an Envoy now, or null if it may not. */
    @Nullable
    Renewal reasonFor(Share share) {
        Process now = process;
        if (now == null) {
            return null;
        }
        long time = world.timeline().now();
        return now.received()
                .reasonFor(share, time)
                .map(received -> new Renewal(received.order(), received.at(), time, share))
                .orElse(null);
    }

    String received() {
        return process == null ? "it is down" : process.received().toString();
    }
}
