package dev.redliner.standalone.restore;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.Share;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The pools of a journal, by name. One whose definition cannot be read hides no other one, and its lease is ended too. */
final class StoredPools {
    private final Map<String, Pool> readable = new TreeMap<>();
    private final Map<String, String> unreadable = new TreeMap<>();

    /**
     * The later one of a name holds, unless it cannot be read.
     *
     * @param pool null if it cannot be read
     * @param problem why
     */
    void add(String name, @Nullable Pool pool, String problem) {
        if (pool != null) {
            readable.put(name, pool);
            unreadable.remove(name);
        } else if (!readable.containsKey(name)) {
            unreadable.put(name, problem);
        }
    }

    Map<String, Pool> readable() {
        return readable;
    }

    Set<String> names() {
        var names = new TreeSet<>(readable.keySet());
        names.addAll(unreadable.keySet());
        return names;
    }

    /** Whether its pool can be read or not. */
    Share baseline(String name) {
        Pool pool = readable.get(name);
        return pool == null ? new Share(0) : pool.baselineShare();
    }

    /** For a person; empty if all can be read. */
    String problems() {
        return unreadable.entrySet().stream()
                .map(it -> ". The definition of " + it.getKey() + " cannot be read: " + it.getValue())
                .collect(Collectors.joining());
    }
}
