package dev.redliner.controller.web;

import java.util.Locale;
import java.util.Optional;

/**
 * Which services the overview shows.
 *
 * @param all whether all of them at once
 * @param q a part of the name, in any case; empty: any
 * @param show {@code headroom} for those with little headroom, {@code old} for those without a redline or with an old
 *     one, {@code failed} for those that cannot be measured; any other text: all
 */
record ServiceFilter(boolean all, String q, String show) {
    ServiceFilter {
        q = q.strip();
    }

    boolean fits(ServiceRow row) {
        if (!row.name().toLowerCase(Locale.ROOT).contains(q.toLowerCase(Locale.ROOT))) {
            return false;
        }
        HeadroomBar headroom = row.headroom();
        return switch (show) {
            case "headroom" -> headroom != null && headroom.little();
            case "old" -> row.redline() == null || row.stale();
            case "failed" -> row.problem() != null;
            default -> true;
        };
    }

    int most() {
        return all ? Integer.MAX_VALUE : Overview.SHOWN;
    }

    /** The address of the part of the overview with these services. */
    public String part() {
        return address("/parts/overview", all);
    }

    /** The address of the overview with all of these services. */
    public String allOfThem() {
        return address("/", true);
    }

    private String address(String path, boolean whole) {
        return new PageAddress(path)
                .with("all", Optional.of(Boolean.toString(whole)))
                .with("q", Optional.of(q))
                .with("show", Optional.of(show))
                .toString();
    }
}
