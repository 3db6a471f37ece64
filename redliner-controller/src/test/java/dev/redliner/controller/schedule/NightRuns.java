package dev.redliner.controller.schedule;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunUpdate;
import dev.redliner.controller.engine.AbortAnswer;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.journal.StartKey;
import dev.redliner.search.Redline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs in virtual time, and the surroundings that follow from them. Each ends by itself after some time. */
final class NightRuns implements Runs, SurroundingsSource {
    /** A run that began. */
    record Begun(String run, String service, String who, Instant at, @Nullable String profile) {}

    private final List<Begun> begun = new ArrayList<>();
    private final List<String> aborted = new ArrayList<>();
    private final Map<String, Begun> active = new HashMap<>();
    private final Map<String, Instant> lastEnded = new HashMap<>();
    private final Map<String, Begun> measured = new HashMap<>();
    private final Map<String, List<Instant>> deploys = new HashMap<>();
    private final Map<String, List<String>> services = new HashMap<>();
    private final Duration length;
    private final int atMost;
    private Instant now = Instant.EPOCH;
    private @Nullable RunRefused refusal;
    private List<RunHarm> harm = List.of();
    private int mostActive;

    NightRuns(Duration length, int atMost) {
        this.length = length;
        this.atMost = atMost;
    }

    void has(String service, String... dependsOn) {
        services.put(service, List.of(dependsOn));
    }

    /** The runs of every service had this harm. */
    void harmed(RunHarm... runs) {
        harm = List.of(runs);
    }

    void refuse(@Nullable RunRefused next) {
        refusal = next;
    }

    /** Moves the time, and ends the runs that are over by then. */
    void at(Instant time) {
        now = time;
        for (Begun run : List.copyOf(active.values())) {
            if (!run.at().plus(length).isAfter(time)) {
                active.remove(run.service());
                lastEnded.put(run.service(), run.at().plus(length));
                measured.put(run.service(), run);
            }
        }
    }

    /** A deploy of a service was announced. */
    void deploy(String service, Instant at) {
        deploys.computeIfAbsent(service, name -> new ArrayList<>()).add(at);
    }

    /** A redline within 8%, as each of these runs measures it. */
    private Optional<LastResult> result(String service) {
        return Optional.ofNullable(measured.get(service))
                .map(run -> new LastResult(
                        run.run(), run.at().plus(length), new Redline(400, 370, 432.5, 370, "slo", false), (int)
                                deploys.getOrDefault(service, List.of()).stream()
                                        .filter(at -> !at.isBefore(run.at()))
                                        .count()));
    }

    List<Begun> begun() {
        return begun;
    }

    List<String> aborted() {
        return aborted;
    }

    int mostActive() {
        return mostActive;
    }

    @Override
    public Surroundings read(Set<String> needed, Map<String, WeeklyHarm> budgets) {
        Map<String, String> pools = active.values().stream().collect(Collectors.toMap(Begun::service, Begun::run));
        Map<String, String> dependencies = new HashMap<>();
        active.values().forEach(run -> services.get(run.service()).forEach(it -> dependencies.put(it, run.run())));
        Map<String, ServiceRecord> records = needed.stream()
                .filter(services::containsKey)
                .collect(Collectors.toMap(
                        it -> it,
                        it -> new ServiceRecord(
                                it,
                                services.get(it),
                                Duration.ofMinutes(15),
                                Optional.ofNullable(lastEnded.get(it)),
                                Optional.ofNullable(lastEnded.get(it)),
                                0,
                                Optional.empty(),
                                () -> harm,
                                budgets.get(it),
                                () -> result(it))));
        return new Surroundings(
                Optional.empty(), pools, dependencies, records, atMost, calendar -> Optional.empty(), Optional.empty());
    }

    @Override
    public String start(String service, RunOptions options, String who, @Nullable StartKey key) throws RunRefused {
        if (refusal != null) {
            throw refusal;
        }
        if (active.containsKey(service)) {
            throw new RunRefused(
                    RunRefused.Cause.POOL_BUSY,
                    "The pool is busy.",
                    active.get(service).run());
        }
        var run = new Begun(service + "-" + (begun.size() + 1), service, who, now, options.profile());
        begun.add(run);
        active.put(service, run);
        mostActive = Math.max(mostActive, active.size());
        return run.run();
    }

    @Override
    public CompletableFuture<AbortAnswer> abort(String run, String who, String why) {
        aborted.add(run + " by " + who + ": " + why);
        return CompletableFuture.completedFuture(AbortAnswer.TAKEN);
    }

    @Override
    public int abortAll(String who, String why) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean dismiss(String run, String who, String why) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<String> activeOn(String service) {
        return Optional.ofNullable(active.get(service)).map(Begun::run);
    }

    @Override
    public Optional<RunReport> find(String run) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<RunReport> list(int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<RunReport> inMemory() {
        throw new UnsupportedOperationException();
    }

    @Override
    public AutoCloseable follow(String run, long after, Consumer<RunUpdate> reader) {
        throw new UnsupportedOperationException();
    }
}
