package dev.redliner.controller.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.traffic.SecondCounts;
import dev.redliner.contracts.traffic.TrafficMinute;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class TrafficBookTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final TrafficBook book = new TrafficBook();
    private final Disk disk = new Disk();
    private Instant now = NOON;
    private final TrafficKeeper keeper =
            new TrafficKeeper(book, disk, new TrafficSettings(Duration.ofDays(30)), () -> now);

    @Test
    void the_last_hour_is_known_by_second_with_its_gaps() {
        minutes(0, 90, 100);
        now = at(90);
        TrafficSeconds seconds = book.seconds("shop", now);
        assertThat(seconds.from()).isEqualTo(at(30));
        assertThat(seconds.length()).isEqualTo(3_600);
        assertThat(seconds.at(0)).hasValue(100);

        // a minute that never arrived is a gap, and so is a second that was not counted
        now = at(92);
        long[] counts = all(100).toArray();
        counts[59] = SecondCounts.GAP;
        book.add(new TrafficMinute("shop", at(91), 1, SecondCounts.of(counts)), now);
        seconds = book.seconds("shop", now);
        assertThat(seconds.from()).isEqualTo(at(32));
        assertThat(seconds.length()).isEqualTo(3_600);
        assertThat(seconds.at(3_540 - 1)).isEmpty();
        assertThat(seconds.at(3_540)).hasValue(100);
        assertThat(seconds.at(3_599)).isEmpty();
    }

    @Test
    void nothing_is_known_of_a_pool_that_nobody_counted() {
        assertThat(book.seconds("shop", NOON).length()).isZero();
        assertThat(book.seconds("shop", NOON).unbroken()).isEmpty();
        assertThat(book.slots("shop")).isEmpty();
    }

    @Test
    void slots_have_mean_and_peak_of_the_seconds_that_were_counted() {
        long[] counts = all(100).toArray();
        counts[7] = 400;
        counts[8] = SecondCounts.GAP;
        now = at(2);
        book.add(new TrafficMinute("shop", at(0), 2, SecondCounts.of(counts)), now);
        book.add(new TrafficMinute("shop", at(1), 2, SecondCounts.gaps()), now);
        assertThat(book.slots("shop")).containsExactly(new TrafficSlot(NOON, 100 * 58 + 400, 400, 59));
    }

    @Test
    void a_minute_that_comes_twice_counts_once_and_one_of_another_time_not_at_all() {
        now = at(1);
        assertThat(book.add(minute(0, 100), now)).isTrue();
        assertThat(book.add(minute(0, 100), now)).isFalse();
        assertThat(book.add(minute(5, 100), now)).isFalse();
        assertThat(book.add(minute(-200, 100), now)).isFalse();
        assertThat(book.slots("shop").get(0).seconds()).isEqualTo(60);
    }

    @Test
    void an_hour_is_written_once_it_is_over() {
        minutes(0, 60, 100);
        now = at(61);
        keeper.keep();
        assertThat(disk.written).isEmpty();
        now = at(62);
        keeper.keep();
        keeper.keep();
        assertThat(disk.written).hasSize(1);
        assertThat(disk.written.get(0).slots()).hasSize(12);
        assertThat(disk.written.get(0).seconds()).isEqualTo(3_600);
    }

    @Test
    void what_could_not_be_written_is_written_when_the_database_is_back() {
        minutes(0, 60, 100);
        disk.broken = true;
        now = at(62);
        keeper.keep();
        disk.broken = false;
        now = at(100);
        keeper.keep();
        assertThat(disk.written).hasSize(1);
    }

    @Test
    void a_controller_that_starts_late_writes_what_it_knows_of_an_hour() {
        minutes(30, 60, 100);
        now = at(62);
        keeper.keep();
        assertThat(disk.written.get(0).slots()).hasSize(6);
    }

    @Test
    void a_pool_that_is_gone_is_forgotten() {
        minutes(0, 60, 100);
        now = at(60 + 140);
        keeper.keep();
        assertThat(book.slots("shop")).isEmpty();
        assertThat(book.hours(now)).isEmpty();
    }

    @Test
    void unbroken_blocks_lie_between_gaps() {
        int[] counts = IntStream.range(0, 400).toArray();
        counts[65] = -1;
        counts[200] = -1;
        counts[230] = -1;
        List<Integer> expected = new ArrayList<>();
        IntStream.range(5, 65).forEach(expected::add);
        IntStream.range(80, 200).forEach(expected::add);
        IntStream.range(280, 400).forEach(expected::add);
        assertThat(new TrafficSeconds(NOON, counts).unbroken()).isEqualTo(expected);
        assertThat(new TrafficSeconds(NOON, new int[59]).unbroken()).isEmpty();
        assertThat(new TrafficSeconds(NOON, new int[60]).unbroken()).isEqualTo(Collections.nCopies(60, 0));
    }

    private void minutes(int from, int to, long rps) {
        for (int m = from; m < to; m++) {
            now = at(m + 1);
            book.add(minute(m, rps), now);
        }
    }

    private static TrafficMinute minute(int minute, long rps) {
        return new TrafficMinute("shop", at(minute), 1, all(rps));
    }

    private static SecondCounts all(long rps) {
        long[] counts = new long[SecondCounts.SECONDS];
        Arrays.fill(counts, rps);
        return SecondCounts.of(counts);
    }

    private static Instant at(int minute) {
        return NOON.plus(Duration.ofMinutes(minute));
    }

    private static final class Disk implements TrafficStore {
        private final List<TrafficHour> written = new ArrayList<>();
        private boolean broken;

        @Override
        public void write(List<TrafficHour> hours) {
            if (broken) {
                throw new DataAccessResourceFailureException("down");
            }
            written.addAll(hours);
        }

        @Override
        public List<TrafficSlot> slots(String pool, Instant from, Instant to) {
            return List.of();
        }

        @Override
        public void hours(Instant from, Consumer<TrafficHour> reader) {
            written.stream().filter(hour -> !hour.start().isBefore(from)).forEach(reader);
        }

        @Override
        public int deleteBefore(Instant start) {
            return 0;
        }
    }
}
