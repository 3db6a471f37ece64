package dev.redliner.analyzer.judge;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The notes of the last seconds, without duplicates and limited in number. */
final class RecentNotes {
    private static final int MOST = 20;

    private final Map<String, Instant> saidAt = new LinkedHashMap<>();
    private final Duration kept;

    RecentNotes(Duration kept) {
        this.kept = kept;
    }

    void add(String note, Instant now) {
        saidAt.remove(note);
        saidAt.put(note, now);
        if (saidAt.size() > MOST) {
            saidAt.remove(saidAt.keySet().iterator().next());
        }
    }

    List<String> at(Instant now) {
        saidAt.values().removeIf(said -> said.plus(kept).isBefore(now));
        return List.copyOf(saidAt.keySet());
    }
}
