package dev.redliner.collector.envoy;

import dev.redliner.collector.fetch.Target;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.ReadFailed;
import java.net.URI;

/**
 * The admin pages of one Envoy.
 *
 * @param address such as {@code http://127.0.0.1:9901}, with or without a trailing slash
 * @param targets creates the targets of the pages
 */
public record EnvoyAdmin(URI address, Targets targets) {
    /**
     * @param path path of the page with its query, such as {@code /stats?format=json}
     * @param accept the media type to request
     * @throws ReadFailed if the address cannot be read from
     */
    public Target page(String path, String accept) throws ReadFailed {
        return targets.target(URI.create(address.toString().replaceAll("/+$", "") + path), accept);
    }

    Target json(String path) throws ReadFailed {
        return page(path, "application/json");
    }

    /** @throws ReadFailed if the address cannot be read from */
    public NodeId nodeId() throws ReadFailed {
        return new NodeId(json("/server_info"));
    }
}
