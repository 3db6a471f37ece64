package dev.redliner.collector.scrape;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The series of a page by their position, for the next page of the same target. Most pages have the same series in the
 * same order as the page before, so that only the values have to be parsed. If a line is new or gone, that line and all
 * lines after it are parsed in full. The series are kept only while memory is not scarce. Not safe for concurrent use.
 */
final class KnownSeries {
    private SoftReference<List<Head>> kept = new SoftReference<>(List.of());
    private List<Head> before = List.of();
    private List<Head> now = List.of();

    /**
     * The beginning of a line.
     *
     * @param text all up to the value
     * @param series its name and labels
     */
    private record Head(String text, Series series) {
        /** After a name without labels or blank, a digit of the value could belong to a longer name. */
        boolean isWhole() {
            return text.endsWith("}") || text.endsWith(" ") || text.endsWith("\t");
        }
    }

    /** Begins a page. */
    void begin() {
        List<Head> last = kept.get();
        before = last == null ? List.of() : last;
        now = new ArrayList<>(before.size());
    }

    /** Ends a page, of which all lines were parsed or not. */
    void end() {
        kept = new SoftReference<>(now);
        before = List.of();
        now = List.of();
    }

    /** @throws IllegalArgumentException if the line is no series */
    MetricLine parse(String line) {
        Head head = known(line);
        if (head == null) {
            var parser = new SeriesParser(line);
            Series series = parser.series();
            head = new Head(line.substring(0, parser.position()), series);
        }
        double value = SeriesParser.value(line, head.text.length());
        now.add(head);
        return new MetricLine(head.series, value);
    }

    private @Nullable Head known(String line) {
        int position = now.size();
        if (position >= before.size()) {
            return null;
        }
        Head head = before.get(position);
        return head.isWhole() && line.startsWith(head.text) && isValueAt(line, head.text.length()) ? head : null;
    }

    /** A blank or a brace here means that the head of this line is longer. */
    private static boolean isValueAt(String line, int index) {
        return index < line.length() && " \t{".indexOf(line.charAt(index)) < 0;
    }
}
