package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The whole set of reasons, each built with sample values. */
class ReasonsTest {
    /** One line for each reason. Change it together with the reason. */
    private static final Path PINNED = Path.of("src/test/resources/search-reasons.txt");

    @Test
    void each_reason_is_whole_sentences_and_pinned() throws IOException {
        List<String> listed = Arrays.stream(Reasons.class.getDeclaredMethods())
                .filter(method -> !Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic())
                .sorted(Comparator.comparing(Method::getName))
                .map(method -> method.getName() + ": " + built(method))
                .toList();
        assertThat(listed).allSatisfy(line -> assertThat(line.substring(line.indexOf(' ') + 1))
                .matches("[A-Z].*[^ .?!:;,][.]")
                .doesNotContainPattern("[.] [a-z]|;|null|NaN|  "));
        assertThat(String.join("\n", listed) + "\n").isEqualTo(Files.readString(PINNED));
    }

    @Test
    void each_bound_of_a_ramp_step_is_named() {
        assertThat(RampStep.Bound.values())
                .allSatisfy(bound -> assertThat(Reasons.ramp(50, bound)).contains(bound.words()));
    }

    private static String built(Method method) {
        try {
            return (String) method.invoke(
                    null,
                    Arrays.stream(method.getParameters())
                            .map(ReasonsTest::sample)
                            .toArray());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(method.getName(), e);
        }
    }

    private static Object sample(Parameter parameter) {
        if (parameter.getType() == double.class) {
            return 0.25;
        } else if (parameter.getType() == RampStep.Bound.class) {
            return RampStep.Bound.CPU;
        }
        return switch (parameter.getName()) {
            case "rule" -> "slo";
            case "host" -> "2 threads";
            default -> "The time is used up.";
        };
    }
}
