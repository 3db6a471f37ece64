package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FoldTest {
    @Test
    void a_line_that_fits_stays_as_it_is() {
        assertThat(Fold.at(20, 4, "  twenty characters.")).containsExactly("  twenty characters.");
    }

    @Test
    void a_longer_one_is_broken_at_the_last_space_that_fits_and_the_rest_is_indented() {
        assertThat(Fold.at(20, 4, "  redline    388 rps (95%: 364 to 412 rps)"))
                .containsExactly("  redline    388 rps", "    (95%: 364 to 412", "    rps)");
    }

    @Test
    void a_word_longer_than_a_line_is_cut() {
        assertThat(Fold.at(10, 2, "aaaaaaaaaaaaaaaa bb")).containsExactly("aaaaaaaaa…", "  bb");
        assertThat(Fold.at(10, 2, "a bbbbbbbbbbbbbbbb cc")).containsExactly("a", "  bbbbbbb…", "  cc");
    }

    @Test
    void an_empty_line_stays_one() {
        assertThat(Fold.at(10, 2, "")).containsExactly("");
    }
}
