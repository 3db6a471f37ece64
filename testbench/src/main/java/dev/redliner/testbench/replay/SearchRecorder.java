package dev.redliner.testbench.replay;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.search.CountInterval;
import dev.redliner.search.Plan;
import dev.redliner.search.Redline;
import dev.redliner.search.Search;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.SearchStart;
import dev.redliner.search.policy.GuidedSearch;
import dev.redliner.testbench.replay.RecordedSearch.Call;
import dev.redliner.testbench.replay.RecordedSearch.Interval;
import dev.redliner.testbench.replay.RecordedSearch.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Begins the search of one run and records the calls of it. */
public final class SearchRecorder implements SearchStart {
    private final List<Call> calls = new ArrayList<>();
    private @Nullable SearchSettings settings;
    private double normalLoad;
    private double highestLoad;

    @Override
    public Search from(double normal, double highest, SearchSettings of) {
        // a baseline that did not settle begins anew
        calls.clear();
        settings = of;
        normalLoad = normal;
        highestLoad = highest;
        return new Recording(GuidedSearch.from(normal, highest, of));
    }

    /** The recording; empty if the run began no search. */
    public Optional<RecordedSearch> recorded(RunReport report) {
        SearchSettings used = settings;
        return used == null
                ? Optional.empty()
                : Optional.of(new RecordedSearch(
                        report.id(),
                        report.service(),
                        report.state().name(),
                        interval(report.result()),
                        null,
                        normalLoad,
                        highestLoad,
                        used,
                        calls));
    }

    private static @Nullable Interval interval(@Nullable RedlineReport redline) {
        return redline == null ? null : new Interval(redline.rps(), redline.low(), redline.high());
    }

    /** Passes each call on. The calls of a run follow each other, so that one list is enough. */
    private final class Recording implements Search {
        private final Search search;

        Recording(Search search) {
            this.search = search;
        }

        @Override
        public Plan plan() {
            return search.plan();
        }

        @Override
        public Search observe(CountInterval second) {
            return recorded(Method.OBSERVE, null, second, search.observe(second));
        }

        @Override
        public Search breached(String rule, @Nullable CountInterval since) {
            return recorded(Method.BREACHED, rule, since, search.breached(rule, since));
        }

        @Override
        public Optional<Redline> estimate() {
            return search.estimate();
        }

        @Override
        public Plan endedNow(String why, @Nullable CountInterval rest) {
            Plan plan = search.endedNow(why, rest);
            calls.add(Call.of(Method.ENDED_NOW, why, rest, search.plan(), plan));
            return plan;
        }

        private Recording recorded(
                Method method, @Nullable String text, @Nullable CountInterval evidence, Search next) {
            calls.add(Call.of(method, text, evidence, search.plan(), next.plan()));
            return new Recording(next);
        }
    }
}
