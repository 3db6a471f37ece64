package dev.redliner.testbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redliner.standalone.envoy.EnvoyBinary;
import dev.redliner.standalone.envoy.EnvoyProcess;
import dev.redliner.standalone.envoy.NotReadyException;
import dev.redliner.standalone.fleet.Fleet;
import dev.redliner.standalone.fleet.FleetSettings;
import dev.redliner.standalone.traffic.LoadSettings;
import dev.redliner.standalone.traffic.Traffic;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealEnvoyTest {
    private final Path folder;

    RealEnvoyTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void traffic_reaches_every_host_through_a_real_envoy_and_every_request_is_accounted_for() throws Exception {
        try (Fleet fleet = Fleet.start(FleetSettings.demo(3, 1));
                var envoy = new EnvoyInFront(fleet.hosts(), folder);
                Traffic traffic = Traffic.start(LoadSettings.demo(envoy.listener(), 300, 1))) {
            await().atMost(Duration.ofSeconds(30)).until(() -> traffic.counts().answered() > 600);
            var counts = traffic.counts();
            assertThat(counts.byHost()).containsOnlyKeys("demo-1", "demo-2", "demo-3");
            assertThat(counts.byStatus()).containsOnlyKeys(200);
            assertThat(counts.failed() + counts.shed()).isZero();
            // a busy Envoy may answer before it has merged its histograms
            await().atMost(Duration.ofSeconds(10)).until(() -> envoy.latencies().count() > 600);
            assertThat(envoy.latencies().quantileSeconds(0.5)).isBetween(0.008, 0.030);
        }
    }

    @Test
    void a_closed_envoy_is_gone() throws Exception {
        EnvoyProcess envoy;
        try (Fleet fleet = Fleet.start(FleetSettings.demo(1, 1));
                var front = new EnvoyInFront(fleet.hosts(), folder)) {
            envoy = front.process();
            assertThat(envoy.alive()).isTrue();
            assertThat(front.get("/ready")).contains("LIVE");
        }
        assertThat(envoy.alive()).isFalse();
        assertThat(ProcessHandle.of(envoy.pid()).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void a_broken_configuration_is_reported_with_what_envoy_said() {
        assertThatThrownBy(
                        () -> EnvoyProcess.start(EnvoyBinary.find(), "nonsense: true", folder, Duration.ofSeconds(10)))
                .isInstanceOf(NotReadyException.class)
                .hasMessageContaining("nonsense");
    }
}
