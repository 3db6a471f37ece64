package dev.redliner.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.settings.KnownSettings.Setting;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnownSettingsTest {
    private static final KnownSettings KNOWN = new KnownSettings(List.of(
            new Setting("redliner.data", false),
            new Setting("redliner.redirector.ttl", false),
            new Setting("redliner.collector.follow-pools", false),
            new Setting("redliner.collector.allow", false),
            new Setting("server.port", false),
            new Setting("logging.level", true)));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redliner.data",
                "redliner.collector.followPools",
                "redliner.collector.follow_pools",
                "redliner.collector.allow[0]",
                "redliner.collector.allow[1].host",
                "logging.level.org.apache.kafka",
                "server.PORT"
            })
    void a_declared_name_is_known_in_every_spelling_of_spring(String name) {
        assertThat(KNOWN.has(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"redliner", "redliner.dat", "redliner.data.folder", "server.portt", "logging.levels.root"})
    void any_other_name_is_unknown(String name) {
        assertThat(KNOWN.has(name)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "redliner.dat, redliner.data",
        "server.prot, server.port",
        "redliner.ttl, redliner.redirector.ttl",
        "redliner.colector.followpools, redliner.collector.follow-pools"
    })
    void an_unknown_name_is_refused_with_the_nearest(String name, String nearest) {
        assertThat(KNOWN.refusal(name))
                .isEqualTo("There is no setting '" + name + "'; did you mean '" + nearest + "'?");
    }

    @Test
    void a_name_that_is_like_no_other_is_refused_alone() {
        assertThat(KNOWN.refusal("something.else")).isEqualTo("There is no setting 'something.else'.");
    }

    @ParameterizedTest
    @CsvSource({
        "REDLINER_COLLECTOR_FOLLOWPOOLS, true",
        "REDLINER_COLLECTOR_FOLLOW_POOLS, true",
        "REDLINER_COLLECTOR_ALLOW_0, true",
        "LOGGING_LEVEL_ROOT, true",
        "REDLINER_COLLECTOR_ALLOWED, false",
        "REDLINER_REDIRECTOR_TTLS, false"
    })
    void environment_variables_are_known_by_their_spelling(String variable, boolean known) {
        assertThat(KNOWN.hasVariable(variable)).isEqualTo(known);
    }

    @Test
    void metadata_of_springs_jars_is_read_and_removed_settings_are_left_out() {
        KnownSettings all = KnownSettings.ofClassPath();

        assertThat(List.of("logging.level.root", "spring.config.import", "debug", "spring.main.banner-mode"))
                .allMatch(all::has);
        assertThat(all.has("logging.file")).isFalse();
    }
}
