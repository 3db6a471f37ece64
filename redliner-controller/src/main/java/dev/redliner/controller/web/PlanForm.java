package dev.redliner.controller.web;

import dev.redliner.controller.capacity.PlanWish;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The fields of the form of a plan, as they were entered. An empty one is the default. */
record PlanForm(@Nullable String rps, @Nullable String growth, @Nullable String spare, @Nullable String zones) {
    /** @throws IllegalArgumentException with a sentence, if one is no number, or out of range */
    PlanWish wish() {
        return PlanWish.parse(entered(rps), entered(growth), entered(spare), entered(zones));
    }

    private static @Nullable String entered(@Nullable String text) {
        return Objects.requireNonNullElse(text, "").isBlank() ? null : text;
    }
}
