package dev.redliner.controller.schedule;

import dev.redliner.controller.lever.Engaged;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The state of everything outside of schedules that decides whether a firing's run may begin.
 *
 * @param lever the engagement of the safety lever; empty if it is released
 * @param active the active runs, by pool
 * @param dependencies the active runs, by the dependency that they hold
 * @param services the services, by name
 * @param atMost no run begins while this many are active
 * @param calendarProblem why no run may begin whose schedule refers to a calendar of this name; empty if it may
 * @param pause the pause of all schedules; empty if they are not paused
 */
record Surroundings(
        Optional<Engaged> lever,
        Map<String, String> active,
        Map<String, String> dependencies,
        Map<String, ServiceRecord> services,
        int atMost,
        Function<String, Optional<String>> calendarProblem,
        Optional<SchedulePause> pause) {
    Surroundings {
        active = Map.copyOf(active);
        dependencies = Map.copyOf(dependencies);
        services = Map.copyOf(services);
    }

    /** These surroundings with a problem of all calendars while a condition holds. */
    Surroundings unless(BooleanSupplier condition, String problem) {
        Function<String, Optional<String>> usual = calendarProblem;
        // the problem first: a calendar that is read meanwhile changes the condition before it has none
        Function<String, Optional<String>> unless = calendar -> {
            Optional<String> found = usual.apply(calendar);
            return condition.getAsBoolean() ? Optional.of(problem) : found;
        };
        return new Surroundings(lever, active, dependencies, services, atMost, unless, pause);
    }

    /** These surroundings after a run of a service that began at an instant has completed. */
    Surroundings after(ServiceRecord service, Instant begun) {
        var changed = new HashMap<>(services);
        changed.put(service.name(), service.measured(begun));
        return new Surroundings(lever, active, dependencies, changed, atMost, calendarProblem, pause);
    }

    /** These surroundings after a run of a service has begun. */
    Surroundings with(ServiceRecord service, String run) {
        var pools = new HashMap<>(active);
        pools.put(service.name(), run);
        var held = new HashMap<>(dependencies);
        service.dependsOn().forEach(dependency -> held.putIfAbsent(dependency, run));
        return new Surroundings(lever, pools, held, services, atMost, calendarProblem, pause);
    }
}
