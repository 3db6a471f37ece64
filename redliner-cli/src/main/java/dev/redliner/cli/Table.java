package dev.redliner.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Columns of text, each as wide as its content. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... heads) {
        rows.add(List.of(heads));
    }

    /** Adds a row with one cell for each column. */
    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    /** The table, with a line feed after each row. */
    public String text() {
        List<Integer> widths = new ArrayList<>(Collections.nCopies(rows.get(0).size(), 0));
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths.set(i, Math.max(widths.get(i), row.get(i).length()));
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(String.format("%-" + Math.max(1, widths.get(i)) + "s  ", row.get(i)));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
