package dev.redliner.testbench.replay;

import dev.redliner.search.CountInterval;
import dev.redliner.search.Plan;
import dev.redliner.search.Redline;
import dev.redliner.search.policy.GuidedSearch;
import dev.redliner.testbench.replay.RecordedSearch.Call;
import dev.redliner.testbench.replay.RecordedSearch.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A recorded run in the judgement of the present search. The loads stay those of the run, because only these have
 * evidence. Where the present search would have decided otherwise, its decision is noted and that of the run followed.
 *
 * @param recorded the run
 * @param plan the end of the present search, with the evidence of the run
 * @param differences the other decisions of the present search, in order, as text
 */
public record Hindsight(RecordedSearch recorded, Plan plan, List<String> differences) {
    private static final String END_OF_RUN = "The recorded run ended here.";

    public Hindsight {
        differences = List.copyOf(differences);
    }

    /** Whether something else than its search ended the run, such as an abort or a guard. */
    public boolean cutShort() {
        List<Call> calls = recorded.calls();
        return calls.isEmpty() || !calls.get(calls.size() - 1).ended();
    }

    /** The redline that the present search finds; empty if it finds none. */
    public Optional<Redline> redline() {
        return plan instanceof Plan.Done done ? Optional.of(done.redline()) : Optional.empty();
    }

    /** Judges a recorded run. */
    public static Hindsight of(RecordedSearch run) {
        var replay = new Replay(GuidedSearch.from(run.normalLoad(), run.highestLoad(), run.settings()));
        run.calls().forEach(replay::next);
        return new Hindsight(run, replay.end(), replay.differences);
    }

    /** The search while the calls are repeated. */
    private static final class Replay {
        private final List<String> differences = new ArrayList<>();
        private GuidedSearch search;
        private Plan.Probe load;
        private double seconds;
        private boolean differed;
        private @Nullable Plan ended;

        Replay(GuidedSearch search) {
            this.search = search;
            load = (Plan.Probe) search.plan();
        }

        void next(Call call) {
            CountInterval evidence = call.evidence();
            boolean moves = call.ended() || call.next() != null;
            // the evidence of a breach that changes no plan is passed again with the next second
            seconds += evidence == null || (call.method() == Method.BREACHED && !moves) ? 0 : evidence.length();
            if (call.method() == Method.ENDED_NOW) {
                ended = search.endedNow(Objects.requireNonNull(call.text()), evidence);
                return;
            }
            GuidedSearch after = call.method() == Method.OBSERVE
                    ? search.observe(Objects.requireNonNull(evidence))
                    : search.breached(Objects.requireNonNull(call.text()), evidence);
            boolean left = !after.plan().equals(search.plan());
            if (!left && moves && call.method() == Method.BREACHED && evidence != null) {
                after = search.holding(evidence);
            }
            if (call.ended()) {
                end(after);
            } else if (call.next() != null) {
                leave(after, left, call.next());
            } else if (left) {
                stay(call, after.plan());
            } else {
                search = after;
            }
        }

        /** The run ended, and the present search may have gone on. */
        private void end(GuidedSearch after) {
            if (after.plan() instanceof Plan.Probe) {
                differ("goes on where the run ended");
                ended = after.endedNow(END_OF_RUN, null);
            } else {
                ended = after.plan();
            }
        }

        /** The run left the load for another one. */
        private void leave(GuidedSearch after, boolean left, Plan.Probe next) {
            if (!left) {
                differ("stays where the run goes to " + words(next));
            } else if (!same(after.plan(), next)) {
                differ("goes to " + words(after.plan()) + " where the run goes to " + words(next));
            }
            search = left && same(after.plan(), next) ? after : after.instead(next.stage(), next.load(), next.why());
            load = next;
            seconds = 0;
            differed = false;
        }

        /** The run stayed at the load that the present search leaves. */
        private void stay(Call call, Plan wanted) {
            differ("goes to " + words(wanted) + " where the run stays");
            if (call.method() == Method.OBSERVE) {
                search = search.holding(Objects.requireNonNull(call.evidence()));
            }
        }

        /** Only the first difference at a load is noted: it is repeated with each second. */
        private void differ(String how) {
            if (!differed) {
                differences.add(String.format(
                        Locale.ROOT, "after %.0f s at %.1f rps (%s), it %s", seconds, load.load(), load.stage(), how));
            }
            differed = true;
        }

        private static boolean same(Plan plan, Plan.Probe other) {
            return plan instanceof Plan.Probe probe && probe.stage() == other.stage() && probe.load() == other.load();
        }

        private static String words(Plan plan) {
            return plan instanceof Plan.Probe probe
                    ? String.format(Locale.ROOT, "%.1f rps (%s)", probe.load(), probe.stage())
                    : "its end";
        }

        Plan end() {
            return ended != null ? ended : search.endedNow(END_OF_RUN, null);
        }
    }
}
