package dev.redliner.testbench.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.testbench.Needs;
import dev.redliner.testbench.faults.Ports;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Requests of every kind that the API description allows and forbids, to a server with all four parts. The hosts of the
 * services are closed ports of this machine, so no request can lead elsewhere.
 */
class StrangersIT {
    /** {@code -Dschemathesis.examples=200}, as at night, is thorough and takes some minutes. */
    private static final int EXAMPLES = Integer.getInteger("redliner.schemathesis.examples", 10);

    private static final Path FOLDER = Path.of("target", "strangers");

    @Test
    void no_request_is_answered_otherwise_than_described() {
        Schemathesis schemathesis = new Schemathesis(FOLDER);
        Needs.that(
                schemathesis.python().well(), "There is no python3 on PATH that has the modules venv and ensurepip.");
        Schemathesis.Ended installed = schemathesis.install();
        Needs.that(installed.well(), "pip cannot install schemathesis: " + installed.output());
        Path data = FOLDER.resolve("data").toAbsolutePath();
        Schemathesis.delete(data);

        try (ServeProcess server = new ServeProcess(data)) {
            for (String service : new String[] {"checkout", "till"}) {
                assertThat(server.put("/api/v1/services/" + service, yaml(service))
                                .statusCode())
                        .isEqualTo(201);
            }
            var ended = schemathesis.run(server.url() + "/v3/api-docs", EXAMPLES, Duration.ofMinutes(15));

            assertThat(ended.well()).as(ended.output()).isTrue();
            System.out.println(ended.output());
        }
    }

    private static String yaml(String service) {
        return """
                service: %s
                tier: back-end
                pool:
                  hosts: ["%s-1=127.0.0.1:%d", "%s-2=127.0.0.1:%d"]
                  sut: %s-1
                  baselineShare: 1/2
                  maxShare: 80%%
                envoy: {listen: "127.0.0.1:%d", admin: ["http://127.0.0.1:%d"]}
                rules:
                  - {id: slo, pass: 'latency.p99 <= duration("2s")', window: 5s, minSamples: 50, onFail: back-off}
                limits: {maxDuration: 5m, harmBudget: 50%%, unknownFor: 30s, settledFor: 0s}
                """
                .formatted(service, service, Ports.free(), service, Ports.free(), service, Ports.free(), Ports.free());
    }
}
