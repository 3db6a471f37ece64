package dev.redliner.standalone.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.hostmodel.HostFailed;
import dev.redliner.hostmodel.SimulatedHost;
import dev.redliner.search.SearchSettings;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class OutsideHostTest {
    private static final String HELLO =
            """
            {"type":"hello","id":"x","slo":{"latency_ms":100,"quantile":0.99,"max_error":0.001},"start_qps":100,\
            "max_qps":1000,"deadline_s":600,"tick_s":1,"history_total_qps":[1000,1001]}""";

    private static final String SECOND =
            """
            {"t":0,"arrivals":100,"n":100,"n_lat":100,"errors":0,"slow":1,"mean_ms":20,"p50_ms":15,"p99_ms":80,\
            "cpu":null,"total_qps":1000}""";

    @Test
    void a_host_that_speaks_the_protocol_is_understood() {
        try (OutsideHost host = saying(HELLO, tick(SECOND))) {
            assertThat(host.greeting().startRps()).isEqualTo(100);
            assertThat(host.greeting().history()).containsExactly(1000.0, 1001.0);
            var passed = (SimulatedHost.Passed.Seconds) host.pass(OptionalDouble.of(0.1));
            assertThat(passed.visible()).hasSize(1);
            assertThat(passed.visible().get(0).latency().over(Duration.ofMillis(100)))
                    .isEqualTo(1);
            assertThat(passed.visible().get(0).latency().count()).isEqualTo(100);
        }
    }

    @Test
    void a_host_that_dies_is_named_with_its_exit_code_and_its_last_words() {
        try (OutsideHost host = OutsideHost.start(
                "echo '" + HELLO + "'; echo no disk left >&2; sleep 0.2; exit 7", Duration.ofSeconds(5))) {
            assertThatThrownBy(() -> host.pass(OptionalDouble.empty()))
                    .isInstanceOf(HostFailed.class)
                    .hasMessageContaining("exit code 7")
                    .hasMessageContaining("no disk left");
        }
    }

    @Test
    void a_host_that_never_starts_is_a_clear_end() {
        assertThatThrownBy(() -> OutsideHost.start("no-such-program-here", Duration.ofSeconds(5)))
                .isInstanceOf(HostFailed.class)
                .hasMessageContaining("exit code 127");
    }

    @Test
    void a_host_that_stalls_is_not_waited_for_longer_than_it_may_think() {
        try (OutsideHost host = OutsideHost.start("echo '" + HELLO + "'; sleep 60", Duration.ofSeconds(1))) {
            assertThatThrownBy(() -> host.pass(OptionalDouble.empty()))
                    .isInstanceOf(HostFailed.class)
                    .hasMessageContaining("within 1 s");
        }
    }

    @Test
    void lies_are_found_out() {
        lie(SECOND.replace("\"slow\":1", "\"slow\":-1"), "slow is -1");
        lie(SECOND.replace("\"slow\":1", "\"slow\":101"), "101 slow requests of only 100");
        lie(SECOND.replace("\"errors\":0", "\"errors\":200"), "errors of only");
        lie(SECOND.replace("\"arrivals\":100", "\"arrivals\":NaN"), "no JSON");
        lie(SECOND.replace("\"arrivals\":100", "\"arrivals\":\"many\""), "no number for arrivals");
        lie(SECOND.replace("\"arrivals\":100", "\"arrivals\":-5"), "arrivals is -5");
        lie(SECOND.replace("\"total_qps\":1000", "\"total_qps\":1e400"), "no");
        lie(SECOND.replace("\"cpu\":null", "\"cpu\":7"), "cpu of 7");
        lie(SECOND.replace("\"t\":0", "\"t\":5"), "second 5 was shown");
        lie(SECOND + "," + SECOND, "second 0 was shown after second 0");
        lie(SECOND.replace("\"cpu\":null", "\"cpu\":null,\"hist\":[[3,50]]"), "hist holds 50");
        lie(SECOND.replace("\"cpu\":null", "\"cpu\":null,\"hist\":[[3,-50],[4,150]]"), "hist has");
    }

    @Test
    void time_that_goes_back_is_found_out() {
        try (OutsideHost host = saying(HELLO, tick(SECOND), "{\"type\":\"tick\",\"now\":1,\"visible\":[]}")) {
            host.pass(OptionalDouble.empty());
            assertThatThrownBy(() -> host.pass(OptionalDouble.empty()))
                    .isInstanceOf(HostFailed.class)
                    .hasMessageContaining("after second 1");
        }
    }

    @Test
    void a_greeting_that_cannot_be_is_refused() {
        assertThatThrownBy(() -> saying("hello there")).hasMessageContaining("no JSON");
        assertThatThrownBy(() -> saying("[1]")).hasMessageContaining("no JSON object");
        assertThatThrownBy(() -> saying("{\"type\":\"hi\"}")).hasMessageContaining("not with hello");
        assertThatThrownBy(() -> saying(HELLO.replace("\"start_qps\":100", "\"start_qps\":0")))
                .hasMessageContaining("start_qps");
        assertThatThrownBy(() -> saying(HELLO.replace("\"max_qps\":1000", "\"max_qps\":10")))
                .hasMessageContaining("below start_qps");
    }

    @Test
    void a_host_without_any_traffic_gives_no_number() {
        var idle = new StringBuilder("echo '" + HELLO + "'; i=0; while read x; do i=$((i+1)); ");
        idle.append("echo '{\"type\":\"tick\",\"now\":'$i',\"visible\":[{\"t\":'$((i-1))',\"arrivals\":0,\"n\":0,");
        idle.append(
                "\"n_lat\":0,\"errors\":0,\"slow\":0,\"mean_ms\":0,\"p50_ms\":0,\"p99_ms\":0,\"total_qps\":0}]}'; done");
        try (OutsideHost host = OutsideHost.start(idle.toString(), Duration.ofSeconds(5))) {
            SimulationResult result = new Simulation(SearchSettings.DEFAULT, null, 0.05, Duration.ZERO).on(host);
            assertThat(result.status()).isEqualTo("no_traffic");
            assertThat(result.est()).isNull();
            assertThat(result.reason()).contains("no request reaches the pool");
        }
    }

    @Test
    void a_host_that_is_left_alone_and_forgets_its_own_deadline_is_not_followed_for_ever() {
        var gone = new StringBuilder("echo '" + HELLO + "'; i=0; n=100; while read x; do i=$((i+1)); ");
        gone.append("[ $i -gt 28 ] && n=0; ");
        gone.append(
                "echo '{\"type\":\"tick\",\"now\":'$i',\"visible\":[{\"t\":'$((i-1))',\"arrivals\":'$n',\"n\":'$n',");
        gone.append("\"n_lat\":'$n',\"errors\":0,\"slow\":0,\"mean_ms\":20,\"p50_ms\":15,\"p99_ms\":80,");
        gone.append("\"total_qps\":1000}]}'; done");
        try (OutsideHost host = OutsideHost.start(gone.toString(), Duration.ofSeconds(5))) {
            SimulationResult result = new Simulation(SearchSettings.DEFAULT, null, 0.05, Duration.ZERO).on(host);
            assertThat(result.status()).isEqualTo("deadline");
            assertThat(result.est()).isNull();
        }
    }

    private static void lie(String second, String found) {
        try (OutsideHost host = saying(HELLO, tick(second))) {
            assertThatThrownBy(() -> host.pass(OptionalDouble.empty()))
                    .isInstanceOf(HostFailed.class)
                    .hasMessageContaining(found);
        }
    }

    private static String tick(String second) {
        return "{\"type\":\"tick\",\"now\":1,\"visible\":[" + second + "]}";
    }

    private static OutsideHost saying(String... lines) {
        return OutsideHost.start("printf '%s\\n' '" + String.join("' '", lines) + "'; sleep 5", Duration.ofSeconds(5));
    }
}
