package dev.redliner.controller.schedule;

import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.calendar.Calendars;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        List<RunJournal.Held> held = journal.held();
        Map<String, ServiceDefinition> known =
                definitions(Stream.concat(needed.stream(), held.stream().map(RunJournal.Held::pool))
                        .collect(Collectors.toSet()));
        var active = new HashMap<String, String>();
        var dependencies = new HashMap<String, String>();
        for (RunJournal.Held one : held) {
            active.put(one.pool(), one.run());
            Optional.ofNullable(known.get(one.pool()))
                    .ifPresent(it -> it.dependsOn().forEach(dependency -> dependencies.put(dependency, one.run())));
        }
        List<ServiceDefinition> services = needed.stream()
                .flatMap(name -> Optional.ofNullable(known.get(name)).stream())
                .toList();
        Map<String, List<RunSummary>> newest =
                runs.byService(services.stream().map(ServiceDefinition::name).toList(), LOOKED_AT);
        Map<String, ServiceRecord> records = services.stream()
                .collect(Collectors.toMap(
                        ServiceDefinition::name,
                        it -> record(it, newest.getOrDefault(it.name(), List.of()), budgets.get(it.name()))));
        return new Surroundings(
                lever.engaged(), active, dependencies, records, atMost, calendars::problem, pause.get());
    }

    /** The definitions of those of some services that exist and that this version can read, by name. */
    Map<String, ServiceDefinition> definitions(Set<String> names) {
        var found = new HashMap<String, ServiceDefinition>();
        services.stored(names)
                .forEach(stored -> reader.definition(stored).ifPresent(it -> found.put(stored.name(), it)));
        return found;
    }

    private ServiceRecord record(ServiceDefinition service, List<RunSummary> newest, @Nullable WeeklyHarm weeklyHarm) {
        Optional<Instant> lastEnded = newest.stream()
                .filter(run -> run.state() != RunState.REFUSED)
                .flatMap(run -> Optional.ofNullable(run.endedAt()).stream())
                .max(Instant::compareTo);
        Optional<Instant> lastTried = newest.stream()
                .flatMap(run -> Optional.ofNullable(run.endedAt()).stream())
                .max(Instant::compareTo);
        List<ServiceRecord.Ended> failed = failedInARow(newest);
        return new ServiceRecord(
                service.name(),
                service.dependsOn(),
                service.limits().maxDuration(),
                lastEnded,
                lastTried,
                failed.size(),
                failed.stream().findFirst(),
                () -> harm.of(service.name()),
                weeklyHarm,
                () -> results.of(service));
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
