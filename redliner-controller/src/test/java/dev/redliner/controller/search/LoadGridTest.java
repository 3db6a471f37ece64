package dev.redliner.controller.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LoadGridTest {
    private final LoadGrid grid = LoadGrid.over(100, 200, 71);

    @Test
    void wide_cells_go_on_where_the_even_ones_end_up_to_twice_that() {
        double[] x = grid.lnLoads();
        assertThat(Math.exp(x[0])).isCloseTo(100, within(1e-6));
        assertThat(grid.endLoad()).isCloseTo(200, within(1e-6));
        assertThat(Math.exp(x[x.length - 1])).isCloseTo(400, within(1e-6));
        assertThat(x[1] - x[0]).isCloseTo(x[grid.end()] - x[grid.end() - 1], within(1e-9));
    }

    @Test
    void wide_cells_together_weigh_as_much_as_even_ones_of_a_fifth_more_load() {
        double wide = 0;
        for (int i = grid.end() + 1; i < grid.lnLoads().length; i++) {
            wide += Math.exp(grid.lnWeight(i));
        }
        double even = Math.log(1.2) / (grid.lnLoads()[1] - grid.lnLoads()[0]);
        assertThat(grid.lnWeight(grid.end())).isZero();
        assertThat(wide).isCloseTo(even, within(1e-9));
    }

    @Test
    void the_chance_below_a_load_lies_between_that_of_its_neighbours() {
        double[] cumulative = new double[grid.lnLoads().length];
        Arrays.setAll(cumulative, i -> i / (cumulative.length - 1.0));
        assertThat(grid.below(50, cumulative)).isZero();
        assertThat(grid.below(1_000, cumulative)).isEqualTo(1);
        assertThat(grid.below(200, cumulative)).isCloseTo(cumulative[grid.end()], within(1e-9));
    }
}
