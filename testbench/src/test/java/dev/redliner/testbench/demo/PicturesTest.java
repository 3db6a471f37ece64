package dev.redliner.testbench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pictures of the documents: each comes from a test, so that it can be renewed, and each is shown. */
class PicturesTest {
    private static final Path HOME = Path.of("..");
    /** {@code TestBrowser.picture(page, 1280, 800, "overview")} */
    private static final Pattern TAKEN = Pattern.compile("picture\\(\\w+, \\d+, \\d+, \"([a-z-]+)\"\\)");

    private static final Pattern SHOWN = Pattern.compile("images/([a-z-]+)\\.png");

    @Test
    void each_picture_is_taken_by_a_test() throws IOException {
        assertThat(found(TAKEN, HOME.resolve("testbench/src/test/java"), ".java"))
                .containsAll(pictures());
    }

    @Test
    void each_picture_is_shown_by_a_document_and_each_shown_one_is_there() throws IOException {
        Set<String> shown = found(SHOWN, HOME.resolve("docs"), ".md");
        shown.addAll(in(SHOWN, Files.readString(HOME.resolve("README.md"))));
        assertThat(shown).isEqualTo(pictures());
    }

    private static Set<String> pictures() throws IOException {
        try (Stream<Path> files = Files.list(HOME.resolve("docs/images"))) {
            return sorted(
                    files.map(file -> file.getFileName().toString().replaceFirst("\\.png$", "")), Function.identity());
        }
    }

    private static Set<String> found(Pattern pattern, Path folder, String ending) throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(it -> it.toString().endsWith(ending)).toList()) {
                names.addAll(in(pattern, Files.readString(file)));
            }
        }
        return names;
    }

    private static Set<String> in(Pattern pattern, String text) {
        return sorted(pattern.matcher(text).results(), match -> match.group(1));
    }

    private static <T> Set<String> sorted(Stream<T> items, Function<T, String> name) {
        return items.map(name).collect(Collectors.toCollection(TreeSet::new));
    }
}
