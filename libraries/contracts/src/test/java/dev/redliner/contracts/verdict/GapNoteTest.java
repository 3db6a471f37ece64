package dev.redliner.contracts.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GapNoteTest {
    @Test
    void a_note_is_read_as_it_was_written() {
        var gap = new GapNote("web-1", "proc", "no process listens: port 80\nis closed");
        assertThat(GapNote.parse(gap.text())).contains(gap);
        assertThat(GapNote.parse("the clock of web-1 is 9 s off")).isEmpty();
    }

    @Test
    void a_note_about_a_group_is_about_each_of_its_metrics() {
        var gap = new GapNote("web-1", "proc", "no process");
        assertThat(gap.isOf("proc")).isTrue();
        assertThat(gap.isOf("proc.cpu")).isTrue();
        assertThat(gap.isOf("process.cpu")).isFalse();
    }
}
