package dev.redliner.testbench.chaos;

import dev.redliner.api.RunReport;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Observes all parts and records violations. In a traced run it also keeps the last events before each violation. */
final class InvariantChecker {
    private static final int REMEMBERED = 80;

    private final Timeline timeline;
    private final boolean tracing;
    private final Deque<String> trace = new ArrayDeque<>();
    private final List<Broken> broken = new ArrayList<>();
    private @Nullable RunWitness runs;
    private Consumer<String> reader = line -> {};

    /**
     * @param at in virtual time, seconds
     */
    record Broken(Promise promise, double at, String what, List<String> trace) {}

    InvariantChecker(Timeline timeline, boolean tracing) {
        this.timeline = timeline;
        this.tracing = tracing;
    }

    void watchRuns(RunWitness witness) {
        runs = witness;
    }

    void report(Consumer<String> listener) {
        reader = listener;
    }

    boolean tracing() {
        return tracing;
    }

    void note(SimulatedProcess machine, String what) {
        if (tracing) {
            note(machine.name() + " " + what);
        }
    }

    void note(String what) {
        if (tracing) {
            String line = String.format(Locale.ROOT, "%9.3f s  %s", timeline.seconds(), what);
            reader.accept(line);
            trace.add(line);
            if (trace.size() > REMEMBERED) {
                trace.remove();
            }
        }
    }

    void broken(Promise promise, String what) {
        note("BROKEN " + promise + ": " + what);
        broken.add(new Broken(promise, timeline.seconds(), what, List.copyOf(trace)));
    }

    List<Broken> broken() {
        return broken;
    }

    void journalled(SimulatedProcess machine, KeptRun kept, Run before, RunEvent event, java.time.Instant at) {
        if (tracing && before != kept.replica()) {
            note(
                    machine,
                    "journals " + event.getClass().getSimpleName() + ": "
                            + kept.replica().state() + ", " + kept.replica().decided());
        }
        if (runs != null) {
            runs.journalled(machine, kept, before, event, at);
        }
    }

    void finished(SimulatedProcess machine, KeptRun kept, RunReport report) {
        note(machine, "finishes " + report.id() + " " + report.state() + ": " + report.reason());
        if (runs != null) {
            runs.finished(kept, report);
        }
    }

    void ordered(SimulatedProcess machine, RedirectOrder order) {
        if (tracing) {
            note(machine, "orders " + words(order));
        }
        if (runs != null) {
            runs.ordered(machine, order);
        }
    }

    static String words(RedirectOrder order) {
        return order.action() + " " + order.share() + " run=" + order.run() + " token=" + order.token() + " sequence="
                + order.sequence();
    }
}
