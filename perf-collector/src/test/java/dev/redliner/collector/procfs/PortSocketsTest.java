package dev.redliner.collector.procfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

class PortSocketsTest {
    private static final String HEADING =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
    private static final String LISTENS =
            "   0: 00000000:1F90 00000000:0000 0A 00000000:00000005 00:00000000 00000000     0        0 1215 1 0\n";
    private static final String UNREAD =
            "   1: 0100007F:1F90 0100007F:9148 01 00000000:000001F4 00:00000000 00000000     0        0 77 1 0\n";
    private static final String READ =
            "   2: 0100007F:1F90 0100007F:9149 01 00000010:00000000 00:00000000 00000000     0        0 78 1 0\n";
    private static final String WAITS =
            "   3: 0100007F:1F90 0100007F:9150 06 00000000:00000000 03:000002B3 00000000     0        0 0 3 0\n";
    private static final String TO_THE_PORT =
            "   4: 0100007F:9148 0100007F:1F90 01 00000000:00000009 00:00000000 00000000     0        0 79 1 0\n";

    @Test
    void backlog_unread_requests_and_unsent_answers_of_the_port_are_counted() {
        var sockets = PortSockets.parse(HEADING + LISTENS + UNREAD + READ + WAITS + TO_THE_PORT, 8080);
        assertThat(sockets).isEqualTo(new PortSockets(2, 1, 500, 1, 16, 5, Set.of(1215L)));
    }

    @Test
    void both_families_are_added_up() {
        String sixth = "   0: 00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A"
                + " 00000000:00000002 00:00000000 00000000     0        0 99 1 0\n";
        var both = PortSockets.parse(HEADING + LISTENS, 8080).and(PortSockets.parse(HEADING + sixth, 8080));
        assertThat(both).isEqualTo(new PortSockets(0, 0, 0, 0, 0, 7, Set.of(1215L, 99L)));
    }

    @Test
    void a_text_without_the_port_has_none_and_a_truncated_line_is_refused() {
        assertThat(PortSockets.parse(HEADING + LISTENS, 80)).isEqualTo(PortSockets.NONE);
        assertThat(PortSockets.parse("", 80)).isEqualTo(PortSockets.NONE);
        assertThatThrownBy(() -> PortSockets.parse(HEADING + LISTENS.substring(0, 40), 8080))
                .isInstanceOf(MalformedText.class);
        assertThatThrownBy(() -> PortSockets.parse(HEADING + UNREAD.replace("000001F4", "xyz"), 8080))
                .isInstanceOf(MalformedText.class);
        assertThatThrownBy(() -> PortSockets.parse(HEADING + READ.replace("00000010", "-10"), 8080))
                .isInstanceOf(MalformedText.class);
    }
}
