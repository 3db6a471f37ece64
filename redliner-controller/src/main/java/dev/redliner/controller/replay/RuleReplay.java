package dev.redliner.controller.replay;

import dev.redliner.api.RunState;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.evidence.Evidence;
import dev.redliner.rules.CompiledRule;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates rules over the verdicts of a recorded run. The verdicts are added in the order of the journal. The load is
 * the recorded one, whatever the rules would have done to it.
 */
public final class RuleReplay {
    private static final Duration LOAD_OVER = Duration.ofSeconds(5);

    private final ServiceDefinition recorded;
    private final Instant startedAt;
    private final RecordedMetrics metrics;
    private final RecordedValues load;
    private final Map<Window, RecordedValues> values = new LinkedHashMap<>();
    private final List<RuleTrack> tracks = new ArrayList<>();
    private final ConsequenceTrack replayed = new ConsequenceTrack();
    private final ConsequenceTrack asRecorded = new ConsequenceTrack();
    private @Nullable Instant last;
    private int verdicts;

    private record Window(Duration length, @Nullable String host) {}

    /**
     * @param recorded the service as the run measured it
     * @param startedAt when the run was accepted
     * @param rules the rules to evaluate
     */
    public RuleReplay(ServiceDefinition recorded, Instant startedAt, List<CompiledRule> rules) {
        this.recorded = recorded;
        this.startedAt = startedAt;
        metrics = new RecordedMetrics(recorded.rules(), recorded.pool());
        load = new RecordedValues(LOAD_OVER, null, metrics, recorded.pool());
        rules.forEach(rule -> tracks.add(track(rule)));
    }

    private RuleTrack track(CompiledRule rule) {
        List<String> sut = recorded.pool().sut();
        var byHost = new ArrayList<RecordedValues>();
        if (sut.size() == 1) {
            byHost.add(values(rule.spec().window(), null));
        } else {
            sut.forEach(host -> byHost.add(values(rule.spec().window(), host)));
        }
        return new RuleTrack(rule, SameRule.of(rule.spec(), recorded), byHost);
    }

    private RecordedValues values(Duration window, @Nullable String host) {
        return values.computeIfAbsent(
                new Window(window, host), of -> new RecordedValues(window, host, metrics, recorded.pool()));
    }

    /**
     * Adds a verdict.
     *
     * @param state state of the run when it received the verdict
     * @param step number of its step then; 0 before the first
     */
    public void add(Verdict verdict, RunState state, int step) {
        if (last != null && !verdict.at().isAfter(last)) {
            // another analyzer evaluated the same time again
            return;
        }
        last = verdict.at();
        verdicts++;
        read(verdict, state);
        int second = (int) Math.max(0, Duration.between(startedAt, verdict.at()).toSeconds());
        Map<String, RuleVerdict> byRule = new HashMap<>();
        verdict.rules().forEach(rule -> byRule.put(rule.rule(), rule));
        Instant at = verdict.at();
        OptionalDouble rps = load.value("rps.requested");
        Double perHost =
                rps.isPresent() ? rps.getAsDouble() / recorded.pool().sut().size() : null;
        tracks.forEach(track -> {
            var moment = new ReplayMoment(second, at, track.id(), state, step, perHost);
            replayed.add(track.onFail(), track.judge(moment, byRule), moment);
        });
        verdict.rules()
                .forEach(rule -> asRecorded.add(
                        rule.onFail(),
                        rule.failing(),
                        new ReplayMoment(second, at, rule.rule(), state, step, perHost)));
        replayed.endOf(second);
        asRecorded.endOf(second);
    }

    private void read(Verdict verdict, RunState state) {
        metrics.read(verdict);
        Tick tick = verdict.tick();
        Duration limit = Evidence.tightestLimit(verdict);
        if (tick != null) {
            load.add(tick, limit);
            values.values().forEach(each -> each.add(tick, limit));
            if (state == RunState.BASELINING) {
                metrics.keepBaseline();
            }
        }
        load.end(verdict);
        values.values().forEach(each -> each.end(verdict));
    }

    /** The result over all verdicts that were added. */
    public ReplayResult result() {
        int seconds = last == null ? 0 : (int) Duration.between(startedAt, last).toSeconds();
        return new ReplayResult(
                Math.max(0, seconds),
                verdicts,
                tracks.stream().map(RuleTrack::result).toList(),
                replayed.first(),
                asRecorded.first(),
                replayed.differsFrom(asRecorded));
    }
}
