package dev.redliner.service;

import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Host;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/** Reads one entry of {@code pool.hosts}: {@code id}, {@code id=address:port} or a mapping. */
final class HostEntry {
    private static final String FORM = "write id=address:port, such as checkout-1=10.0.0.1:8080";

    private HostEntry() {}

    static Optional<Host> read(YamlValue value, Mode mode) {
        Optional<Host> host = value.isMap() ? mapped(value) : value.text(FORM).flatMap(text -> plain(value, text));
        if (mode == Mode.FULL) {
            host.filter(it -> !it.reachable())
                    .ifPresent(it -> value.problem(
                            "host '" + it.id() + "' has no address", FORM + ", or envoy: {mode: runtime-only}"));
        }
        return host;
    }

    private static Optional<Host> plain(YamlValue value, String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return host(value, text, Optional.empty(), Optional.empty());
        }
        Optional<SocketAddress> address = SocketAddress.parse(text.substring(equals + 1));
        if (address.isEmpty()) {
            value.problem("'" + text.substring(equals + 1) + "' is not address:port", FORM);
            return Optional.empty();
        }
        return host(value, text.substring(0, equals), address, Optional.empty());
    }

    private static Optional<Host> mapped(YamlValue value) {
        Optional<YamlMap> map = value.map(Set.of("id", "address", "metrics"), FORM);
        Optional<String> id = map.flatMap(it -> it.required("id", "a name that is unique in the pool"))
                .flatMap(it -> it.text("such as checkout-1"));
        Optional<SocketAddress> address = map.flatMap(it -> it.value("address"))
                .flatMap(it -> it.parsed(SocketAddress::parse, "address:port", "such as 10.0.0.1:8080"));
        Optional<URI> metrics = map.flatMap(it -> it.value("metrics")).flatMap(YamlValue::httpUri);
        return id.flatMap(it -> host(value, it, address, metrics));
    }

    private static Optional<Host> host(
            YamlValue value, String id, Optional<SocketAddress> address, Optional<URI> metrics) {
        if (!id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
            value.problem("'" + id + "' is not a host id", "letters, digits, '.', '_' and '-'; " + FORM);
            return Optional.empty();
        }
        return Optional.of(new Host(
                id,
                address.map(SocketAddress::host).orElse(""),
                address.map(SocketAddress::port).orElse(0),
                metrics.orElse(null)));
    }
}
