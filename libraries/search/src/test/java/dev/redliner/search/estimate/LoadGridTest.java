package dev.redliner.search.estimate;

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
        assertThat(Math.exp(x[grid.end()])).isCloseTo(200, within(1e-6));
        assertThat(Math.exp(x[x.length - 1])).isCloseTo(400, within(1e-6));
        assertThat(x[1] - x[0]).isCloseTo(x[grid.end()] - x[grid.end() - 1], within(1e-9));
    }

    @Test
    void beyond_the_end_a_redline_is_the_less_likely_the_farther_up() {
        double[] x = grid.lnLoads();
        int wide = grid.end() + 1;
        assertThat(grid.lnWeight(10)).isZero();
        assertThat(grid.lnWeight(grid.end())).isCloseTo(0, within(1e-9));
        assertThat(density(wide) - density(wide + 1)).isCloseTo(8 * (x[wide + 1] - x[wide]), within(1e-6));
        assertThat(density(grid.end()) - density(wide)).isCloseTo(8 * (x[wide] - x[grid.end()]), within(1e-6));
    }

    /** Logarithm of a cell's weight relative to its width. */
    private double density(int cell) {
        return grid.lnWeight(cell) - Math.log(grid.lnLoads()[cell] - grid.lnLoads()[cell - 1]);
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
