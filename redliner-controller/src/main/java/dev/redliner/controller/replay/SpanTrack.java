package dev.redliner.controller.replay;

import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.controller.replay.ReplayedRule.Span;
import dev.redliner.rules.Comparison;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The outcomes of a rule by second. Of several evaluations in one second, the worst outcome counts. */
final class SpanTrack {
    private static final List<Outcome> BEST_FIRST = List.of(Outcome.PASS, Outcome.UNKNOWN, Outcome.FAIL);

    private final List<Span> spans = new ArrayList<>();
    private final Map<Outcome, Integer> seconds = new EnumMap<>(Outcome.class);
    /** The second that may get further evaluations. */
    private @Nullable Span open;

    void add(int second, Outcome outcome, boolean failing, List<Comparison> comparisons) {
        if (open == null || open.from() != second) {
            close();
            open = new Span(second, second, outcome, failing, comparisons);
            return;
        }
        boolean worse = BEST_FIRST.indexOf(outcome) > BEST_FIRST.indexOf(open.outcome());
        open = new Span(
                second,
                second,
                worse ? outcome : open.outcome(),
                open.failing() || failing,
                worse ? comparisons : open.comparisons());
    }

    private void close() {
        Span closed = open;
        open = null;
        if (closed == null) {
            return;
        }
        seconds.merge(closed.outcome(), 1, Integer::sum);
        Span before = spans.isEmpty() ? null : spans.get(spans.size() - 1);
        if (before != null
                && before.to() + 1 == closed.from()
                && before.outcome() == closed.outcome()
                && before.failing() == closed.failing()) {
            spans.set(
                    spans.size() - 1,
                    new Span(before.from(), closed.to(), before.outcome(), before.failing(), before.comparisons()));
        } else if (spans.size() < ReplayedRule.MOST_SPANS) {
            spans.add(closed);
        }
    }

    /** Seconds with this outcome. */
    int seconds(Outcome outcome) {
        close();
        return seconds.getOrDefault(outcome, 0);
    }

    List<Span> all() {
        close();
        return List.copyOf(spans);
    }
}
