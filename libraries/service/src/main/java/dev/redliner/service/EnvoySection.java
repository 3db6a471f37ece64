package dev.redliner.service;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.EnvoySettings.Mode;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the section {@code envoy:}. */
final class EnvoySection {
    private static final SocketAddress DEFAULT_LISTEN = new SocketAddress("127.0.0.1", 8780);
    private static final EnvoySettings DEFAULT =
            new EnvoySettings(Mode.FULL, DEFAULT_LISTEN.host(), DEFAULT_LISTEN.port(), List.of());
    private static final Map<String, Mode> MODES = Map.of("full", Mode.FULL, "runtime-only", Mode.RUNTIME_ONLY);

    private EnvoySection() {}

    static EnvoySettings read(Optional<YamlValue> value) {
        return value.flatMap(it -> it.map(Set.of("mode", "listen", "admin"), "such as {mode: runtime-only}"))
                .map(EnvoySection::read)
                .orElse(DEFAULT);
    }

    private static EnvoySettings read(YamlMap map) {
        Mode mode = map.value("mode").flatMap(it -> it.oneOf(MODES)).orElse(Mode.FULL);
        Optional<YamlValue> listen = map.value("listen");
        Optional<SocketAddress> address =
                listen.flatMap(it -> it.parsed(SocketAddress::parse, "address:port", "such as 127.0.0.1:8780"));
        List<URI> admins = map
                .value("admin")
                .flatMap(it -> it.list(true, "such as [http://127.0.0.1:8781]"))
                .orElse(List.of())
                .stream()
                .flatMap(it -> it.httpUri().stream())
                .toList();
        return switch (mode) {
            case FULL -> {
                SocketAddress at = address.orElse(DEFAULT_LISTEN);
                yield new EnvoySettings(mode, at.host(), at.port(), admins);
            }
            case RUNTIME_ONLY -> {
                listen.ifPresent(it -> it.problem("in mode runtime-only Redliner owns no listener", "leave it out"));
                yield new EnvoySettings(mode, "", 0, admins);
            }
        };
    }
}
