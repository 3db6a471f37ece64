package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextWidthTest {
    @Test
    void an_output_that_is_no_terminal_breaks_no_line() {
        assertThat(TextWidth.of(false, null)).isEqualTo(TextWidth.UNLIMITED);
        assertThat(TextWidth.of(false, "80")).isEqualTo(TextWidth.UNLIMITED);
    }

    @Test
    void a_terminal_breaks_lines_at_its_width() {
        assertThat(TextWidth.of(true, "132")).isEqualTo(132);
        assertThat(TextWidth.of(true, "20"))
                .as("narrower ones are not supported")
                .isEqualTo(40);
    }

    @Test
    void a_terminal_of_unknown_width_breaks_lines_at_100_columns() {
        assertThat(TextWidth.of(true, null)).isEqualTo(100);
        assertThat(TextWidth.of(true, "wide")).isEqualTo(100);
    }
}
