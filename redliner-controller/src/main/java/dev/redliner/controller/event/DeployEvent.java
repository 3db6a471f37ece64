package dev.redliner.controller.event;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The announcement of a deploy as a CloudEvent 1.0, in structured mode (one JSON document) or in binary mode (attributes
 * as headers, the data as the body).
 *
 * @param source what announces it
 * @param id unique for the source
 * @param service the service, from the attribute {@code subject}
 * @param version the field {@code version} of the data; empty without one
 * @param time when it was deployed; null if the event does not have it
 */
public record DeployEvent(String source, String id, String service, String version, @Nullable Instant time) {
    private static final String OWN = "dev.redliner.deploy";
    /** Of CDEvents, without the version at the end. */
    private static final Set<String> OF_CDEVENTS =
            Set.of("dev.cdevents.service.deployed", "dev.cdevents.service.upgraded", "dev.cdevents.service.rolledback");

    private static final Pattern IDENTIFIER = Pattern.compile("[\\x21-\\x7e]{1,200}");
    private static final String SERVICE = "[A-Za-z0-9][A-Za-z0-9_-]{0,62}";
    private static final Pattern VERSION = Pattern.compile("[^\\p{Cntrl}]{0,200}");

    /**
     * Reads an event.
     *
     * @param attribute the value of an attribute in binary mode, such as {@code id}; null if there is no such header
     * @throws InvalidEvent if it is not such an event
     */
    public static DeployEvent read(byte[] body, Function<String, @Nullable String> attribute) {
        boolean binary = attribute.apply("id") != null || attribute.apply("specversion") != null;
        return binary ? of(attribute, json(body, true)) : structured(json(body, false));
    }

    private static JsonNode json(byte[] body, boolean orNothing) {
        if (orNothing && body.length == 0) {
            return JsonMapper.shared().createObjectNode();
        }
        try {
            JsonNode node = JsonMapper.shared().readTree(body);
            if (node != null && node.isObject()) {
                return node;
            }
        } catch (JacksonException e) {
            // answered below
        }
        throw new InvalidEvent("The body is not a JSON object.");
    }

    private static DeployEvent structured(JsonNode event) {
        JsonNode data = event.path("data");
        return of(name -> text(name, event.path(name)), data);
    }

    private static @Nullable String text(String name, JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw new InvalidEvent("The attribute " + name + " of the event is not a text.");
        }
        return value.asString();
    }

    private static DeployEvent of(Function<String, @Nullable String> attribute, JsonNode data) {
        if (!"1.0".equals(attribute.apply("specversion"))) {
            throw new InvalidEvent("The event has no specversion 1.0. Send a CloudEvent.");
        }
        String type = String.valueOf(attribute.apply("type"));
        if (!isDeploy(type)) {
            throw new InvalidEvent("The type of the event is no deploy. It is " + OWN + ", or that of a CDEvent such"
                    + " as dev.cdevents.service.deployed.0.2.0.");
        }
        String service = attribute.apply("subject");
        if (service == null || !service.matches(SERVICE)) {
            throw new InvalidEvent("The subject of the event is not the name of a service.");
        }
        if (!data.isMissingNode() && !data.isNull() && !data.isObject()) {
            throw new InvalidEvent("The data of the event is not a JSON object.");
        }
        return new DeployEvent(
                identifier("source", attribute.apply("source")),
                identifier("id", attribute.apply("id")),
                service,
                version(data.path("version")),
                time(attribute.apply("time")));
    }

    private static String version(JsonNode version) {
        if (version.isMissingNode() || version.isNull()) {
            return "";
        }
        if (!version.isString() || !VERSION.matcher(version.asString()).matches()) {
            throw new InvalidEvent(
                    "The version in the data is not a text, has more than 200 characters, or has control characters.");
        }
        return version.asString();
    }

    private static boolean isDeploy(String type) {
        return type.equals(OWN) || OF_CDEVENTS.stream().anyMatch(it -> type.equals(it) || type.startsWith(it + "."));
    }

    private static String identifier(String name, @Nullable String value) {
        if (value == null || !IDENTIFIER.matcher(value).matches()) {
            throw new InvalidEvent(
                    "The " + name + " of the event is missing, or does not have 1 to 200 visible ASCII characters.");
        }
        return value;
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new InvalidEvent("The time of the event is not one such as 2026-11-24T14:00:00Z.");
        }
    }
}
