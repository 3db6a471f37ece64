package dev.redliner.testbench.chaos;

import dev.redliner.collector.sample.ReadResult;
import dev.redliner.collector.sample.Reading;
import dev.redliner.collector.sample.SampleSeries;
import dev.redliner.collector.watch.Watches;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The collector of the pool: it reads all Envoys and both hosts. The watches and the series of batches are the real
 * ones. The timer, the sources and Kafka are simulated.
 */
final class CollectorNode {
    /** As the delivery timeout of the real collector. */
    private static final long PATIENCE = 4 * Timeline.SECOND;

    private final VirtualCluster world;
    private final SimulatedProcess machine;
    private final Instant hostsStartedAt;
    private long epoch;

    /** One life of the collector, from a start to the next crash. */
    private static final class Process {
        private final Watches watches = new Watches();
        private final List<Entity> entities = new ArrayList<>();
        private Duration interval = Duration.ZERO;
        private Instant fired = Instant.EPOCH;
        private int plans;
    }

    /** One entity that one reporter reads. */
    private record Entity(SampleSeries series, String source, String envoy, Supplier<ReadResult> read) {}

    CollectorNode(VirtualCluster world) {
        this.world = world;
        this.machine = new SimulatedProcess("collector", world.timeline());
        this.hostsStartedAt = machine.wall().minus(Duration.ofDays(1));
    }

    SimulatedProcess machine() {
        return machine;
    }

    void boot() {
        machine.boot();
        var now = new Process();
        epoch = machine.wall().toEpochMilli();
        for (EnvoyNode envoy : world.allEnvoys()) {
            String name = envoy.machine().name();
            String reporter = machine.name() + "/" + name;
            now.entities.add(entity(SimulatedService.SUT, reporter, name, () -> sut(envoy)));
            now.entities.add(entity(SampleBatch.PEERS, reporter, name, () -> peers(envoy)));
        }
        now.entities.add(entity(SimulatedService.SUT, machine.name(), "", this::sutHost));
        now.entities.add(entity(SimulatedService.PEER, machine.name(), "", () -> host(0.3)));
        world.kafka().watches().read(machine, watch -> watch(now, watch));
        world.checker().note(machine, "is up");
    }

    private Entity entity(String host, String reporter, String envoy, Supplier<ReadResult> read) {
        var sequence = new AtomicLong();
        var series = new SampleSeries(world.service().name(), host, reporter, epoch, sequence::incrementAndGet);
        return new Entity(series, (envoy.isEmpty() ? "scrape:" + host : "envoy:" + envoy), envoy, read);
    }

    private void watch(Process now, Watch watch) {
        now.watches.put(watch);
        if (!interval(now).equals(now.interval)) {
            plan(now);
        }
    }

    private Duration interval(Process now) {
        return now.watches.intervalOf(world.service().name(), machine.wall(), Duration.ZERO);
    }

    /** Plans the next read. As in the real collector, all reads are at multiples of the interval. */
    private void plan(Process now) {
        int plan = ++now.plans;
        Duration every = interval(now);
        now.interval = every;
        if (every.isZero()) {
            return;
        }
        Instant wall = machine.wall();
        Instant tick = tickAfter(wall.isBefore(now.fired) ? now.fired : wall, every);
        long wait = Duration.between(wall, tick).toNanos() + world.chance().millis(0, 3);
        machine.after(wait, () -> {
            if (now.plans == plan) {
                fire(now, tick, every);
            }
        });
    }

    private static Instant tickAfter(Instant now, Duration every) {
        return Instant.ofEpochMilli((now.toEpochMilli() / every.toMillis() + 1) * every.toMillis());
    }

    private void fire(Process now, Instant tick, Duration every) {
        boolean overdue = !machine.wall().isBefore(tick.plus(every));
        read(now, overdue ? tickAfter(machine.wall(), every).minus(every) : tick, every);
        now.fired = tick;
        plan(now);
    }

    private void read(Process now, Instant tick, Duration every) {
        world.traffic().flow();
        for (Entity entity : now.entities) {
            entity.series()
                    .next(
                            tick,
                            every,
                            entity.envoy(),
                            Map.of(entity.source(), entity.read().get()))
                    .ifPresent(this::ship);
        }
    }

    private void ship(SampleBatch batch) {
        world.counts().shipped(batch);
        world.kafka().samples().send(machine, batch, PATIENCE, why -> {});
    }

    private static ReadResult sut(EnvoyNode envoy) {
        return envoy.machine().works()
                ? new ReadResult.Got(envoy.counters().sut(envoy.foreign()))
                : new ReadResult.Missed("the Envoy does not answer");
    }

    private static ReadResult peers(EnvoyNode envoy) {
        return envoy.machine().works()
                ? new ReadResult.Got(envoy.counters().peers())
                : new ReadResult.Missed("the Envoy does not answer");
    }

    private ReadResult sutHost() {
        return world.host().dead()
                ? new ReadResult.Missed("the host does not answer")
                : host(Math.min(1, 0.8 * world.traffic().sutRps() / world.host().capacity()));
    }

    private ReadResult host(double cpu) {
        return new ReadResult.Got(new Reading(
                hostsStartedAt,
                Map.of(MetricNames.HOST_CPU, cpu, MetricNames.PROCESS_START, (double) hostsStartedAt.getEpochSecond()),
                Map.of(),
                Map.of(),
                List.of()));
    }
}
