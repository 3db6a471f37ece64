package dev.redliner.testbench.deploy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The containers' network on this machine. Each container has its own loopback address, such as 127.83.12.4, so every
 * port stays as it is in docker-compose.yml, and two containers may use the same port. Services that run elsewhere
 * (Kafka, PostgreSQL) keep their own address and port instead.
 */
final class LoopbackNetwork {
    private final String prefix;
    private final Map<String, String> addresses = new HashMap<>();
    private final Map<String, String> elsewhere;

    /**
     * @param seed networks of different seeds rarely overlap
     * @param names of the containers
     * @param elsewhere address and port on this machine, by name and port in the network
     */
    LoopbackNetwork(long seed, List<String> names, Map<String, String> elsewhere) {
        this.prefix = "127." + (1 + Math.floorMod(seed, 250)) + "." + Math.floorMod(seed / 250, 250) + ".";
        this.elsewhere = Map.copyOf(elsewhere);
        for (String name : names) {
            addresses.put(name, prefix + (addresses.size() + 1));
        }
    }

    String address(String container) {
        return addresses.get(container);
    }

    /**
     * Translates a text of a container's configuration for this machine: names, loopback and wildcard become addresses.
     */
    String translate(String text, String container) {
        String own = address(container);
        String translated = replace(replace(text, "127.0.0.1", own), "0.0.0.0", own);
        for (var other : elsewhere.entrySet()) {
            translated = replace(translated, other.getKey(), other.getValue());
        }
        return hosts().matcher(translated).replaceAll(found -> addresses.get(found.group()));
    }

    private static String replace(String text, String whole, String by) {
        return Pattern.compile("(?<![\\w.-])" + Pattern.quote(whole) + "(?![\\w.-]|/\\d)")
                .matcher(text)
                .replaceAll(Matcher.quoteReplacement(by));
    }

    /** Matches names only where a host is meant: with a port, in a URL, or as an address in Envoy's file. */
    private Pattern hosts() {
        String names = addresses.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|", "(?:", ")"));
        return Pattern.compile(
                "(?<![\\w./-])" + names + "(?=:\\d)|(?<=//)" + names + "(?=[:/]|$)|(?<=address: )" + names + "(?=\\s)");
    }
}
