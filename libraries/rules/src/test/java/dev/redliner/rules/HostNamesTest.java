package dev.redliner.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.HostEvidence;
import org.junit.jupiter.api.Test;

class HostNamesTest {

    /** A word of CEL, such as {@code in}, cannot be a part of a name. */
    @Test
    void every_metric_of_a_host_can_stand_in_a_rule() {
        HostEvidence.WITH_METRICS.forEach(name -> assertThat(Rules.rule(name + " <= 0.5 && peers." + name + " <= 0.5")
                        .metrics())
                .containsExactlyInAnyOrder(name, "peers." + name));
    }
}
