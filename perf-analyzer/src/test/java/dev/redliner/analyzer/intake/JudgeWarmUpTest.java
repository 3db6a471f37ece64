package dev.redliner.analyzer.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.analyzer.judge.JudgeSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class JudgeWarmUpTest {
    @Test
    void goes_all_the_way_from_bytes_to_verdicts() {
        var settings = new IntakeSettings(1, Duration.ofSeconds(5), Duration.ofMillis(20), JudgeSettings.DEFAULT);

        assertThat(JudgeWarmUp.run(settings, new JsonMapper())).isEqualTo(3);
    }
}
