package dev.redliner.schedule;

import dev.redliner.service.InvalidDocument;
import dev.redliner.service.Problem;
import java.util.List;

/** A schedule's YAML is invalid. */
public final class InvalidSchedule extends InvalidDocument {
    private static final long serialVersionUID = 1;

    public InvalidSchedule(List<Problem> problems, String source) {
        super(problems, source);
    }
}
