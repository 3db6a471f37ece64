package dev.redliner.settings;

import java.util.List;

/** Thrown when settings below {@code redliner.} do not exist. */
public final class UnknownSettings extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param refusals one line for each unknown setting, with its location */
    UnknownSettings(List<String> refusals) {
        super(String.join("\n", refusals));
    }
}
