package dev.redliner.collector.scrape;

import java.util.Map;

/** The names of pushed metrics, by the conventions of Prometheus: the unit as a word, {@code _total} for what only grows. */
final class OtlpNaming {
    private static final Map<String, String> UNITS = Map.ofEntries(
            Map.entry("d", "days"),
            Map.entry("h", "hours"),
            Map.entry("min", "minutes"),
            Map.entry("s", "seconds"),
            Map.entry("ms", "milliseconds"),
            Map.entry("us", "microseconds"),
            Map.entry("ns", "nanoseconds"),
            Map.entry("By", "bytes"),
            Map.entry("KiBy", "kibibytes"),
            Map.entry("MiBy", "mebibytes"),
            Map.entry("GiBy", "gibibytes"),
            Map.entry("kBy", "kilobytes"),
            Map.entry("MBy", "megabytes"),
            Map.entry("GBy", "gigabytes"),
            Map.entry("V", "volts"),
            Map.entry("A", "amperes"),
            Map.entry("J", "joules"),
            Map.entry("W", "watts"),
            Map.entry("g", "grams"),
            Map.entry("Cel", "celsius"),
            Map.entry("Hz", "hertz"),
            Map.entry("%", "percent"));

    /** As OpenTelemetry limits it. */
    private static final int LONGEST_UNIT = 63;

    private static final Map<String, String> PER =
            Map.of("s", "second", "min", "minute", "h", "hour", "d", "day", "m", "meter");

    /** Attributes whose values are kept apart, by the labels of {@link KeptLabels}. */
    private static final Map<String, String> LABELS = Map.of(
            "jvm.memory.type", "area",
            "jvm.thread.state", "state",
            "jvm.gc.cause", "cause",
            "db.client.connection.state", "state",
            "db.client.connection.pool.name", "pool",
            "db.client.connections.state", "state",
            "db.client.connections.pool.name", "pool");

    private OtlpNaming() {}

    /**
     * The name of a family.
     *
     * @param counter whether it only grows
     */
    static String family(String name, String unit, boolean counter) {
        String family = MetricNaming.identifier(name);
        String suffix = unit.equals("1") || unit.length() > LONGEST_UNIT ? "" : MetricNaming.identifier(word(unit));
        if (!suffix.isEmpty() && !family.endsWith("_" + suffix)) {
            family += "_" + suffix;
        }
        return counter && !family.endsWith("_total") ? family + "_total" : family;
    }

    /** Text in braces is an annotation: {@code {request}} is no unit. */
    private static String word(String unit) {
        String bare = unit.replaceAll("\\{[^}]*}", "");
        int slash = bare.indexOf('/');
        if (slash < 0) {
            return UNITS.getOrDefault(bare, bare);
        }
        String of = bare.substring(0, slash);
        String per = bare.substring(slash + 1);
        return (of.isEmpty() ? "" : UNITS.getOrDefault(of, of) + "_") + "per_" + PER.getOrDefault(per, per);
    }

    static String label(String attribute) {
        return LABELS.getOrDefault(attribute, MetricNaming.identifier(attribute));
    }
}
