package dev.redliner.schedule;

import dev.redliner.search.SearchSettings;
import dev.redliner.service.DidYouMean;
import dev.redliner.service.SchemaResource;
import dev.redliner.service.YamlDocument;
import dev.redliner.service.YamlMap;
import dev.redliner.service.YamlValue;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the definition of a schedule from YAML. */
public final class ScheduleYaml {
    private static final Set<String> KEYS = Set.of(
            "schedule",
            "service",
            "cron",
            "at",
            "on",
            "settle",
            "calendar",
            "events",
            "zone",
            "profile",
            "jitter",
            "window",
            "misfire",
            "cooldown",
            "priority",
            "weeklyHarm",
            "onlyWhenNeeded",
            "blackouts");
    private static final String EXAMPLES = "such as cron: \"30 2 * * *\" for every day, at: 2026-12-01T02:30 for once,"
            + " on: deploy, or calendar: NAME";
    private static final Map<String, Misfire> MISFIRES = Map.of("skip", Misfire.SKIP, "run-once", Misfire.RUN_ONCE);
    private static final Map<String, Boolean> YES_OR_NO = Map.of("true", true, "false", false);
    private static final Map<String, String> PROFILES =
            SearchSettings.PROFILES.stream().collect(Collectors.toMap(name -> name, name -> name));

    private ScheduleYaml() {}

    /** The JSON Schema of such documents, draft 2020-12. Editors use it. The reader is stricter. */
    public static String schema() {
        return SchemaResource.beside(ScheduleYaml.class, "schedule.schema.json");
    }

    /** Parses as {@link #parse(String, String, Set)}, and does not check whether its calendars exist. */
    public static ScheduleDefinition parse(@Nullable String file, String text) throws InvalidSchedule {
        return parse(file, text, null);
    }

    /**
     * Parses the schedule that a document declares.
     *
     * @param file the name of the document, for the problems; null if it has none
     * @param calendars the names of the calendars that exist; null if that is not known
     * @throws InvalidSchedule with all problems of the document
     */
    public static ScheduleDefinition parse(@Nullable String file, String text, @Nullable Set<String> calendars)
            throws InvalidSchedule {
        var events = new EventsSection(calendars);
        return YamlDocument.read(
                "schedule",
                file,
                text,
                root -> root.map(KEYS, "it begins with 'schedule: <name>'").flatMap(map -> schedule(map, events)),
                InvalidSchedule::new);
    }

    private static Optional<ScheduleDefinition> schedule(YamlMap map, EventsSection events) {
        Optional<String> name =
                map.required("schedule", "its name, such as checkout-nightly").flatMap(ScheduleYaml::name);
        Optional<String> service =
                map.required("service", "the service to measure").flatMap(ScheduleYaml::name);
        Optional<Timing> timing = timing(map, events);
        boolean onDeploy = map.value("on").isPresent();
        Optional<ZoneId> zone = onDeploy && map.value("zone").isEmpty()
                ? Optional.of(ZoneOffset.UTC)
                : map.required("zone", "such as Europe/Berlin").flatMap(ScheduleYaml::zone);
        withoutEffect(onDeploy, map.value("calendar").isPresent()).forEach((key, why) -> map.value(key)
                .ifPresent(it -> it.problem("'" + key + "' has no effect here", why)));
        Optional<String> profile = map.value("profile").flatMap(it -> it.oneOf(PROFILES));
        Duration none = Duration.ZERO;
        Duration jitter = duration(map, "jitter", none, none, ScheduleDefinition.MOST_JITTER, "up to 59m");
        Duration window = duration(
                map,
                "window",
                ScheduleDefinition.USUAL_WINDOW,
                ScheduleDefinition.LEAST_WINDOW,
                ScheduleDefinition.MOST_WINDOW,
                "from 1m to 24h");
        Misfire misfire = map.value("misfire").flatMap(it -> it.oneOf(MISFIRES)).orElse(Misfire.SKIP);
        Duration cooldown = duration(
                map,
                "cooldown",
                ScheduleDefinition.USUAL_COOLDOWN,
                none,
                ScheduleDefinition.MOST_COOLDOWN,
                "up to 2160h");
        int priority = map.value("priority").flatMap(ScheduleYaml::priority).orElse(0);
        Optional<Long> weeklyHarm = map.value("weeklyHarm").flatMap(ScheduleYaml::weeklyHarm);
        boolean onlyWhenNeeded =
                map.value("onlyWhenNeeded").flatMap(ScheduleYaml::yesOrNo).orElse(false);
        List<Blackout> blackouts = BlackoutSection.read(map.value("blackouts"), events);
        if (!map.self().findings().none()
                || timing.isEmpty()
                || name.isEmpty()
                || service.isEmpty()
                || zone.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ScheduleDefinition(
                name.get(),
                service.get(),
                timing.get(),
                zone.get(),
                profile.orElse(null),
                jitter,
                window,
                misfire,
                cooldown,
                priority,
                weeklyHarm.orElse(null),
                onlyWhenNeeded,
                blackouts));
    }

    /** The keys that have no effect with a timing, with the reason. */
    private static Map<String, String> withoutEffect(boolean onDeploy, boolean onCalendar) {
        Map<String, String> keys = new TreeMap<>();
        if (onDeploy) {
            keys.put("jitter", "a deploy has no slot");
            keys.put("misfire", "a deploy has no slot");
        } else {
            keys.put("settle", "it goes with on: deploy");
        }
        if (onCalendar) {
            keys.put("misfire", "an event may be added when its time has passed");
        } else {
            keys.put("events", "it goes with calendar: NAME");
        }
        return keys;
    }

    private static Optional<Timing> timing(YamlMap map, EventsSection events) {
        Optional<YamlValue> cron = map.value("cron");
        Optional<YamlValue> at = map.value("at");
        Optional<YamlValue> on = map.value("on");
        Optional<YamlValue> calendar = map.value("calendar");
        List<YamlValue> given =
                Stream.of(cron, at, on, calendar).flatMap(Optional::stream).toList();
        if (given.size() != 1) {
            (given.isEmpty() ? map.self() : given.get(1))
                    .problem(
                            given.isEmpty()
                                    ? "'cron' is missing"
                                    : "only one of 'cron', 'at', 'on' and 'calendar' can be there",
                            EXAMPLES);
            return Optional.empty();
        }
        if (calendar.isPresent()) {
            return events.read(map).map(OnCalendar::new);
        }
        if (on.isPresent()) {
            Duration settle =
                    duration(map, "settle", OnDeploy.USUAL_SETTLE, Duration.ZERO, OnDeploy.MOST_SETTLE, "up to 24h");
            return on.flatMap(it -> it.oneOf(Map.of("deploy", settle)))
                    .filter(it -> map.self().findings().none())
                    .map(OnDeploy::new);
        }
        return cron.isPresent()
                ? cron.flatMap(it -> it.text("such as \"30 2 * * *\"")
                        .flatMap(
                                text -> it.built(() -> Cron.parse(text), "such as \"30 2 * * *\", every day at 02:30")))
                : at.flatMap(it -> it.parsed(LocalTexts::dateTime, "a local date and time", "such as 2026-12-01T02:30"))
                        .map(Once::new);
    }

    private static Optional<String> name(YamlValue value) {
        Optional<String> name = value.text("such as checkout-nightly");
        name.filter(it -> !it.matches(ScheduleDefinition.NAME))
                .ifPresent(it -> value.problem("'" + it + "' is not a name", "letters, digits, - and _, 63 at most"));
        return name;
    }

    private static Optional<ZoneId> zone(YamlValue value) {
        Optional<String> name = value.text("such as Europe/Berlin");
        Set<String> known = ZoneId.getAvailableZoneIds();
        name.filter(it -> !known.contains(it))
                .ifPresent(it -> value.problem("no time zone is called '" + it + "'", zoneHint(it, known)));
        return name.filter(known::contains).map(ZoneId::of);
    }

    private static String zoneHint(String name, Set<String> known) {
        String hint = DidYouMean.hint(name, known);
        return hint.startsWith("known are") ? "such as Europe/Berlin, America/New_York or UTC" : hint;
    }

    private static Optional<Integer> priority(YamlValue value) {
        return value.parsed(
                text -> text.matches("-?[0-9]{1,4}")
                                && Math.abs(Integer.parseInt(text)) <= ScheduleDefinition.MOST_PRIORITY
                        ? Optional.of(Integer.parseInt(text))
                        : Optional.empty(),
                "a priority",
                "a whole number from -1000 to 1000; higher is first");
    }

    private static Optional<Boolean> yesOrNo(YamlValue value) {
        return value.parsed(text -> Optional.ofNullable(YES_OR_NO.get(text)), "true or false", "such as true");
    }

    private static Optional<Long> weeklyHarm(YamlValue value) {
        Optional<Long> requests = value.count();
        requests.filter(it -> it == 0)
                .ifPresent(it -> value.problem("weeklyHarm is above zero", "a number of requests, such as 2000"));
        return requests;
    }

    private static Duration duration(
            YamlMap map, String key, Duration otherwise, Duration least, Duration most, String hint) {
        Optional<YamlValue> value = map.value(key);
        Optional<Duration> duration = value.flatMap(YamlValue::duration);
        duration.filter(it -> it.compareTo(least) < 0 || it.compareTo(most) > 0)
                .ifPresent(it -> value.orElseThrow().problem(key + " " + it + " is out of range", hint));
        return duration.orElse(otherwise);
    }
}
