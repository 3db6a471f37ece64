package dev.redliner.testbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class NeedsTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern SKIPS = Pattern.compile(
            "Assumptions|assume(True|False|That)\\(|TestAborted" + "|@(Enabled|Disabled)(If|On|For|In|\\b)");

    @Test
    void a_need_that_is_not_met_skips_the_test_on_a_developers_machine() {
        assertThatThrownBy(() -> Needs.that(false, "There is no browser.", false))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("There is no browser.");
    }

    @Test
    void a_need_that_is_not_met_fails_the_test_in_ci() {
        assertThatThrownBy(() -> Needs.that(false, "There is no browser.", true))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("There is no browser.");
    }

    @Test
    void a_need_that_is_met_lets_the_test_go_on() {
        assertThatCode(() -> Needs.that(true, "", true)).doesNotThrowAnyException();
        assertThatCode(() -> Needs.that(true, "", false)).doesNotThrowAnyException();
    }

    @Test
    void no_test_of_any_module_is_skipped_in_another_way() throws IOException {
        List<Path> modules;
        try (var parts = Files.list(HOME);
                var libraries = Files.list(HOME.resolve("libraries"))) {
            modules = Stream.concat(parts, libraries)
                    .map(folder -> folder.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList();
        }
        assertThat(modules).hasSizeGreaterThanOrEqualTo(10);
        assertThat(modules).flatExtracting(NeedsTest::skipping).isEmpty();
    }

    private static List<Path> skipping(Path module) {
        try (var files = Files.walk(module)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.getFileName().toString().startsWith("Needs"))
                    .filter(file -> SKIPS.matcher(text(file)).find())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
