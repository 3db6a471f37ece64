package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TryOptionTest {
    @Test
    void the_last_run_comes_first_then_the_last_five_then_each_older_one() {
        assertThat(TryOption.of(List.of())).isEmpty();
        assertThat(TryOption.of(runs(1)))
                .extracting(TryOption::value, TryOption::runs, TryOption::text)
                .containsExactly(tuple("1", "shop-1", "the last run, shop-1 (Aborted)"));
        assertThat(TryOption.of(runs(2)))
                .extracting(TryOption::value, TryOption::runs, TryOption::text)
                .containsExactly(
                        tuple("1", "shop-2", "the last run, shop-2 (Aborted)"),
                        tuple("5", "shop-2 shop-1", "the last 2 runs"),
                        tuple("shop-1", "shop-1", "shop-1 (Aborted)"));
        assertThat(TryOption.of(runs(7)))
                .hasSize(8)
                .extracting(TryOption::runs)
                .contains("shop-7 shop-6 shop-5 shop-4 shop-3");
    }

    private static List<RunSummary> runs(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> new RunSummary(
                        "shop-" + (number - i), "shop", RunState.ABORTED, null, Instant.EPOCH, null, null, null))
                .toList();
    }
}
