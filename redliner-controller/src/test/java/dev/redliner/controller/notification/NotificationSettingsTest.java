package dev.redliner.controller.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.controller.settings.OutgoingSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;

class NotificationSettingsTest {
    private static final String PREFIX = "redliner.controller.notifications";

    @Test
    void the_defaults_are_the_documented_ones() {
        assertThat(bound(Map.of()))
                .isEqualTo(new NotificationSettings(
                        Map.of(),
                        true,
                        "",
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(10),
                        Duration.ofHours(24),
                        Duration.ofDays(30)));
    }

    @Test
    void a_destination_has_all_but_the_talkative_events_by_default() {
        NotificationSettings settings = bound(Map.of("ops.kind", "slack", "ops.url", "https://chat.example/hook"));
        DestinationSettings ops = settings.destinations().get("ops");
        assertThat(ops.services()).containsExactly("*");
        assertThat(ops.onlyTrouble()).isFalse();
        Destination destination =
                Destination.of("ops", ops, "slack", new TopicChannel(Map.of(), new EventDocument("")));
        assertThat(destination.types())
                .containsExactlyInAnyOrder(
                        EventType.RUN_ENDED,
                        EventType.RUN_REFUSED,
                        EventType.TRAFFIC_NOT_RESTORED,
                        EventType.TRAFFIC_RESTORED,
                        EventType.LEVER_ENGAGED,
                        EventType.LEVER_RELEASED);
        assertThat(settings.toString()).doesNotContain("chat.example");
    }

    @Test
    void a_star_in_the_name_of_a_service_stands_for_any_text() {
        DestinationSettings settings =
                new DestinationSettings(null, "", "", "", List.of(), List.of(), List.of("shop-*", "till.v2"), false);
        var pattern = Destination.of("ops", settings, "slack", new TopicChannel(Map.of(), new EventDocument("")))
                .services();
        assertThat(List.of("shop-1", "shop-", "till.v2"))
                .allMatch(name -> pattern.matcher(name).matches());
        assertThat(List.of("shop", "tillxv2", "my-shop-1"))
                .noneMatch(name -> pattern.matcher(name).matches());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            ops.url=https://a                                   | destinations.ops.kind is missing: webhook, slack, pagerduty or email
            ops.kind=slack                                      | destinations.ops.url is no http or https address without a user in it
            ops.kind=slack ops.url=ftp://a                      | destinations.ops.url is no http or https address without a user in it
            ops.kind=webhook ops.url=https://a                  | destinations.ops.secret is missing. Refer to a variable, such as ${REDLINER_HOOK_SECRET}
            ops.kind=webhook ops.url=https://a ops.secret=whsec_! | destinations.ops.secret begins with whsec_, and the rest is not base64
            ops.kind=email ops.from=a@b                         | destinations.ops.from and .to are needed: the addresses of an e-mail
            ops.kind=slack ops.url=https://a ops.events=run.end | destinations.ops.events: there is no type 'run.end'.
            events-out.kind=slack events-out.url=https://a      | destinations.events-out: this name stands for the Kafka topic
            """)
    void a_wrong_destination_is_refused_with_its_place(String settings, String message) {
        Map<String, String> given = new HashMap<>();
        for (String setting : settings.split(" ")) {
            given.put(setting.split("=")[0], setting.split("=")[1]);
        }
        assertThatThrownBy(() -> bound(given)).rootCause().hasMessageStartingWith(PREFIX + "." + message);
    }

    @Test
    void a_misspelt_key_is_refused() {
        assertThatThrownBy(() -> bound(Map.of("ops.kind", "slack", "ops.url", "https://a", "ops.service", "x")))
                .rootCause()
                .hasMessageContaining("service");
    }

    @Test
    void the_documented_example_is_valid_and_names_each_kind() throws Exception {
        String text = Files.readString(Path.of("../docs/notifications.md"));
        Matcher block =
                Pattern.compile("```yaml\\n(redliner:.*?)```", Pattern.DOTALL).matcher(text);
        assertThat(block.find()).isTrue();
        var environment = new StandardEnvironment();
        var secrets = Map.<String, Object>of(
                "CHAT_HOOK_URL", "https://chat.example/hook",
                "PAGERDUTY_ROUTING_KEY", "routing-key",
                "REDLINER_HOOK_SECRET", "whsec_a2V5");
        environment.getPropertySources().addFirst(new MapPropertySource("secrets", secrets));
        new YamlPropertySourceLoader()
                .load("documented", new ByteArrayResource(block.group(1).getBytes(StandardCharsets.UTF_8)))
                .forEach(environment.getPropertySources()::addLast);
        NotificationSettings documented = Binder.get(environment)
                .bind(PREFIX, Bindable.of(NotificationSettings.class), strict())
                .get();
        assertThat(documented.destinations().values())
                .extracting(DestinationSettings::kind)
                .containsExactlyInAnyOrder(DestinationSettings.Kind.values());
        assertThat(documented.destinations().get("chat").url()).isEqualTo("https://chat.example/hook");
        assertThat(Binder.get(environment)
                        .bind("redliner.controller.outgoing", OutgoingSettings.class)
                        .get()
                        .ranges())
                .hasSize(2);
        for (EventType type : EventType.values()) {
            assertThat(text.contains("`" + type.label() + "`")).as(type.label()).isEqualTo(type != EventType.TEST);
        }
    }

    /** Refuses keys that do not exist, as the server does. */
    private static BindHandler strict() {
        return new NoUnboundElementsBindHandler(BindHandler.DEFAULT);
    }

    private static NotificationSettings bound(Map<String, String> destinations) {
        var source = new MapConfigurationPropertySource();
        destinations.forEach((name, value) -> source.put(PREFIX + ".destinations." + name, value));
        return new Binder(source).bindOrCreate(PREFIX, Bindable.of(NotificationSettings.class), strict());
    }
}
