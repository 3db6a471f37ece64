package dev.redliner.settings;

import java.util.List;

/** Settings of Redliner were given that do not exist. */
public final class UnknownSettings extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param refusals one line for each, with its place */
    UnknownSettings(List<String> refusals) {
        super(String.join("\n", refusals));
    }
}
