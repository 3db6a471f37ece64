package dev.redliner.controller.web;

import dev.redliner.api.RunState;
import java.util.Locale;

/**
 * A state as the pages show it: icon, word and colour together.
 *
 * @param icon the id of a symbol in {@code templates/frame.html}
 * @param mood {@code run}, {@code ok}, {@code mid}, {@code bad} or {@code none}, which selects the colour
 * @param words the state in words
 */
record Sign(String icon, String mood, String words) {
    static Sign of(RunState state) {
        String name = state.name().charAt(0)
                + state.name().substring(1).toLowerCase(Locale.ROOT).replace('_', ' ');
        return switch (state) {
            case PENDING, BASELINING, RAMPING, REFINING, CONFIRMING -> new Sign("i-run", "run", name);
            case RESTORING -> new Sign("i-ask", "mid", name);
            case COMPLETED -> new Sign("i-check", "ok", name);
            case INCONCLUSIVE, INTERRUPTED -> new Sign("i-ask", "mid", name);
            case ABORTED -> new Sign("i-bad", "bad", name);
            case READY -> new Sign("i-check", "none", name);
            case REFUSED, NOT_READY -> new Sign("i-refuse", "none", name);
        };
    }
}
