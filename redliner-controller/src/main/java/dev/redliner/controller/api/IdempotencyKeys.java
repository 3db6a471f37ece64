package dev.redliner.controller.api;

import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which run was started with a client's key, so that a repeated request starts no other run. Only the newest
 * keys are kept, and only in memory. A restart clears them, but the lock of the pool then still refuses a second run.
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
     * The run for this key; starts a run if the key is new. A refusal is not stored. Only one start happens at a time:
     * two requests with the same key must not both start a run.
     *
     * @param key null: always starts a run
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
