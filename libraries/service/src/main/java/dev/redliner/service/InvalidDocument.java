package dev.redliner.service;

import java.util.List;
import java.util.stream.Collectors;

/** A YAML document is invalid. The exception contains all problems that were found, in the order of the document. */
public abstract class InvalidDocument extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;
    private final String source;

    protected InvalidDocument(List<Problem> problems, String source) {
        super(problems.stream().map(Problem::oneLine).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
        this.source = source;
    }

    /** The problems, of which there is at least one. */
    public List<Problem> problems() {
        return problems;
    }

    /** The line of the document that contains the problem, and a caret below the location. */
    public String excerpt(Problem problem) {
        return Excerpt.of(source, problem.line(), problem.column());
    }

    /** The problems for a terminal, each with its source line and a caret. */
    public String text() {
        return problems.stream()
                .map(problem ->
                        problem.oneLine() + "\n" + excerpt(problem).indent(4).stripTrailing())
                .collect(Collectors.joining("\n"));
    }
}
