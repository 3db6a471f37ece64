package dev.redliner.testbench.faults.campaign;

import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectOrder.Action;
import dev.redliner.testbench.faults.RestoreBound;
import dev.redliner.testbench.faults.SeenBack;
import dev.redliner.testbench.faults.campaign.FaultKind.Manner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the evidence of a measurement against the promises. After the last order an Envoy may hold a share for
 * {@link RestoreBound}, plus the time on a connection that was cut.
 */
final class Judge {
    /** Verdicts older than 3.5 s count as stale with this sampling; one second more for a busy machine. */
    private static final Duration STALE = Duration.ofMillis(4_500);
    /** The runs' patience, and the time that they need to notice a fault. */
    private static final Duration NOTICED = Duration.ofSeconds(10);

    private final MeasurementEvidence evidence;
    private final List<LiveViolation> violations = new ArrayList<>();
    private Duration longestSilence = Duration.ZERO;

    private Judge(MeasurementEvidence evidence) {
        this.evidence = evidence;
    }

    /**
     * The result of the check.
     *
     * @param violations of promises
     * @param silence the longest time for which Envoy held a share after the last order to do so
     */
    record Findings(List<LiveViolation> violations, Duration silence) {}

    static Findings judge(MeasurementEvidence evidence) {
        var judge = new Judge(evidence);
        judge.silenceRestores();
        judge.oneToken();
        judge.badDataNeverRaises();
        judge.abortWorks();
        judge.endsHonestly();
        return new Findings(List.copyOf(judge.violations), judge.longestSilence);
    }

    private void broken(String promise, String what) {
        violations.add(new LiveViolation(promise, evidence.end().id() + " " + what));
    }

    private void silenceRestores() {
        List<RedirectOrder> shifts = evidence.shifts();
        for (Instant at : evidence.seen()) {
            if (stoodStill(at)) {
                continue;
            }
            Optional<RedirectOrder> last = shifts.stream()
                    .filter(order -> !order.issuedAt().isAfter(at))
                    .reduce((one, next) -> next);
            Duration silence = last.map(order -> Duration.between(order.issuedAt(), at))
                    .orElse(Duration.ofSeconds(Long.MAX_VALUE));
            if (silence.compareTo(bound(at)) > 0) {
                broken(
                        "P4",
                        "is over or silent, and its Envoy still held a share at " + at + ", "
                                + last.map(order -> seconds(silence) + " s after the last order")
                                        .orElse("though none was ordered"));
                return;
            }
            longestSilence = silence.compareTo(longestSilence) > 0 ? silence : longestSilence;
        }
    }

    /** Whether an Envoy stood still then: it may hold, for one more TTL, a share that had arrived meanwhile. */
    private boolean stoodStill(Instant at) {
        return evidence.struck().stream()
                .filter(it ->
                        it.kind().part().equals(FaultKind.ENVOY) && it.kind().manner() == Manner.FROZEN)
                .anyMatch(it -> !at.isBefore(it.began())
                        && at.isBefore(it.mended().plus(RestoreBound.TTL).plus(RestoreBound.SLACK)));
    }

    private Duration bound(Instant at) {
        boolean cut = evidence.struck().stream()
                .filter(it -> it.kind().part().equals(FaultKind.ENVOY))
                .anyMatch(it -> !at.isBefore(it.began()));
        Duration whole = RestoreBound.ofSilence();
        return cut ? whole.plus(RestoreBound.IN_A_CUT_CONNECTION) : whole;
    }

    private void oneToken() {
        Map<String, Long> tokens = new HashMap<>();
        for (RedirectOrder order : evidence.orders()) {
            if (order.action() == Action.SHIFT) {
                Long before = tokens.putIfAbsent(order.run(), order.token());
                if (before != null && before != order.token()) {
                    broken("P3", "was resumed: it shifts with token " + order.token() + " after " + before);
                    return;
                }
            }
        }
    }

    private void badDataNeverRaises() {
        RedirectOrder before = null;
        for (RedirectOrder order : evidence.shifts()) {
            boolean up = before == null
                    || !before.run().equals(order.run())
                    || order.share().compareTo(before.share()) > 0;
            Instant at = order.issuedAt();
            Optional<InjectedFault> blind = evidence.struck().stream()
                    .filter(it -> it.kind().silencesVerdicts() && it.lasted(STALE, at))
                    .findFirst();
            if (up && blind.isPresent()) {
                broken(
                        "P5",
                        "asked for more, " + order.share() + ", at " + at + " while "
                                + blind.get().kind());
                return;
            }
            before = order;
        }
    }

    private void abortWorks() {
        evidence.struck().stream()
                .filter(it -> it.kind().manner() == Manner.ABORTS && it.heard())
                .forEach(abort -> evidence.orders().stream()
                        .filter(order -> order.action() == Action.SHIFT
                                && order.run().equals(evidence.end().id())
                                && order.issuedAt().isAfter(abort.began()))
                        .findFirst()
                        .ifPresent(order -> broken("P6", "shifts at " + order.issuedAt() + " after its abort")));
    }

    private void endsHonestly() {
        RunState state = evidence.end().state();
        if (evidence.moved() && !SeenBack.honest(evidence.end())) {
            broken(
                    "P3",
                    "ended " + state + " and did not see its traffic back: "
                            + evidence.end().reason());
        }
        if (evidence.end().reason() == null) {
            broken("P3", "ended " + state + " for no reason");
        }
        boolean died = evidence.struck().stream().anyMatch(it -> it.kind().endsRuns());
        if (state == RunState.INTERRUPTED && !died) {
            broken("P3", "says that its controller died, and it did not");
        }
        if (state == RunState.COMPLETED) {
            hole().ifPresent(struck -> broken("P5", "is COMPLETED though it went on with " + struck.kind()));
            if (evidence.end().redline() == null) {
                broken("P5", "is COMPLETED without a redline");
            }
        }
    }

    private Optional<InjectedFault> hole() {
        Instant decided = evidence.decided();
        return evidence.struck().stream()
                .filter(it -> it.kind().endsRuns() && decided.isAfter(it.began())
                        || it.kind().silencesRuns() && it.lasted(NOTICED, decided))
                .findFirst();
    }

    static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.2f", duration.toMillis() / 1e3);
    }
}
