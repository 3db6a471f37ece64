package dev.redliner.collector.scrape;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.contracts.sample.Gap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A page of metrics: its families in the order of their first line.
 *
 * @param families by name
 * @param gaps by metric: lines that could not be read, and series that are on the page twice; the others still count
 * @param natives native histograms by the name of their family, added up over their labels; only in protobuf
 */
record Exposition(Map<String, Family> families, Map<String, Gap> gaps, Map<String, NativeHistogram> natives) {
    /** A page with more of them is something else than metrics. */
    static final int MOST_UNREADABLE = 1_000;

    private static final int LONGEST_LINE = 65_536;
    private static final int LONGEST_NAME = 100;
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** The series of one TYPE line; a series without such a line is a separate family. */
    record Family(String name, Kind kind, List<MetricLine> series) {}

    private static final List<String> SUFFIXES =
            List.of("_total", "_bucket", "_count", "_sum", "_created", "_gcount", "_gsum", "_info");

    /** The page of some families, each with a name of its own. */
    static Exposition of(Collection<ProtobufFamily> families) {
        var page = new Exposition(new LinkedHashMap<>(), new LinkedHashMap<>(), new HashMap<>());
        for (ProtobufFamily family : families) {
            page.families.put(family.name(), family.lines());
            family.gaps().forEach(gap -> page.gaps.putIfAbsent(gap.name(), gap));
            family.nativeHistogram().ifPresent(histogram -> page.natives.put(family.name(), histogram));
        }
        return page;
    }

    /** Parses a page of text that is read once, as {@link #parse(String, int, KnownSeries)}. */
    static Exposition parse(String text, int maxSeries) throws ReadFailed {
        return parse(text, maxSeries, new KnownSeries());
    }

    /**
     * Parses a page of text.
     *
     * @param maxSeries a page with more series, or more TYPE lines, is not used at all: sums over a part of the series
     *     would be wrong
     * @param known the series of the page before it; afterwards those of this page
     * @throws ReadFailed if the page holds too many series, or too many lines that cannot be read
     */
    static Exposition parse(String text, int maxSeries, KnownSeries known) throws ReadFailed {
        return new Lines(maxSeries, known).read(text);
    }

    /** The state while a page is read. */
    private static final class Lines {
        private final int maxSeries;
        private final Map<String, Kind> kinds = new HashMap<>();
        private final Map<String, Family> families = new LinkedHashMap<>();
        private final Map<String, Gap> gaps = new LinkedHashMap<>();
        private final KnownSeries known;
        private final Set<Series> seen = new HashSet<>();
        private @Nullable Family last;
        private String lastName = "";
        private int series;
        private int unreadable;

        Lines(int maxSeries, KnownSeries known) {
            this.maxSeries = maxSeries;
            this.known = known;
        }

        Exposition read(String text) throws ReadFailed {
            known.begin();
            try {
                readLines(text);
            } finally {
                known.end();
            }
            return new Exposition(families, gaps, Map.of());
        }

        private void readLines(String text) throws ReadFailed {
            int start = 0;
            while (start < text.length()) {
                int end = text.indexOf('\n', start);
                int stop = end < 0 ? text.length() : end;
                line(text, start, stop);
                start = stop + 1;
            }
        }

        private void line(String text, int start, int stop) throws ReadFailed {
            int first = start;
            while (first < stop && text.charAt(first) <= ' ') {
                first++;
            }
            if (first == stop) {
                return;
            }
            if (text.charAt(first) == '#') {
                addComment(text, first + 1, stop);
                return;
            }
            boolean tooLong = stop - first > LONGEST_LINE;
            String line =
                    text.substring(first, tooLong ? first + LONGEST_NAME : stop).stripTrailing();
            if (tooLong) {
                addUnreadable(line, "longer than " + LONGEST_LINE + " characters");
            } else {
                addSeries(line);
            }
        }

        /** Only TYPE comments are used; all other comments are ignored. */
        private void addComment(String text, int start, int stop) throws ReadFailed {
            int word = start;
            while (word < stop && text.charAt(word) <= ' ') {
                word++;
            }
            if (!text.startsWith("TYPE", word)) {
                return;
            }
            String comment =
                    text.substring(word, Math.min(stop, word + LONGEST_LINE)).stripTrailing();
            String[] words = BLANKS.split(comment, 4);
            if (words.length >= 3 && words[0].equals("TYPE")) {
                kinds.put(words[1], Kind.of(words[2]));
                last = null;
                if (kinds.size() > maxSeries) {
                    throw tooMany();
                }
            }
        }

        private ReadFailed tooMany() {
            return new ReadFailed("the page holds more than " + maxSeries + " series (redliner.collector.max-series)");
        }

        private void addSeries(String line) throws ReadFailed {
            if (++series > maxSeries) {
                throw tooMany();
            }
            try {
                MetricLine parsed = known.parse(line);
                familyOf(parsed.name()).series().add(parsed);
                if (!seen.add(parsed.series())) {
                    addGap(parsed.name(), "a series is on the page twice");
                }
            } catch (IllegalArgumentException e) {
                addUnreadable(line, String.valueOf(e.getMessage()));
            }
        }

        /** Most lines have the name of the line before. */
        private Family familyOf(String series) {
            if (last == null || !series.equals(lastName)) {
                last = families.computeIfAbsent(
                        Exposition.familyOf(series, kinds),
                        name -> new Family(name, kinds.getOrDefault(name, Kind.UNKNOWN), new ArrayList<>()));
                lastName = series;
            }
            return last;
        }

        private void addUnreadable(String line, String reason) throws ReadFailed {
            int end = line.indexOf('{') < 0 ? line.indexOf(' ') : line.indexOf('{');
            String name = end == 0 ? "_" : line.substring(0, Math.min(end < 0 ? line.length() : end, LONGEST_NAME));
            addGap(name, "unreadable line: " + reason);
            if (++unreadable > MOST_UNREADABLE) {
                throw new ReadFailed("more than " + MOST_UNREADABLE + " lines cannot be read, such as one of "
                        + MetricNaming.of(name) + ": " + reason);
            }
        }

        private void addGap(String scraped, String reason) {
            String name = MetricNaming.of(scraped);
            gaps.putIfAbsent(name, new Gap(name, reason));
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
