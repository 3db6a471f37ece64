package dev.redliner.service.openslo;

import dev.redliner.service.InvalidDocument;
import dev.redliner.service.Problem;
import java.util.List;

/** An OpenSLO document is invalid, or has objectives that no rule can express. */
public final class InvalidOpenSlo extends InvalidDocument {
    private static final long serialVersionUID = 1;

    InvalidOpenSlo(List<Problem> problems, String source) {
        super(problems, source);
    }
}
