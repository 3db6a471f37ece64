package dev.redliner.controller.settings;

import dev.redliner.http.AddressRange;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the requests that the controller sends to addresses from its settings.
 *
 * @param allow address ranges that may be connected to; a request to any other address is refused
 */
@ConfigurationProperties("redliner.controller.outgoing")
public record OutgoingSettings(@DefaultValue({"127.0.0.0/8", "::1/128"}) List<String> allow) {
    /** The name of the setting, for messages. */
    public static final String ALLOW = "redliner.controller.outgoing.allow";

    public OutgoingSettings {
        allow = List.copyOf(allow);
        allow.forEach(AddressRange::parse);
    }

    public List<AddressRange> ranges() {
        return allow.stream().map(AddressRange::parse).toList();
    }
}
