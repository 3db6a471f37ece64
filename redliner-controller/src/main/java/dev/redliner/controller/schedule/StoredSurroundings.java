package dev.redliner.controller.schedule;

import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.calendar.Calendars;
import dev.redliner.controller.journal.RunFilter;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.controller.lever.SafetyLever;
import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The surroundings as the database and the lever have them. */
final class StoredSurroundings implements SurroundingsSource {
    private static final int LOOKED_AT = 20;

    private final SafetyLever lever;
    private final RunJournal journal;
    private final ServiceCatalog services;
    private final ReadServices reader;
    private final RunSummaries runs;
    private final HarmHistory harm;
    private final ResultHistory results;
    private final int atMost;
    private final Calendars calendars;
    private final Supplier<Optional<SchedulePause>> pause;

    StoredSurroundings(
            SafetyLever lever,
            RunJournal journal,
            ServiceCatalog services,
            ReadServices reader,
            RunSummaries runs,
            HarmHistory harm,
            ResultHistory results,
            int atMost,
            Calendars calendars,
            Supplier<Optional<SchedulePause>> pause) {
        this.lever = lever;
        this.journal = journal;
        this.services = services;
        this.reader = reader;
        this.runs = runs;
        this.harm = harm;
        this.results = results;
        this.atMost = atMost;
        this.calendars = calendars;
        this.pause = pause;
    }

    @Override
    public Surroundings read(Set<String> needed, Map<String, WeeklyHarm> budgets) {
        var active = new HashMap<String, String>();
        var dependencies = new HashMap<String, String>();
        for (RunJournal.Held held : journal.held()) {
            active.put(held.pool(), held.run());
            definition(held.pool())
                    .ifPresent(it -> it.dependsOn().forEach(dependency -> dependencies.put(dependency, held.run())));
        }
        var records = new HashMap<String, ServiceRecord>();
        needed.forEach(name -> definition(name).ifPresent(it -> records.put(name, record(it, budgets.get(name)))));
        return new Surroundings(
                lever.engaged(), active, dependencies, records, atMost, calendars::problem, pause.get());
    }

    /** The definition of a service; empty if there is no such service, or this version cannot read it. */
    Optional<ServiceDefinition> definition(String name) {
        return services.stored(name).flatMap(reader::definition);
    }

    private ServiceRecord record(ServiceDefinition service, @Nullable WeeklyHarm weeklyHarm) {
        List<RunSummary> newest = runs.newest(RunFilter.measuring(service.name()), LOOKED_AT);
        Optional<Instant> lastEnded = newest.stream()
                .filter(run -> run.state() != RunState.REFUSED)
                .flatMap(run -> Optional.ofNullable(run.endedAt()).stream())
                .max(Instant::compareTo);
        List<ServiceRecord.Ended> failed = failedInARow(newest);
        return new ServiceRecord(
                service.name(),
                service.dependsOn(),
                service.limits().maxDuration(),
                lastEnded,
                failed.size(),
                failed.stream().findFirst(),
                () -> harm.of(service.name()),
                weeklyHarm,
                () -> results.of(service.name()));
    }

    /** The newest runs without a result until the newest that completed, the newest first. */
    private static List<ServiceRecord.Ended> failedInARow(List<RunSummary> newestFirst) {
        var failed = new ArrayList<ServiceRecord.Ended>();
        for (RunSummary run : newestFirst) {
            Instant ended = run.endedAt();
            switch (run.state()) {
                case COMPLETED -> {
                    return failed;
                }
                case INCONCLUSIVE, ABORTED, INTERRUPTED -> {
                    if (ended != null) {
                        failed.add(new ServiceRecord.Ended(run.id(), ended));
                    }
                }
                case REFUSED, READY, NOT_READY, PENDING, BASELINING, RAMPING, REFINING, CONFIRMING, RESTORING -> {
                    // no result is missing yet, or nothing was measured
                }
            }
        }
        return failed;
    }
}
