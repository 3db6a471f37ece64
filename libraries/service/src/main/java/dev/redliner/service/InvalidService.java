package dev.redliner.service;

import java.util.List;

/** A service's YAML is invalid. */
public final class InvalidService extends InvalidDocument {
    private static final long serialVersionUID = 1;

    public InvalidService(List<Problem> problems, String source) {
        super(problems, source);
    }
}
