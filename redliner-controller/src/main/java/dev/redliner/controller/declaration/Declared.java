package dev.redliner.controller.declaration;

import dev.redliner.service.Problem;

/** What services and schedules have in common: both are texts with a name and a revision. */
final class Declared {
    private Declared() {}

    /** A text for the audit log. */
    static String words(long revision, String yaml) {
        return "# revision " + revision + "\n" + yaml;
    }

    /** @param kind {@code service} or {@code schedule} */
    static Problem otherName(String kind, String inside, String outside) {
        return new Problem(
                null, 1, 1, "/" + kind, "declares '" + inside + "' and was sent to '" + outside + "'", "use one name");
    }
}
