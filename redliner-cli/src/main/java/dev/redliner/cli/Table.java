package dev.redliner.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** Columns of text, each as wide as its content. On a terminal that is too narrow, cells are broken between words. */
public final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... heads) {
        rows.add(List.of(heads));
    }

    /** Adds a row with one cell for each column. */
    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    /** The table for the standard output of this process, with a line feed after each row. */
    public String text() {
        return text(TextWidth.ofOutput());
    }

    /**
     * The table, with a line feed after each row.
     *
     * @param columns the width; a row is wider if words alone are
     */
    String text(int columns) {
        int[] widths = widths(columns);
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            List<List<String>> cells = IntStream.range(0, row.size())
                    .mapToObj(i -> Fold.at(Math.max(1, widths[i]), 0, row.get(i)))
                    .toList();
            int height = cells.stream().mapToInt(List::size).max().orElse(0);
            for (int line = 0; line < height; line++) {
                text.append(line(cells, line, widths)).append('\n');
            }
        }
        return text.toString();
    }

    private static String line(List<List<String>> cells, int line, int[] widths) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String part = line < cells.get(i).size() ? cells.get(i).get(line) : "";
            text.append(String.format("%-" + Math.max(1, widths[i]) + "s", part))
                    .append(GAP);
        }
        return text.toString().stripTrailing();
    }

    /** As wide as the cells. Then the widest column is made narrower, as long as the rows are too wide. */
    private int[] widths(int columns) {
        int[] widths = widest(String::length);
        int[] words = widest(Table::longestWord);
        long excess = IntStream.of(widths).sum() + (long) GAP.length() * (widths.length - 1) - columns;
        for (; excess > 0; excess--) {
            int widest = IntStream.range(0, widths.length)
                    .filter(i -> widths[i] > words[i])
                    .boxed()
                    .max(Comparator.comparingInt(i -> widths[i]))
                    .orElse(-1);
            if (widest < 0) {
                break;
            }
            widths[widest]--;
        }
        return widths;
    }

    private int[] widest(ToIntFunction<String> width) {
        return IntStream.range(0, rows.get(0).size())
                .map(i -> rows.stream()
                        .mapToInt(row -> width.applyAsInt(row.get(i)))
                        .max()
                        .orElse(0))
                .toArray();
    }

    private static int longestWord(String cell) {
        return Arrays.stream(cell.split(" ")).mapToInt(String::length).max().orElse(0);
    }
}
