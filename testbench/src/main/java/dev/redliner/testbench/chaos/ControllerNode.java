package dev.redliner.testbench.chaos;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.controller.engine.AbortAnswer;
import dev.redliner.controller.engine.DriverLifecycle;
import dev.redliner.controller.engine.DriverSettings;
import dev.redliner.controller.engine.DriverThreads;
import dev.redliner.controller.engine.RunDriver;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.controller.outbox.Outbox;
import dev.redliner.controller.run.RunEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/** A controller: the real driver on virtual threads, with a simulated journal and a simulated outbox. */
final class ControllerNode implements Outbox {
    static final Duration VALID_FOR = Duration.ofSeconds(3);
    private static final long PATIENCE = 2_500 * Timeline.MILLISECOND;

    private final VirtualCluster world;
    private final SimulatedProcess machine;
    private final boolean alone;
    private @Nullable RunDriver driver;

    ControllerNode(String name, VirtualCluster world, boolean alone) {
        this.world = world;
        this.alone = alone;
        this.machine = new SimulatedProcess(name, world.timeline());
    }

    SimulatedProcess machine() {
        return machine;
    }

    /** Starts the process, and retries while the database is not available. */
    void boot() {
        machine.boot();
        machine.after(0, this::start);
    }

    private void start() {
        var settings = new DriverSettings(
                machine.name() + "#" + machine.life(),
                Duration.ofSeconds(1),
                VALID_FOR,
                Duration.ofSeconds(10),
                Duration.ofSeconds(15),
                alone,
                Duration.ofSeconds(10));
        var journal = new JournalClient(machine, world.database(), world.tables(), world.checker(), world.defect());
        var fresh = new RunDriver(
                settings,
                new OneService(world.service()),
                journal,
                pool -> List.of(),
                this,
                Optional::empty,
                entry -> {},
                machine::wall,
                world.meters().driver(),
                new DriverThreads(lane(), lane(), lane(), lane()),
                world.search());
        try {
            new DriverLifecycle(fresh).start();
        } catch (DataAccessException e) {
            machine.after(2 * Timeline.SECOND, this::start);
            return;
        }
        driver = fresh;
        world.kafka()
                .verdicts()
                .read(
                        machine,
                        verdict -> fresh.handle(
                                verdict.pool(),
                                new RunEvent.VerdictArrived(world.defects().received(verdict, machine.wall()))));
        world.kafka()
                .reports()
                .read(machine, report -> fresh.handle(report.pool(), new RunEvent.ReportArrived(report)));
        world.checker().note(machine, "is up");
    }

    private VirtualExecutor lane() {
        return new VirtualExecutor(
                machine, () -> world.chance().millis(0, 0.2), () -> activeRuns().isEmpty());
    }

    void crash() {
        machine.crash();
        driver = null;
    }

    /** A user requests a run. */
    void startRun() {
        machine.after(0, () -> {
            RunDriver asked = driver;
            if (asked != null) {
                try {
                    String id = asked.start(world.service().name(), "somebody");
                    world.checker().note(machine, "accepted " + id);
                } catch (RunRefused e) {
                    world.checker().note(machine, "refused a run: " + e.getMessage());
                }
            }
        });
    }

    /** A user aborts every run that this controller drives. */
    void abort() {
        machine.after(0, () -> {
            RunDriver asked = driver;
            if (asked != null) {
                asked.activeRuns().forEach(run -> abort(asked, run));
            }
        });
    }

    private void abort(RunDriver asked, String run) {
        world.checker().note(machine, "is asked to abort " + run);
        if (asked.abort(run, "somebody", "enough").getNow(AbortAnswer.UNDELIVERED) == AbortAnswer.TAKEN) {
            world.aborted(machine, run);
        }
    }

    List<String> activeRuns() {
        RunDriver asked = driver;
        return asked == null ? List.of() : asked.activeRuns();
    }

    @Override
    public void send(RedirectOrder order, Runnable taken, Consumer<String> failed) {
        machine.calls(true);
        RedirectOrder really = world.defects().leaves(order);
        world.ordered(machine, really);
        world.kafka().orders().send(machine, really, PATIENCE, taken, failed);
    }

    @Override
    public void send(Watch watch, Consumer<String> failed) {
        world.kafka().watches().send(machine, watch, PATIENCE, failed);
    }

    @Override
    public void publish(PoolRecord pool, Runnable taken, Consumer<String> failed) {
        // redirectors read the compacted topic of pools at their start
    }
}
