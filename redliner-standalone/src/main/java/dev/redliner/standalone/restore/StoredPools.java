package dev.redliner.standalone.restore;

import dev.redliner.contracts.pool.Pool;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The pools of a journal, by name. A pool whose definition cannot be read does not hide the others, and its lease is
 * ended too.
 */
final class StoredPools {
    private final Map<String, Pool> readable = new TreeMap<>();
    private final Map<String, String> unreadable = new TreeMap<>();

    /**
     * Adds a pool. The later entry of a name replaces the earlier one, unless the later one cannot be read.
     *
     * @param pool null if it cannot be read
     * @param problem the reason why it cannot be read
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

    /** The problems as text for a person, or empty if all pools can be read. */
    String problems() {
        return unreadable.entrySet().stream()
                .map(it -> ". The definition of " + it.getKey() + " cannot be read: " + it.getValue())
                .collect(Collectors.joining());
    }
}
