package dev.redliner.service;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** Collects the problems of one file, so that a user sees all of them at once. */
public final class DocumentProblems {
    private static final int MOST = 100;

    private final @Nullable String file;
    private final SourceText source;
    private final String prefix;
    private final List<Problem> found;

    DocumentProblems(@Nullable String file, SourceText source) {
        this(file, source, "", new ArrayList<>());
    }

    private DocumentProblems(@Nullable String file, SourceText source, String prefix, List<Problem> found) {
        this.file = file;
        this.source = source;
        this.prefix = prefix;
        this.found = found;
    }

    /**
     * The same collection, for the problems of one document of a file of several; their messages name it.
     *
     * @param number from 1
     */
    DocumentProblems ofDocument(int number) {
        return new DocumentProblems(file, source, "document " + number + ": ", found);
    }

    void at(Node node, String pointer, String message, @Nullable String hint) {
        at(node.getStartMark().map(Mark::getIndex).orElse(0), pointer, message, hint);
    }

    /** Adds a problem at a character of the file, counted from 0. */
    void at(int index, String pointer, String message, @Nullable String hint) {
        if (found.size() < MOST) {
            found.add(new Problem(file, source.line(index), source.column(index), pointer, prefix + message, hint));
        }
    }

    SourceText source() {
        return source;
    }

    /** Whether there is no problem yet. */
    public boolean none() {
        return found.isEmpty();
    }

    /** The problems in the order of the file. */
    List<Problem> sorted() {
        return found.stream()
                .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
                .toList();
    }
}
