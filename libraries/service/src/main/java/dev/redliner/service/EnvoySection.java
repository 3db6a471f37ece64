package dev.redliner.service;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.EnvoySettings.StatisticsPage;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the section {@code envoy:}. */
final class EnvoySection {
    private static final SocketAddress DEFAULT_LISTEN = new SocketAddress("127.0.0.1", 8780);
    private static final EnvoySettings DEFAULT =
            new EnvoySettings(Mode.FULL, DEFAULT_LISTEN.host(), DEFAULT_LISTEN.port(), List.of());
    private static final Map<String, Mode> MODES = Map.of("full", Mode.FULL, "runtime-only", Mode.RUNTIME_ONLY);

    private static final String ENTRY = "{page: http://10.0.0.7:15090/stats/prometheus, node: edge-1}";
    private static final String PAGE = "such as " + ENTRY;
    private static final String PAGES = "such as [" + ENTRY + "]";

    private EnvoySection() {}

    /** @param stored whether the text was accepted before: an Envoy that it lists twice is then read once */
    static EnvoySettings read(Optional<YamlValue> value, boolean stored) {
        return value.flatMap(
                        it -> it.map(Set.of("mode", "listen", "admin", "statistics"), "such as {mode: runtime-only}"))
                .map(map -> read(map, stored))
                .orElse(DEFAULT);
    }

    private static EnvoySettings read(YamlMap map, boolean stored) {
        Mode mode = map.value("mode").flatMap(it -> it.oneOf(MODES)).orElse(Mode.FULL);
        Optional<YamlValue> listen = map.value("listen");
        Optional<SocketAddress> address =
                listen.flatMap(it -> it.parsed(SocketAddress::parse, "address:port", "such as 127.0.0.1:8780"));
        List<URI> admins = admins(map, stored);
        List<StatisticsPage> statistics = statistics(map);
        return switch (mode) {
            case FULL -> {
                SocketAddress at = address.orElse(DEFAULT_LISTEN);
                yield new EnvoySettings(mode, at.host(), at.port(), admins, statistics);
            }
            case RUNTIME_ONLY -> {
                listen.ifPresent(it -> it.problem("in mode runtime-only Redliner owns no listener", "leave it out"));
                yield new EnvoySettings(mode, "", 0, admins, statistics);
            }
        };
    }

    /** The requests of an Envoy that is listed twice would count twice. */
    private static List<URI> admins(YamlMap map, boolean stored) {
        List<URI> admins = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (YamlValue item : map.value("admin")
                .flatMap(it -> it.list(true, "such as [http://127.0.0.1:8781]"))
                .orElse(List.of())) {
            item.httpUri().ifPresent(admin -> {
                if (seen.add(comparable(admin))) {
                    admins.add(admin);
                } else if (!stored) {
                    item.problem("the address '" + admin + "' is there twice", "each Envoy once");
                }
            });
        }
        return List.copyOf(admins);
    }

    /** The same for two notations of one address: with and without a slash at the end, in upper and in lower case. */
    private static String comparable(URI address) {
        String server = address.getScheme() + "://" + address.getRawAuthority().toLowerCase(Locale.ROOT);
        return server + address.getRawPath().replaceFirst("/+$", "");
    }

    /** The requests of an Envoy that is listed twice would count twice. Two Envoys with one id are indistinguishable. */
    private static List<StatisticsPage> statistics(YamlMap map) {
        Map<String, StatisticsPage> byNode = new LinkedHashMap<>();
        Set<URI> pages = new HashSet<>();
        for (YamlValue item :
                map.value("statistics").flatMap(it -> it.list(false, PAGES)).orElse(List.of())) {
            item.map(Set.of("page", "node"), PAGE).flatMap(EnvoySection::page).ifPresent(read -> {
                if (byNode.putIfAbsent(read.node(), read) != null) {
                    item.problem("node '" + read.node() + "' is there twice", "each Envoy once, with an id of its own");
                }
                if (!pages.add(read.page())) {
                    item.problem(
                            "page '" + read.page() + "' is there twice", "each Envoy once, with a page of its own");
                }
            });
        }
        return List.copyOf(byNode.values());
    }

    private static Optional<StatisticsPage> page(YamlMap map) {
        Optional<URI> page = map.required("page", PAGE).flatMap(YamlValue::httpUri);
        Optional<String> node =
                map.required("node", PAGE).flatMap(it -> it.text("the id in the Envoy's bootstrap, such as edge-1"));
        return page.flatMap(uri -> node.flatMap(id -> map.self().built(() -> new StatisticsPage(uri, id), PAGE)));
    }
}
