package dev.redliner.controller.engine;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunUpdate;
import dev.redliner.api.RunUpdate.Kind;
import dev.redliner.api.StepReport;
import dev.redliner.controller.report.RunReports;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Turns the changes of a run into numbered news, and keeps the news for readers that connect late or reconnect. */
final class RunEventLog {
    /**
     * About an hour of ticks near the redline. The limit is needed because a restore that is never observed may last
     * for days.
     */
    private static final int MOST_KEPT = 20_000;

    private final List<RunUpdate> news = new ArrayList<>();
    private final List<Consumer<RunUpdate>> readers = new CopyOnWriteArrayList<>();
    private long told;

    void changed(Run before, Run after, RunEvent event, Instant now) {
        for (int i = 0; i < after.steps().size(); i++) {
            boolean begun = i >= before.steps().size();
            boolean ended = !begun
                    && before.steps().get(i).to() == null
                    && after.steps().get(i).to() != null;
            if (begun || ended) {
                append(Kind.STEP, step(after, i));
            }
        }
        // steps come first, because the tick refers to the step that has just begun
        boolean spoke = event instanceof RunEvent.VerdictArrived;
        if (spoke && after.lastVerdict().isPresent()) {
            append(Kind.TICK, RunReports.tick(after, after.lastVerdict().get(), now));
        }
        if (before.state() != after.state()) {
            RunReport report = RunReports.of(after, now);
            append(after.state().over() ? Kind.END : Kind.STATE, report);
        }
    }

    private static StepReport step(Run run, int index) {
        return RunReports.step(run.steps().get(index), null);
    }

    synchronized void append(Kind kind, Object data) {
        var one = new RunUpdate(++told, kind, data);
        if (kind != Kind.TICK || news.size() < MOST_KEPT) {
            news.add(one);
        }
        readers.forEach(reader -> reader.accept(one));
    }

    /** The number of news items kept. */
    synchronized int size() {
        return news.size();
    }

    /** Replays the news after the given sequence and then passes on each new item, without gaps or duplicates. */
    synchronized AutoCloseable follow(long after, Consumer<RunUpdate> reader) {
        // another controller numbers its news from 1 again, so a reader that asks for a later sequence receives all
        // news
        long from = after > told ? 0 : after;
        news.stream().filter(n -> n.sequence() > from).forEach(reader);
        readers.add(reader);
        return () -> readers.remove(reader);
    }
}
