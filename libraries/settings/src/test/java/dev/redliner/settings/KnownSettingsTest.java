package dev.redliner.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.settings.KnownSettings.Setting;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnownSettingsTest {
    private static final Below VALUE = new Below.Nothing();
    private static final Below HOST =
            new Below.Fields(List.of(new Below.Field("host", VALUE), new Below.Field("only-trouble", VALUE)));
    private static final KnownSettings KNOWN = new KnownSettings(List.of(
            new Setting("redliner.data", VALUE),
            new Setting("redliner.redirector.ttl", VALUE),
            new Setting("redliner.collector.follow-pools", VALUE),
            new Setting("redliner.collector.allow", new Below.Elements(VALUE)),
            new Setting("redliner.collector.reporters", new Below.Elements(HOST)),
            new Setting("redliner.collector.hosts", new Below.Entries(HOST)),
            new Setting("server.port", VALUE),
            new Setting("logging.level", new Below.Entries(new Below.Anything()))));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redliner.data",
                "redliner.collector.followPools",
                "redliner.collector.follow_pools",
                "redliner.collector.allow[0]",
                "redliner.collector.reporters[1].host",
                "redliner.collector.hosts.any-name.onlyTrouble",
                "redliner.collector.hosts[any.name].host",
                "redliner.collector.hosts.any-name",
                "logging.level.org.apache.kafka",
                "logging.level[org.apache.kafka]",
                "server.PORT"
            })
    void a_declared_name_is_known_in_every_spelling_of_spring(String name) {
        assertThat(KNOWN.has(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redliner",
                "redliner.dat",
                "redliner.data.folder",
                "redliner.data.",
                "redliner.data[0]",
                "redliner.collector.allow[0].host",
                "redliner.collector.reporters.host",
                "redliner.collector.reporters[0].hosst",
                "redliner.collector.reporters[0].only.trouble",
                "redliner.collector.hosts.any.name.host",
                "server.portt",
                "logging.levels.root"
            })
    void any_other_name_is_unknown(String name) {
        assertThat(KNOWN.has(name)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "redliner.dat, redliner.data",
        "server.prot, server.port",
        "redliner.ttl, redliner.redirector.ttl",
        "redliner.collector.hosts[any.name].onlytroubel, redliner.collector.hosts[any.name].only-trouble",
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
        "REDLINER_COLLECTOR_REPORTERS_0_HOST, true",
        "REDLINER_COLLECTOR_HOSTS_ANY_KEY_ONLY_TROUBLE, true",
        "LOGGING_LEVEL_ROOT, true",
        "REDLINER_COLLECTOR_ALLOWED, false",
        "REDLINER_COLLECTOR_ALLOW_0_HOST, false",
        "REDLINER_COLLECTOR_REPORTERS_0_TYPPO, false",
        "REDLINER_COLLECTOR_HOSTS_ANY_KEY_TYPPO, false",
        "REDLINER_COLLECTOR_FOLLOWPOOLS_0, false",
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
