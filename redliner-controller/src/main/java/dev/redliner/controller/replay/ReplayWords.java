package dev.redliner.controller.replay;

import dev.redliner.controller.replay.ReplayResult.Consequences;
import dev.redliner.controller.replay.ReplayedRule.Basis;
import dev.redliner.rules.RuleNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The result of a replay in sentences. */
public final class ReplayWords {
    private ReplayWords() {}

    /** The consequences of the rules, and the limits of the answer, one sentence each. */
    public static List<String> of(ReplayResult result) {
        var words = new ArrayList<String>();
        Consequences replayed = result.replayed();
        words.add(stops(replayed.stops(), result.recorded().stops()));
        words.add(backsOff(replayed.backsOff(), result.recorded().backsOff()));
        if (result.differs() == null) {
            words.add("The rules have the same consequences as those of the run, in each second.");
        } else {
            words.add("The consequences differ from those of the run's own rules after " + result.differs()
                    + " s. From there on the run would have had another load.");
        }
        result.rules().stream()
                .filter(rule -> rule.basis() == Basis.CANNOT_TELL)
                .forEach(rule -> words.add(
                        "It cannot be told what rule " + rule.rule().id() + " would have done. " + rule.reason()));
        List<String> signals = result.rules().stream()
                .filter(rule -> rule.basis() == Basis.COMPUTED)
                .flatMap(rule -> rule.signals().stream())
                .distinct()
                .sorted()
                .toList();
        if (!signals.isEmpty()) {
            words.add(
                    "These metrics come from the recorded signals of each tick, so that an outcome near a limit can differ"
                            + " from that of a run: " + String.join(", ", signals) + ".");
        }
        if (isOfHosts(RuleNames.PEERS_PREFIX, signals)) {
            words.add(
                    "The record does not have the number of peers that report a signal. In a run, a metric that less than"
                            + " half of the peers report is UNKNOWN.");
        }
        if (isOfHosts(RuleNames.POOL_PREFIX, signals)) {
            words.add(
                    "A metric after pool. is a mean over hosts. In a run, those that report the metric count. Here, all"
                            + " hosts that report at all count.");
        }
        return List.copyOf(words);
    }

    /** Whether one of the signals is the mean over the hosts with this prefix; Envoys report on all of them. */
    private static boolean isOfHosts(String prefix, List<String> signals) {
        return signals.stream()
                .anyMatch(name -> name.startsWith(prefix) && !name.startsWith(prefix + RuleNames.ENVOY_PREFIX));
    }

    private static String stops(@Nullable ReplayMoment replayed, @Nullable ReplayMoment recorded) {
        if (replayed == null) {
            return recorded == null
                    ? "No rule would have ended the run."
                    : "No rule would have ended the run, which rule " + recorded.rule() + " ended" + place(recorded)
                            + ".";
        }
        return "Rule " + replayed.rule() + " would have ended the run" + place(replayed) + same(replayed, recorded)
                + ".";
    }

    private static String backsOff(@Nullable ReplayMoment replayed, @Nullable ReplayMoment recorded) {
        if (replayed == null) {
            return recorded == null
                    ? "No rule would have taken the load back."
                    : "No rule would have taken the load back, which rule " + recorded.rule() + " first did"
                            + place(recorded) + ".";
        }
        return "Rule " + replayed.rule() + " would first have taken the load back" + place(replayed)
                + same(replayed, recorded) + ".";
    }

    private static String same(ReplayMoment replayed, @Nullable ReplayMoment recorded) {
        if (recorded == null) {
            return "; none of the run's own rules did";
        }
        boolean both = replayed.second() == recorded.second() && replayed.rule().equals(recorded.rule());
        return both ? ", as it did" : "; of the run's own rules, " + recorded.rule() + " did" + place(recorded);
    }

    private static String place(ReplayMoment moment) {
        String after = " after " + moment.second() + " s";
        Double rps = moment.rps();
        return rps == null ? after : after + String.format(Locale.ROOT, " at %.0f rps", rps);
    }
}
