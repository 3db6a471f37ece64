package dev.redliner.controller.api;

import dev.redliner.api.LiveTick;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunUpdate;
import dev.redliner.api.StepReport;
import dev.redliner.controller.engine.AbortAnswer;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.journal.StartKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

/** Runs that a test controls. News reaches its readers under a lock and on the calling thread. */
public final class FakeRuns implements Runs {
    private static final class Desk {
        private RunReport report;
        private final List<RunUpdate> news = new ArrayList<>();
        private final List<Consumer<RunUpdate>> readers = new CopyOnWriteArrayList<>();

        Desk(RunReport report) {
            this.report = report;
        }
    }

    private record Keyed(String service, StartKey key) {}

    /** An abort request that was received. */
    public record Abort(String run, String who, String why) {}

    private final Map<String, Desk> desks = new LinkedHashMap<>();
    private final Map<Keyed, String> runsByKey = new HashMap<>();
    private final List<Abort> aborts = new CopyOnWriteArrayList<>();
    private Function<String, RunReport> onStart = service -> ScriptedRun.accepted("1", service);
    private @Nullable RunRefused refusal;
    private AbortAnswer onAbort = AbortAnswer.TAKEN;
    private boolean database = true;
    private int started;
    private RunOptions asked = RunOptions.USUAL;

    /** Sets the answer to abort requests for existing runs. */
    public synchronized void onAbort(AbortAnswer answer) {
        this.onAbort = answer;
    }

    /** Sets the report that further starts create. */
    public synchronized void onStart(Function<String, RunReport> report) {
        this.onStart = report;
    }

    public synchronized void refuse(@Nullable RunRefused next) {
        this.refusal = next;
    }

    /** Adds a run or changes its report, without news. */
    public synchronized void put(RunReport report) {
        desks.computeIfAbsent(report.id(), id -> new Desk(report)).report = report;
    }

    /** Publishes news: a tick, a step, or a report (the end, if the run is over). */
    public synchronized void append(String run, Object data) {
        Desk desk = desks.get(run);
        if (data instanceof RunReport report) {
            desk.report = report;
        }
        var news = new RunUpdate(desk.news.size() + 1L, kind(data), data);
        desk.news.add(news);
        desk.readers.forEach(reader -> reader.accept(news));
    }

    private static RunUpdate.Kind kind(Object data) {
        if (data instanceof LiveTick) {
            return RunUpdate.Kind.TICK;
        }
        if (data instanceof StepReport) {
            return RunUpdate.Kind.STEP;
        }
        return ((RunReport) data).state().over() ? RunUpdate.Kind.END : RunUpdate.Kind.STATE;
    }

    public List<Abort> aborts() {
        return List.copyOf(aborts);
    }

    /** The options of the newest run. */
    public synchronized RunOptions asked() {
        return asked;
    }

    public synchronized int started() {
        return started;
    }

    public synchronized int readers(String run) {
        return desks.get(run).readers.size();
    }

    @Override
    public synchronized String start(String service, RunOptions options, String who, @Nullable StartKey key)
            throws RunRefused {
        asked = options;
        if (refusal != null) {
            throw refusal;
        }
        Keyed keyed = key == null ? null : new Keyed(service, key);
        String before = runsByKey.get(keyed);
        if (before != null) {
            return before;
        }
        if (key != null
                && runsByKey.keySet().stream()
                        .anyMatch(used -> used.key().name().equals(key.name()))) {
            throw new RunRefused(RunRefused.Cause.KEY_REUSED, "another request used the key", null);
        }
        started++;
        RunReport report = onStart.apply(service);
        put(report);
        if (key != null) {
            runsByKey.put(keyed, report.id());
        }
        return report.id();
    }

    @Override
    public CompletableFuture<AbortAnswer> abort(String run, String who, String why) {
        aborts.add(new Abort(run, who, why));
        synchronized (this) {
            return CompletableFuture.completedFuture(desks.containsKey(run) ? onAbort : AbortAnswer.NO_SUCH_RUN);
        }
    }

    @Override
    public int abortAll(String who, String why) {
        List<String> active;
        synchronized (this) {
            active = desks.entrySet().stream()
                    .filter(desk -> !desk.getValue().report.state().over())
                    .map(Map.Entry::getKey)
                    .toList();
        }
        active.forEach(run -> abort(run, who, why));
        return active.size();
    }

    @Override
    public synchronized Optional<String> activeOn(String service) {
        return desks.values().stream()
                .map(desk -> desk.report)
                .filter(run -> run.service().equals(service) && !run.state().over())
                .map(RunReport::id)
                .findFirst();
    }

    @Override
    public synchronized boolean dismiss(String run, String who, String why) throws RunRefused {
        if (refusal != null) {
            throw refusal;
        }
        return desks.containsKey(run);
    }

    @Override
    public synchronized Optional<RunReport> find(String run) {
        return Optional.ofNullable(desks.get(run)).map(desk -> desk.report);
    }

    /** Sets whether there is a database to list runs from. */
    public synchronized void database(boolean answers) {
        database = answers;
    }

    @Override
    public synchronized List<RunReport> inMemory() {
        return newest(desks.size());
    }

    @Override
    public synchronized List<RunReport> list(int limit) {
        if (!database) {
            throw new DataAccessResourceFailureException("no database");
        }
        return newest(limit);
    }

    private List<RunReport> newest(int limit) {
        List<RunReport> newest = new ArrayList<>();
        desks.values().forEach(desk -> newest.add(0, desk.report));
        return newest.subList(0, Math.min(limit, newest.size()));
    }

    @Override
    public synchronized AutoCloseable follow(String run, long after, Consumer<RunUpdate> reader) {
        Desk desk = desks.get(run);
        desk.news.stream().filter(news -> news.sequence() > after).forEach(reader);
        desk.readers.add(reader);
        return () -> desk.readers.remove(reader);
    }
}
