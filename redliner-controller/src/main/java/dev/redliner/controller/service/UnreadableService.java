package dev.redliner.controller.service;

import dev.redliner.service.InvalidService;
import dev.redliner.service.Problem;

/** A stored definition that this version cannot use: it was stored under other rules, or it is damaged. */
public final class UnreadableService extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final String service;
    private final String problem;

    UnreadableService(String service, String problem, Exception cause) {
        super("the stored definition of service " + service + " cannot be used: " + problem, cause);
        this.service = service;
        this.problem = problem;
    }

    static UnreadableService of(String service, InvalidService invalid) {
        Problem first = invalid.problems().get(0);
        int more = invalid.problems().size() - 1;
        String words = "line " + first.line() + ": " + first.message()
                + (first.hint() == null ? "" : " (" + first.hint() + ")")
                + (more == 0 ? "" : ", and " + more + " more");
        return new UnreadableService(service, words, invalid);
    }

    public String service() {
        return service;
    }

    /** The first problem and how to correct it, without a full stop. */
    public String problem() {
        return problem;
    }
}
