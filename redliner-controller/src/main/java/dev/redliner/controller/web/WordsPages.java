package dev.redliner.controller.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** The words of Redliner with their meanings, from the table of {@code docs/words.md}. */
@Controller
class WordsPages {
    private static final Pattern ROW = Pattern.compile("\\| (\\*\\*.+) \\| (.+) \\|");
    private static final Pattern MARKUP = Pattern.compile("[*`]");

    private final Frame frame;
    private final List<Word> words = read();

    WordsPages(Frame frame) {
        this.frame = frame;
    }

    /**
     * A word.
     *
     * @param id its place on the page, such as {@code safe-rate}
     * @param term the word
     * @param meaning its meaning as plain text
     */
    record Word(String id, String term, String meaning) {
        static Optional<Word> of(String line) {
            Matcher row = ROW.matcher(line);
            if (!row.matches()) {
                return Optional.empty();
            }
            String term = plain(row.group(1));
            return Optional.of(
                    new Word(term.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"), term, plain(row.group(2))));
        }

        private static String plain(String markdown) {
            return MARKUP.matcher(markdown).replaceAll("");
        }
    }

    @GetMapping("/words")
    ModelAndView words() {
        return frame.page("words", "", HttpStatus.OK).addObject("words", words);
    }

    private static List<Word> read() {
        try {
            return new ClassPathResource("docs/words.md")
                    .getContentAsString(StandardCharsets.UTF_8)
                    .lines()
                    .flatMap(line -> Word.of(line).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("docs/words.md is not a part of this build", e);
        }
    }
}
