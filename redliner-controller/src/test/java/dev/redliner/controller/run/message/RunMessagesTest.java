package dev.redliner.controller.run.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** All messages, each built with sample values. */
class RunMessagesTest {
    /** One line for each message. Change it together with the message. */
    private static final Path PINNED = Path.of("src/test/resources/run-messages.txt");
    /** A capital letter, and a sentence end before each further one. */
    private static final Pattern SENTENCES = Pattern.compile("[A-Z].*[^ .?!:;,][.?!]", Pattern.DOTALL);
    /** A colon or a space with nothing after it, two stops, or a missing value. */
    private static final Pattern FRAGMENT = Pattern.compile("[:;,] ?[.?!]|\\.\\.|  | [.?!]|null|NaN");

    @Test
    void each_message_is_pinned() throws IOException {
        List<String> listed =
                methods().map(method -> method.getName() + ": " + built(method)).toList();
        assertThat(String.join("\n", listed) + "\n").isEqualTo(Files.readString(PINNED));
    }

    @Test
    void each_message_is_whole_sentences() {
        methods().forEach(method -> {
            assertThat(built(method))
                    .as(method.getName())
                    .matches(SENTENCES)
                    .doesNotContainPattern(FRAGMENT)
                    .doesNotContainPattern("[.?!] [a-z]");
        });
    }

    @Test
    void a_detail_that_is_missing_or_ends_with_a_stop_leaves_no_fragment() {
        assertThat(EndMessages.rejected("edge-1", null)).isEqualTo("Envoy edge-1 rejected the share.");
        assertThat(EndMessages.abortedBy("kim", "enough.")).isEqualTo("Aborted by kim: enough.");
        assertThat(EndMessages.abortedBy("kim", " ")).isEqualTo("Aborted by kim.");
        assertThat(HoldMessages.noCounts(List.of())).isEqualTo("Counts of the SUT's requests are missing.");
    }

    private static Stream<Method> methods() {
        return Stream.of(RefusalMessages.class, HoldMessages.class, EndMessages.class, ProgressMessages.class)
                .flatMap(group -> Arrays.stream(group.getDeclaredMethods()))
                .filter(method -> !Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic())
                .sorted(Comparator.comparing(Method::getName));
    }

    private static String built(Method method) {
        try {
            return (String) method.invoke(
                    null,
                    Arrays.stream(method.getParameters())
                            .map(parameter -> sample(parameter.getType(), parameter.getName()))
                            .toArray());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(method.getName(), e);
        }
    }

    private static Object sample(Class<?> type, String name) {
        if (type == String.class) {
            return ofName(name);
        } else if (type == double.class || type == Double.class) {
            return 0.25;
        } else if (type == long.class) {
            return 17L;
        } else if (type == int.class) {
            return name.equals("peers") ? 9 : 3;
        } else if (type == Duration.class) {
            return Duration.ofSeconds(20);
        } else if (type == Instant.class) {
            return Instant.parse("2026-11-20T12:00:00Z");
        } else if (type == Share.class) {
            return Share.ofFraction(name.equals("now") ? 0.21 : 0.2);
        } else if (type == Tier.class) {
            return Tier.BACK_END;
        }
        return List.of("a", "b");
    }

    /** A sentence if the message takes a whole one, otherwise the name of the parameter in angle brackets. */
    private static String ofName(String name) {
        return switch (name) {
            case "missing", "last", "uneven", "why" -> "The " + name + " is a sentence.";
            case "part" -> "sending an order";
            case "subject" -> "The subject";
            default -> "<" + name + ">";
        };
    }
}
