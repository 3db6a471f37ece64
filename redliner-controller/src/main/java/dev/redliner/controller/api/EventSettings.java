package dev.redliner.controller.api;

import dev.redliner.controller.access.Role;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the events that programs send.
 *
 * @param webhooks senders that sign their events, by name: letters, digits, {@code -} and {@code _}
 */
@ConfigurationProperties(prefix = "redliner.controller.events", ignoreUnknownFields = false)
public record EventSettings(@DefaultValue Map<String, Webhook> webhooks) {
    private static final int SHORTEST = 16;

    public EventSettings {
        webhooks = Map.copyOf(webhooks);
        webhooks.forEach((name, webhook) -> {
            if (!name.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}")) {
                throw new IllegalArgumentException("redliner.controller.events.webhooks: '" + name
                        + "' is no name. Names have letters, digits, '-' and '_'");
            }
            webhook.check("redliner.controller.events.webhooks." + name);
        });
    }

    /**
     * A sender.
     *
     * @param secret key of its signatures, at least 16 characters
     * @param services the services that it may announce deploys of: a name in which {@code *} stands for any characters
     */
    public record Webhook(@DefaultValue("") String secret, @DefaultValue("*") String services) {
        private void check(String name) {
            if (secret.length() < SHORTEST) {
                throw new IllegalArgumentException(
                        name + ".secret has " + secret.length() + " characters and not " + SHORTEST);
            }
            try {
                role();
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(name + ".services '" + services + "' is no name of services", e);
            }
        }

        Role role() {
            return Role.parse("operator:" + services);
        }

        @Override
        public String toString() {
            return "Webhook[services=" + services + "]";
        }
    }
}
