package dev.redliner.collector.envoy;

import dev.redliner.collector.fetch.Target;
import dev.redliner.collector.sample.ReadFailed;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The node id under which an Envoy connects to its redirector. Its page {@code /server_info} is long, so it is read at
 * the start, after each restart of the Envoy, and once a minute. Until the id is available the Envoy counts as not
 * read, because its counts could not be distinguished from those of another Envoy.
 */
public final class NodeId implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration READ_EVERY = Duration.ofMinutes(1);
    private static final int LONGEST = 500;

    private final @Nullable Target info;
    private @Nullable Instant readAt;
    private volatile String id;

    private NodeId(@Nullable Target info, String id) {
        this.info = info;
        this.id = id;
    }

    /** @param info the page {@code /server_info} */
    static NodeId on(Target info) {
        return new NodeId(info, "");
    }

    /** An id that is configured, and is not read. */
    static NodeId known(String id) {
        return new NodeId(null, id);
    }

    /** The id; empty if it has not been read yet. May be called by any thread. */
    public String id() {
        return id;
    }

    /**
     * Reads the id if that is due.
     *
     * @param restarted whether another process answers now
     * @throws ReadFailed if the id is unknown, or may have changed
     */
    public void read(Instant at, boolean restarted, Duration limit) throws ReadFailed {
        if (info == null) {
            return;
        }
        boolean needed = id.isEmpty() || restarted;
        if (needed || readAt == null || Duration.between(readAt, at).abs().compareTo(READ_EVERY) >= 0) {
            try {
                id = of(info.get(limit));
                readAt = at;
            } catch (ReadFailed e) {
                if (needed) {
                    id = "";
                    throw e;
                }
            }
        }
    }

    static String of(String json) throws ReadFailed {
        String id;
        try {
            id = JSON.readTree(json).path("node").path("id").asString("");
        } catch (JacksonException e) {
            throw new ReadFailed("/server_info is not JSON: " + e.getOriginalMessage(), e);
        }
        if (id.isBlank() || id.length() > LONGEST) {
            throw new ReadFailed("/server_info names no node id of 1 to " + LONGEST + " characters");
        }
        return id;
    }

    @Override
    public void close() {
        if (info != null) {
            info.close();
        }
    }
}
