package dev.redliner.collector.envoy;

import dev.redliner.collector.fetch.Targets;
import dev.redliner.contracts.pool.EnvoySettings;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where an Envoy is read.
 *
 * @param uri its admin address, or the address of its page of statistics
 * @param node of a page of statistics the node id of its Envoy, which is not on the page; otherwise empty
 */
public record EnvoyAddress(URI uri, String node) {
    /** @param uri such as {@code http://127.0.0.1:9901}, with or without a trailing slash */
    public static EnvoyAddress admin(URI uri) {
        return new EnvoyAddress(uri, "");
    }

    /** All addresses of the Envoys of a pool. */
    public static List<EnvoyAddress> of(EnvoySettings settings) {
        return Stream.concat(
                        settings.admins().stream().map(EnvoyAddress::admin),
                        settings.statistics().stream().map(each -> new EnvoyAddress(each.page(), each.node())))
                .toList();
    }

    /** Host and port, and of a page the node id of its Envoy, because several pages can be behind one port. */
    public String name() {
        return node.isEmpty() ? uri.getAuthority() : uri.getAuthority() + "/" + node;
    }

    /** The pages of the Envoy. */
    public EnvoyPages pages(Targets targets) {
        return node.isEmpty() ? new AdminPages(uri, targets) : new StatisticsPages(uri, node, targets);
    }
}
