package dev.redliner.testbench.chaos;

import dev.redliner.contracts.redirect.Share;
import java.util.List;

/** Causes faults and mends them. */
final class Faults {
    private static final long LONGEST_FREEZE = 60 * Timeline.SECOND;

    private final VirtualCluster world;
    private final long mendedAt;

    /**
     * @param mendedAt when all permanent faults are mended, in virtual time; {@link Fault#FOREVER}: never
     */
    Faults(VirtualCluster world, long mendedAt) {
        this.world = world;
        this.mendedAt = mendedAt;
    }

    void plan(Fault fault) {
        world.timeline().after(fault.at(), () -> {
            world.checker().note("--- " + fault);
            begin(fault, lasts(fault));
        });
    }

    private long lasts(Fault fault) {
        if (mendedAt == Fault.FOREVER) {
            return fault.lasts();
        }
        return Math.min(fault.lasts(), Math.max(0, mendedAt - fault.at()));
    }

    private void begin(Fault fault, long lasts) {
        int which = fault.which();
        switch (fault.kind()) {
            case CONTROLLER_CRASHES -> crash(controller(which), lasts);
            case REDIRECTOR_CRASHES -> crash(redirector(which), lasts);
            case ANALYZER_CRASHES -> crash(world.analyzer().machine(), world.analyzer()::boot, lasts);
            case COLLECTOR_CRASHES -> crash(world.collector().machine(), world.collector()::boot, lasts);
            case ENVOY_CRASHES -> crash(envoy(which), lasts);
            case ALL_CRASH -> {
                world.controllers().forEach(c -> crash(c, lasts));
                world.redirectors().forEach(r -> crash(r, lasts));
                crash(world.analyzer().machine(), world.analyzer()::boot, lasts);
            }
            case CONTROLLER_FREEZES -> controller(which).machine().freeze(frozen(lasts));
            case CONTROLLER_FREEZES_MIDWAY -> controller(which).machine().freezeInNextCall(frozen(lasts));
            case REDIRECTOR_FREEZES -> freeze(redirector(which), frozen(lasts));
            case ANALYZER_FREEZES -> world.analyzer().machine().freeze(frozen(lasts));
            case COLLECTOR_FREEZES -> world.collector().machine().freeze(frozen(lasts));
            case ENVOY_FREEZES -> envoy(which).freeze(frozen(lasts));
            case KAFKA_DOWN -> during(lasts, world.kafka()::down);
            case CONTROLLER_CUT_FROM_KAFKA -> during(lasts, controller(which).machine()::cutOff);
            case REDIRECTOR_CUT_FROM_KAFKA -> during(lasts, redirector(which).machine()::cutOff);
            case ANALYZER_CUT_FROM_KAFKA -> during(lasts, world.analyzer().machine()::cutOff);
            case COLLECTOR_CUT_FROM_KAFKA -> during(lasts, world.collector().machine()::cutOff);
            case ENVOY_CUT_FROM_REDIRECTOR -> cut(envoy(which), lasts);
            case MESSAGES_LOST -> disturbance(which, lasts, new Disturbance(fault.amount(), 0, 0, 0));
            case MESSAGES_DOUBLED -> disturbance(which, lasts, new Disturbance(0, fault.amount(), 0, 0));
            case MESSAGES_LATE ->
                disturbance(which, lasts, new Disturbance(0, 0, fault.amount(), which % 3 == 0 ? 30 : 4));
            case CONTROLLER_CLOCK_SET -> clock(List.of(controller(which).machine()), fault, lasts);
            case REDIRECTOR_CLOCK_SET -> clock(List.of(redirector(which).machine()), fault, lasts);
            case ANALYZER_CLOCK_SET -> clock(world.withClockOf(world.analyzer().machine()), fault, lasts);
            case COLLECTOR_CLOCK_SET ->
                clock(world.withClockOf(world.collector().machine()), fault, lasts);
            case ENVOY_REJECTS -> during(lasts, envoy(which)::rejects);
            case DATABASE_DOWN -> during(lasts, world.database()::down);
            case CONTROLLER_CUT_FROM_DATABASE -> {
                SimulatedProcess machine = controller(which).machine();
                during(lasts, cut -> world.database().cutOff(machine, cut));
            }
            case DATABASE_SLOW -> during(lasts, on -> world.database().slow(on ? 6 * fault.amount() : 0));
            case DATABASE_ANSWERS_LOST -> during(lasts, on -> world.database().silent(on ? fault.amount() : 0));
            case ABORT -> world.controllers().forEach(ControllerNode::abort);
            case START_AGAIN -> controller(which).startRun();
            case SUT_DIES -> during(lasts, world.host()::dead);
            case PEERS_SUFFER -> during(lasts, world.host()::peersSuffer);
            case FOREIGN_EDIT -> {
                EnvoyNode edited = envoy(which);
                during(lasts, on -> edited.foreign(on ? Share.ofFraction(fault.amount()) : null));
            }
            case THIN_TRAFFIC -> traffic(lasts, 0.02 * fault.amount());
            case TRAFFIC_SURGE -> traffic(lasts, 1 + 4 * fault.amount());
        }
    }

    /** A fault that can be switched on and off. */
    private interface Switch {
        void set(boolean on);
    }

    private void during(long lasts, Switch what) {
        what.set(true);
        later(lasts, () -> what.set(false));
    }

    private void later(long lasts, Runnable mend) {
        if (lasts != Fault.FOREVER) {
            world.timeline().after(lasts, mend);
        }
    }

    private void crash(ControllerNode controller, long lasts) {
        if (controller.machine().up()) {
            controller.crash();
            boots(controller.machine(), controller::boot, lasts);
        }
    }

    private void crash(RedirectorNode redirector, long lasts) {
        if (redirector.machine().up()) {
            redirector.crash();
            world.allEnvoys().forEach(envoy -> envoy.connectionTo(redirector));
            boots(redirector.machine(), redirector::boot, lasts);
        }
    }

    private void crash(EnvoyNode envoy, long lasts) {
        if (envoy.machine().up()) {
            envoy.crash();
            boots(envoy.machine(), envoy::boot, lasts);
        }
    }

    private void crash(SimulatedProcess machine, Runnable boot, long lasts) {
        if (machine.up()) {
            machine.crash();
            boots(machine, boot, lasts);
        }
    }

    private void boots(SimulatedProcess machine, Runnable boot, long lasts) {
        int life = machine.life();
        later(lasts, () -> {
            if (!machine.up() && machine.life() == life) {
                boot.run();
            }
        });
    }

    private void cut(EnvoyNode envoy, long lasts) {
        envoy.cut();
        later(lasts, envoy::mend);
    }

    private void freeze(RedirectorNode redirector, long lasts) {
        redirector.machine().freeze(lasts);
        world.allEnvoys().forEach(envoy -> envoy.redirectorFrozen(redirector));
    }

    private void disturbance(int which, long lasts, Disturbance disturbance) {
        List<Topic<?>> topics = world.kafka().topics();
        Topic<?> topic = topics.get(which % topics.size());
        world.checker().note("    with topic " + topic.name());
        during(lasts, on -> topic.disturbance(on ? disturbance : Disturbance.NONE));
    }

    /** Sets a clock. Half of the steps are small. The others can exceed the lifetime of an order or of a run. */
    private void clock(List<SimulatedProcess> machines, Fault fault, long lasts) {
        double side = 2 * fault.amount() - 1;
        double seconds = fault.which() % 2 == 0 ? 4 * side : 90 * side;
        set(machines, (long) (seconds * Timeline.SECOND));
        later(lasts, () -> set(machines, (long) (-seconds * Timeline.SECOND)));
    }

    private void set(List<SimulatedProcess> machines, long nanos) {
        machines.forEach(machine -> machine.setWallBy(nanos));
        world.clocks().jumped(nanos);
    }

    private void traffic(long lasts, double factor) {
        world.host().poolRps(world.host().poolRps() * factor);
        later(lasts, () -> world.host().poolRps(world.host().poolRps() / factor));
    }

    private static long frozen(long lasts) {
        return Math.max(Timeline.MILLISECOND, Math.min(lasts, LONGEST_FREEZE));
    }

    private ControllerNode controller(int which) {
        return world.controllers().get(which % world.controllers().size());
    }

    private RedirectorNode redirector(int which) {
        return world.redirectors().get(which % world.redirectors().size());
    }

    private EnvoyNode envoy(int which) {
        return world.allEnvoys().get(which % world.allEnvoys().size());
    }
}
