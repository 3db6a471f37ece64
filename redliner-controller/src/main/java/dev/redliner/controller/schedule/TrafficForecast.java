package dev.redliner.controller.schedule;

import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.controller.journal.RunFilter;
import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.controller.traffic.TrafficHistory;
import dev.redliner.schedule.ScheduleDefinition;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** Warns of firings at an hour whose traffic cannot take the SUT to its redline. */
final class TrafficForecast {
    private static final Duration SPAN = Duration.ofDays(7);

    private final TrafficHistory traffic;
    private final RunSummaries runs;
    private final Function<String, Optional<ServiceDefinition>> services;

    TrafficForecast(TrafficHistory traffic, RunSummaries runs, Function<String, Optional<ServiceDefinition>> services) {
        this.traffic = traffic;
        this.runs = runs;
        this.services = services;
    }

    /** Why a run at this time is not likely to reach the redline; empty if nothing is known against it. */
    Optional<String> warning(ScheduleDefinition schedule, Instant due, Instant now) {
        return services.apply(schedule.service())
                .flatMap(service -> high(schedule.service()).flatMap(high -> hours(schedule, now)
                        .warning(due.atZone(schedule.zone()).getHour(), share(service.pool()), high)));
    }

    /** Several hosts of the SUT get equal parts of the share. */
    private static double share(Pool pool) {
        return pool.maxShare().fraction() / pool.sut().size();
    }

    private Optional<Double> high(String service) {
        return runs.newest(RunFilter.of(service).in(RunState.COMPLETED), 1).stream()
                .flatMap(it -> Optional.ofNullable(it.redline()).stream())
                // of an "at least", which needs more: if not even that is reached, neither is the redline
                .map(it -> it.high() == null ? it.rps() : it.high())
                .findFirst();
    }

    private HourlyTraffic hours(ScheduleDefinition schedule, Instant now) {
        return HourlyTraffic.of(traffic.slots(schedule.service(), now.minus(SPAN), now), schedule.zone());
    }
}
