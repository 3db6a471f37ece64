package dev.redliner.controller.notification;

import dev.redliner.http.AddressRefused;
import dev.redliner.http.GuardedHttp;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A destination of notifications.
 *
 * @param kind {@code webhook}, {@code slack}, {@code pagerduty} or {@code email}
 * @param url address to send to; not for {@code email}
 * @param secret key of the signature of a {@code webhook}, or routing key of {@code pagerduty}. It is never shown
 * @param from sender of an {@code email}
 * @param to receivers of an {@code email}
 * @param events types of events; empty: all but {@code run.accepted} and {@code run.state}
 * @param services names of services, in which {@code *} stands for any text; events about all services are always sent
 * @param onlyTrouble whether runs that completed are left out
 */
public record DestinationSettings(
        @Nullable Kind kind,
        @DefaultValue("") String url,
        @DefaultValue("") String secret,
        @DefaultValue("") String from,
        @DefaultValue List<String> to,
        @DefaultValue List<String> events,
        @DefaultValue("*") List<String> services,
        @DefaultValue("false") boolean onlyTrouble) {
    /** The kinds of destinations. */
    public enum Kind {
        WEBHOOK,
        SLACK,
        PAGERDUTY,
        EMAIL
    }

    public DestinationSettings {
        to = List.copyOf(to);
        events = List.copyOf(events);
        services = List.copyOf(services);
    }

    /** The first mistake as the rest of a sentence that begins with the name of the destination; empty if there is none. */
    Optional<String> problem() {
        if (kind == null) {
            return Optional.of(".kind is missing: webhook, slack, pagerduty or email");
        }
        Optional<String> unknown = events.stream()
                .filter(event -> EventType.ofLabel(event).isEmpty())
                .findFirst();
        if (unknown.isPresent()) {
            return Optional.of(".events: there is no type '" + unknown.get() + "'. Types are run.accepted, run.state,"
                    + " run.ended, run.refused, traffic.not-restored, traffic.restored, lever.engaged and"
                    + " lever.released");
        }
        return switch (kind) {
            case EMAIL ->
                from.isBlank() || to.isEmpty()
                        ? Optional.of(".from and .to are needed: the addresses of an e-mail")
                        : Optional.empty();
            case WEBHOOK, PAGERDUTY -> wrongSecret().or(this::wrongUrl);
            case SLACK -> wrongUrl();
        };
    }

    private Optional<String> wrongUrl() {
        try {
            GuardedHttp.check(URI.create(url));
            return Optional.empty();
        } catch (AddressRefused | IllegalArgumentException e) {
            // without the address, which may hold a secret
            return Optional.of(".url is no http or https address without a user in it");
        }
    }

    private Optional<String> wrongSecret() {
        if (secret.isBlank()) {
            return Optional.of(".secret is missing. Refer to a variable, such as ${REDLINER_HOOK_SECRET}");
        }
        try {
            WebhookChannel.bytes(secret);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(".secret begins with whsec_, and the rest is not base64");
        }
    }

    /** Without the secret and the address, which may hold one. */
    @Override
    public String toString() {
        return "DestinationSettings[kind=" + kind + ", events=" + events + ", services=" + services + "]";
    }
}
