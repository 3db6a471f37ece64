package dev.redliner.search.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueueTimeTest {
    @Test
    void lasts_for_two_hundred_requests_from_two_to_ten_seconds() {
        assertThat(QueueTime.seconds(1_000)).isEqualTo(2);
        assertThat(QueueTime.seconds(100)).isEqualTo(2);
        assertThat(QueueTime.seconds(88)).isEqualTo(3);
        assertThat(QueueTime.seconds(40)).isEqualTo(5);
        assertThat(QueueTime.seconds(5)).isEqualTo(10);
        assertThat(QueueTime.seconds(0)).isEqualTo(10);
    }
}
