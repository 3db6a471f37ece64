package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
    private static Table runs() {
        Table table = new Table("RUN", "STATE", "REASON");
        table.row("demo-1", "completed", "The interval is narrow and the safe side confirmed.");
        table.row("demo-2", "aborted", "Aborted by kim.");
        return table;
    }

    @Test
    void each_column_is_as_wide_as_its_widest_cell() {
        assertThat(runs().text(TextWidth.UNLIMITED))
                .isEqualTo(
                        """
                        RUN     STATE      REASON
                        demo-1  completed  The interval is narrow and the safe side confirmed.
                        demo-2  aborted    Aborted by kim.
                        """);
    }

    @Test
    void a_terminal_that_is_too_narrow_gets_more_lines_and_no_wrapped_ones() {
        assertThat(runs().text(45))
                .isEqualTo(
                        """
                        RUN     STATE      REASON
                        demo-1  completed  The interval is narrow and
                                           the safe side confirmed.
                        demo-2  aborted    Aborted by kim.
                        """);
    }

    @Test
    void no_word_is_cut() {
        Table table = new Table("ID", "REASON");
        table.row("0190-a-very-long-identifier", "short one");
        assertThat(table.text(40)).contains("0190-a-very-long-identifier  short one\n");
        assertThat(table.text(20))
                .contains("0190-a-very-long-identifier  short\n")
                .contains("one\n");
    }
}
