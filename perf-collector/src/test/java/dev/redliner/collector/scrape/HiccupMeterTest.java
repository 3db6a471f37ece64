package dev.redliner.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.contracts.sample.SignalNames;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example that a service copies: it compiles, measures, and its metrics are signals. */
class HiccupMeterTest {
    private static final Path SOURCE = Path.of("../docs/examples/hiccup-meter/HiccupMeter.java");

    @Test
    void delays_are_signals_of_each_run(@TempDir Path classes) throws Exception {
        int failures = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SOURCE.toString());
        assertThat(failures).isZero();
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (var loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            var meter = (MeterBinder)
                    loader.loadClass("HiccupMeter").getDeclaredConstructor().newInstance();
            meter.bindTo(registry);

            Timer timer = registry.get("jvm.hiccup").timer();
            // each full collection stops this JVM, and its thread with it
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                System.gc();
                return timer.count() > 0;
            });
            assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isGreaterThanOrEqualTo(5 * timer.count());
        }

        var reading = ScrapeReading.of(
                Exposition.parse(registry.scrape(), 1_000), new ScrapeLimits(List.of("*"), 500, 5_000), "scrape:x");
        assertThat(reading.counters()).containsKeys("jvm.hiccup_seconds_count", "jvm.hiccup_seconds_sum");
        assertThat(SignalNames.BUILT_IN).contains("jvm.hiccup_seconds_count", "jvm.hiccup_seconds_sum");
    }
}
