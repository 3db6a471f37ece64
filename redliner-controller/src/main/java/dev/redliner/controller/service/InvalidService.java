package dev.redliner.controller.service;

import java.util.List;
import java.util.stream.Collectors;

/** A service's YAML with something wrong in it: everything that was found, in the order of the document. */
public final class InvalidService extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;
    private final String source;

    public InvalidService(List<Problem> problems, String source) {
        super(problems.stream().map(Problem::oneLine).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
        this.source = source;
    }

    /** At least one. */
    public List<Problem> problems() {
        return problems;
    }

    /** The line of the document where the problem is, and a caret below the place. */
    public String excerpt(Problem problem) {
        return Excerpt.of(source, problem.line(), problem.column());
    }

    /** For a terminal: each problem with its source line and a caret. */
    public String text() {
        return problems.stream()
                .map(problem ->
                        problem.oneLine() + "\n" + excerpt(problem).indent(4).stripTrailing())
                .collect(Collectors.joining("\n"));
    }
}
