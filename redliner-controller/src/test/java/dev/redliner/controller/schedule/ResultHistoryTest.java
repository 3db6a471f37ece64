package dev.redliner.controller.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.api.ScriptedRun;
import dev.redliner.controller.journal.RunJournal.Measured;
import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultHistoryTest {
    private static final String SERVICE =
            """
            service: checkout
            pool:
              hosts: [a=10.0.0.1:8080, b=10.0.0.2:8080, c=10.0.0.3:8080]
              sut: a
              maxShare: 80%
            rules:
              - {id: slo, pass: 'latency.p99 <= duration("250ms")', onFail: back-off}
              - {id: shown, pass: 'host.cpu <= 0.9', onFail: report}
            """;

    @Test
    void the_newest_result_is_that_of_the_service_as_it_is_declared() throws Exception {
        LastResult result = result(SERVICE).orElseThrow();
        assertThat(result.run()).isEqualTo("checkout-1");
        assertThat(result.deploys()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "250ms, 150ms, false",
        "sut: a, sut: b, false",
        "sut: a, 'sut: [a, b]', false",
        "host.cpu <= 0.9, host.cpu <= 0.8, true",
        "maxShare: 80%, maxShare: 70%, true"
    })
    void of_another_sut_or_under_another_limit_nothing_was_measured(String before, String after, boolean known)
            throws Exception {
        assertThat(result(SERVICE.replace(before, after)).isPresent()).isEqualTo(known);
    }

    private static Optional<LastResult> result(String declared) throws InvalidService {
        return ResultHistory.result(
                new Measured(service(SERVICE), ScriptedRun.completed("checkout-1")), service(declared), 2);
    }

    private static ServiceDefinition service(String text) throws InvalidService {
        return ServiceYaml.parse(null, text);
    }
}
