package dev.redliner.testbench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleCodec;
import dev.redliner.redirector.lease.OrderResult;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Runs the body of each benchmark once, so that none of them times a failure. */
class MicroBenchmarksTest {
    @Test
    void a_batch_comes_through_its_codec_and_window() {
        var benchmark = new SampleBenchmark();
        benchmark.requests = 100;
        benchmark.draw();
        assertThat(benchmark.decode()).isEqualTo(SampleCodec.decode(benchmark.encode()));
        assertThat(benchmark.decode().counters()).containsEntry(MetricNames.COMPLETED, 100.0);
        assertThat(benchmark.addToWindow().count()).isEqualTo(31 * 100);
        // the 99th percentile of the distribution is 40 ms * exp(0.6 * 2.33) = 162 ms
        assertThat(benchmark.percentile()).isBetween(0.13, 0.20);
    }

    @Test
    void each_pool_has_a_lease_and_the_next_order_renews_it() {
        var benchmark = new LeaseBenchmark();
        benchmark.pools = 3;
        benchmark.open();
        assertThat(benchmark.live()).hasSize(3);
        assertThat(benchmark.renew()).isInstanceOf(OrderResult.Renewed.class);
    }

    @Test
    void a_whole_run_ends_with_a_redline() throws IOException {
        assertThat(new WholeRunBenchmark().wholeRun().est()).isNotNull();
    }
}
