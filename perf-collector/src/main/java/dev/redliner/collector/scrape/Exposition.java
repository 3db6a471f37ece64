package dev.redliner.collector.scrape;

import dev.redliner.contracts.sample.Gap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A page of metrics: its families in the order of their first line.
 *
 * @param families by name
 * @param gaps lines that could not be read; the others still count
 */
record Exposition(Map<String, Family> families, List<Gap> gaps) {

    /** The series of one TYPE line; a series without such a line is a separate family. */
    record Family(String name, Kind kind, List<MetricLine> series) {}

    private static final List<String> SUFFIXES =
            List.of("_total", "_bucket", "_count", "_sum", "_created", "_gcount", "_gsum", "_info");

    static Exposition parse(String text) {
        var kinds = new HashMap<String, Kind>();
        var exposition = new Exposition(new LinkedHashMap<>(), new ArrayList<>());
        text.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(line -> {
            if (line.startsWith("#")) {
                addKind(kinds, line);
            } else {
                exposition.addLine(line, kinds);
            }
        });
        return exposition;
    }

    /** Only TYPE comments are used; all other comments are ignored. */
    private static void addKind(Map<String, Kind> kinds, String comment) {
        String[] words = comment.split("\\s+", 5);
        if (words.length >= 4 && words[0].equals("#") && words[1].equals("TYPE")) {
            kinds.put(words[2], Kind.of(words[3]));
        }
    }

    private void addLine(String line, Map<String, Kind> kinds) {
        try {
            MetricLine series = SeriesParser.parse(line);
            String family = familyOf(series.name(), kinds);
            families.computeIfAbsent(
                            family, name -> new Family(name, kinds.getOrDefault(name, Kind.UNKNOWN), new ArrayList<>()))
                    .series()
                    .add(series);
        } catch (IllegalArgumentException e) {
            int end = line.indexOf('{') < 0 ? line.indexOf(' ') : line.indexOf('{');
            String name = end == 0 ? "_" : line.substring(0, Math.min(end < 0 ? line.length() : end, 100));
            gaps.add(new Gap(MetricNaming.of(name), "unreadable line: " + e.getMessage()));
        }
    }

    private static String familyOf(String series, Map<String, Kind> kinds) {
        if (kinds.containsKey(series)) {
            return series;
        }
        for (String suffix : SUFFIXES) {
            if (series.endsWith(suffix)) {
                String base = series.substring(0, series.length() - suffix.length());
                if (kinds.containsKey(base)) {
                    return base;
                }
            }
        }
        return series;
    }
}
