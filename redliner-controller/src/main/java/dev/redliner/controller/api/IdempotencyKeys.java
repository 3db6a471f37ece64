package dev.redliner.controller.api;

import dev.redliner.controller.drive.RunOptions;
import dev.redliner.controller.drive.RunRefused;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which run a client's key started, so that asking again starts nothing. The newest keys only, and in memory:
 * a restart forgets them, and then the pool's lock still refuses a second run.
 */
final class IdempotencyKeys {
    private static final int LONGEST = 200;

    /** Starts a run. */
    interface Start {
        String run() throws RunRefused;
    }

    private record Started(String service, RunOptions options, String run) {}

    private final Map<String, Started> byKey;

    IdempotencyKeys(int most) {
        this.byKey = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Started> eldest) {
                return size() > most;
            }
        };
    }

    /**
     * The run that this key stands for, started now if it is new. A refusal is not remembered. One start at a time: two
     * requests with one key must not both start.
     *
     * @param key null: always starts
     */
    String run(@Nullable String key, String service, RunOptions options, Start start) throws RunRefused {
        if (key == null) {
            return start.run();
        }
        if (key.isBlank() || key.length() > LONGEST) {
            throw ApiProblem.badRequest(
                    "The header Idempotency-Key has 1 to " + LONGEST + " characters, and one that is not blank.");
        }
        synchronized (byKey) {
            Started before = byKey.get(key);
            if (before == null) {
                before = new Started(service, options, start.run());
                byKey.put(key, before);
            } else if (!before.service().equals(service) || !before.options().equals(options)) {
                throw ApiProblem.keyReused("The key '" + key + "' started a run of service '" + before.service()
                        + "', and this request differs from that one. Use another key.");
            }
            return before.run();
        }
    }
}
