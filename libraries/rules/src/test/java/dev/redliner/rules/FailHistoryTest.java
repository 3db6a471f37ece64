package dev.redliner.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.watch.ClearFor;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailHistoryTest {

    /** P: passed, F: failed, U: unknown; and whether the rule counts as failing after each, as x or -. */
    @ParameterizedTest
    @CsvSource({
        // once failed, it passes again after three evaluations in a row
        "1 of 1, 3 of 3, PFPPP, -xxx-",
        "1 of 1, 3 of 3, FPPFPPP, xxxxxx-",
        // two of the last three, not two in a row
        "1 of 1, 2 of 3, FPFPP, xxx--",
        "1 of 1, 2 of 3, FFPFPFPP, xxxx-x--",
        // UNKNOWN is no evaluation: it neither clears nor delays
        "1 of 1, 3 of 3, FPUUPUP, xxxxxx-",
        "2 of 3, 2 of 2, FUFUPUP, --xxxx-",
        "2 of 3, 2 of 2, UUUU, ----",
        // a rule that still fails often enough does not pass, whatever clearFor is
        "2 of 3, 1 of 1, FFPP, -xx-",
        // clearFor looks back further than failFor
        "1 of 1, 4 of 4, FPPPFPPPP, xxxxxxxx-",
        // failures before the rule began to fail do not keep it failing
        "3 of 3, 1 of 1, FFFP, --x-",
        // it never failed, so it has nothing to clear
        "3 of 3, 3 of 3, FFPFFP, ------"
    })
    void a_failing_rule_passes_again_after_clear_for(String failFor, String clearFor, String outcomes, String failing) {
        RuleSpec rule = rule(new FailFor(first(failFor), last(failFor)), new ClearFor(first(clearFor), last(clearFor)));
        assertThat(failing(rule, outcomes)).isEqualTo(failing);
    }

    @Test
    void without_clear_for_a_rule_fails_exactly_while_fail_for_applies() {
        Random random = new Random(27);
        for (int i = 0; i < 2_000; i++) {
            int of = 1 + random.nextInt(6);
            var failFor = new FailFor(1 + random.nextInt(of), of);
            String outcomes = outcomes(random);
            RuleSpec usual = new RuleSpec("r", "rps > 1", Duration.ofSeconds(1), 0, failFor, OnFail.REPORT);
            assertThat(failing(usual, outcomes))
                    .as("%s %s", failFor, outcomes)
                    .isEqualTo(failingByCountAlone(failFor, outcomes));
        }
    }

    @Test
    void a_stored_rule_without_clear_for_has_the_default() {
        RuleSpec stored = rule(new FailFor(4, 5), null);
        assertThat(stored.clearFor()).isEqualTo(new ClearFor(2, 5));
        assertThatThrownBy(() -> new ClearFor(0, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ClearFor(4, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ClearFor(1, 1001)).isInstanceOf(IllegalArgumentException.class);
    }

    private static String outcomes(Random random) {
        return random.ints(40, 0, 3)
                .mapToObj(one -> List.of("P", "F", "U").get(one))
                .reduce("", String::concat);
    }

    private static String failingByCountAlone(FailFor failFor, String outcomes) {
        List<Character> known = new ArrayList<>();
        StringBuilder failing = new StringBuilder();
        for (char outcome : outcomes.toCharArray()) {
            if (outcome != 'U') {
                known.add(outcome);
            }
            long failed = known.subList(Math.max(0, known.size() - failFor.of()), known.size()).stream()
                    .filter(one -> one == 'F')
                    .count();
            failing.append(failed >= failFor.failed() ? 'x' : '-');
        }
        return failing.toString();
    }

    private static String failing(RuleSpec rule, String outcomes) {
        var history = new FailHistory(rule);
        StringBuilder failing = new StringBuilder();
        for (char outcome : outcomes.toCharArray()) {
            failing.append(history.add(outcome(outcome)) ? 'x' : '-');
        }
        return failing.toString();
    }

    private static Outcome outcome(char letter) {
        return switch (letter) {
            case 'P' -> Outcome.PASS;
            case 'F' -> Outcome.FAIL;
            default -> Outcome.UNKNOWN;
        };
    }

    private static RuleSpec rule(FailFor failFor, ClearFor clearFor) {
        return new RuleSpec("r", "rps > 1", Duration.ofSeconds(1), 0, failFor, clearFor, OnFail.REPORT);
    }

    private static int first(String of) {
        return Integer.parseInt(of.split(" of ")[0]);
    }

    private static int last(String of) {
        return Integer.parseInt(of.split(" of ")[1]);
    }
}
