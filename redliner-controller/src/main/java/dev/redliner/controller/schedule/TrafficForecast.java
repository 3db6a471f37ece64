package dev.redliner.controller.schedule;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunSummary;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.controller.traffic.NeededLoad;
import dev.redliner.controller.traffic.TrafficHistory;
import dev.redliner.schedule.ScheduleDefinition;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Warns of firings at an hour whose traffic cannot take the SUT to its redline. Thread-safe. */
final class TrafficForecast {
    private static final Duration SPAN = Duration.ofDays(7);
    /** A week's mean by hour changes little within this time. */
    private static final Duration FRESH = Duration.ofMinutes(10);
    /** The first traffic of a service is news. */
    private static final Duration WITHOUT_TRAFFIC = Duration.ofSeconds(10);

    private final TrafficHistory traffic;
    private final RunSummaries runs;
    private final Function<Set<String>, Map<String, ServiceDefinition>> services;
    private final ConcurrentHashMap<Place, Hours> hours = new ConcurrentHashMap<>();

    private record Place(String service, ZoneId zone) {}

    private record Hours(Instant at, HourlyTraffic traffic) {
        boolean old(Instant now) {
            Duration kept = traffic.rps().isEmpty() ? WITHOUT_TRAFFIC : FRESH;
            return Duration.between(at, now).abs().compareTo(kept) > 0;
        }
    }

    /** @param services the definitions of some services by name */
    TrafficForecast(
            TrafficHistory traffic, RunSummaries runs, Function<Set<String>, Map<String, ServiceDefinition>> services) {
        this.traffic = traffic;
        this.runs = runs;
        this.services = services;
    }

    /** The forecast for the schedules of some services. */
    Known of(Set<String> names) {
        Map<String, ServiceDefinition> definitions = services.apply(names);
        return new Known(definitions, runs.completed(definitions.keySet()));
    }

    /** The definitions and the newest redlines of some services. */
    final class Known {
        private final Map<String, ServiceDefinition> definitions;
        private final Map<String, RunSummary> completed;

        private Known(Map<String, ServiceDefinition> definitions, Map<String, RunSummary> completed) {
            this.definitions = definitions;
            this.completed = completed;
        }

        /** Why a run at this time is not likely to reach the redline; empty if nothing is known against it. */
        Optional<String> warning(ScheduleDefinition schedule, Instant due, Instant now) {
            ServiceDefinition service = definitions.get(schedule.service());
            RunSummary run = completed.get(schedule.service());
            RedlineReport redline = run == null ? null : run.redline();
            if (service == null || redline == null) {
                return Optional.empty();
            }
            double needed = NeededLoad.of(redline);
            return hours(schedule, now).warning(due.atZone(schedule.zone()).getHour(), share(service.pool()), needed);
        }
    }

    /** Several hosts of the SUT get equal parts of the share. */
    private static double share(Pool pool) {
        return pool.maxShare().fraction() / pool.sut().size();
    }

    private HourlyTraffic hours(ScheduleDefinition schedule, Instant now) {
        Place place = new Place(schedule.service(), schedule.zone());
        Hours known = hours.get(place);
        if (known != null && !known.old(now)) {
            return known.traffic();
        }
        HourlyTraffic read = HourlyTraffic.of(traffic.slots(schedule.service(), now.minus(SPAN), now), schedule.zone());
        hours.values().removeIf(it -> it.old(now));
        hours.put(place, new Hours(now, read));
        return read;
    }
}
