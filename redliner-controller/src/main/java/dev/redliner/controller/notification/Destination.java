package dev.redliner.controller.notification;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A receiver of events.
 *
 * @param types the types that it receives
 * @param services the services that it receives events about; events about all services are always sent
 * @param onlyTrouble whether events that require no action are left out
 */
record Destination(
        String name, String kind, Channel channel, Set<EventType> types, Pattern services, boolean onlyTrouble) {
    static Destination of(String name, DestinationSettings settings, String kind, Channel channel) {
        Set<EventType> types = settings.events().isEmpty()
                ? usual()
                : settings.events().stream()
                        .flatMap(label -> EventType.ofLabel(label).stream())
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(EventType.class)));
        return new Destination(name, kind, channel, types, pattern(settings.services()), settings.onlyTrouble());
    }

    /** A destination that receives every event. */
    static Destination ofAll(String name, String kind, Channel channel) {
        return new Destination(
                name, kind, channel, EnumSet.complementOf(EnumSet.of(EventType.TEST)), Pattern.compile(".*"), false);
    }

    private static Set<EventType> usual() {
        return Arrays.stream(EventType.values())
                .filter(EventType::usual)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(EventType.class)));
    }

    private static Pattern pattern(List<String> names) {
        return Pattern.compile(names.stream()
                .map(name ->
                        Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")))
                .collect(Collectors.joining("|")));
    }

    boolean wants(LifecycleEvent event) {
        return types.contains(event.type())
                && (event.service().isEmpty()
                        || services.matcher(event.service()).matches())
                && (!onlyTrouble || event.trouble());
    }
}
