package dev.redliner.testbench.benchmark;

import dev.redliner.contracts.pool.Tier;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A third-party server program with a page to measure. The folder of the service contains {@code service.json} and the
 * program {@code host}, which starts one host in the foreground.
 *
 * @param name of the service
 * @param needs the software that must be installed, for a message
 * @param path of the page
 * @param limitMillis the p99 that the page must keep
 * @param hosts number of hosts in the pool
 * @param poolRps traffic of the pool, requests per second
 * @param roughRedline approximate redline of one host, requests per second; the steady runs for its truth begin there
 */
record RealService(
        String name, String needs, String path, int limitMillis, int hosts, double poolRps, double roughRedline) {
    /** Fraction of a host's requests that may fail. */
    static final double ALLOWED_ERRORS = 0.005;

    static final double ALLOWED_SLOW = 0.01;

    RealService {
        require(name != null && name.matches("[a-z0-9-]{1,40}"), "name", "a name of small letters and digits");
        require(needs != null && !needs.isBlank(), "needs", "what must be installed");
        require(path != null && path.startsWith("/"), "path", "a path such as /page.jsp");
        require(limitMillis > 0, "limitMillis", "above 0");
        // the bins of Envoy's histograms begin at numbers of two digits
        require(hasTwoDigits(limitMillis), "limitMillis", "a number of at most two digits and zeros, such as 250");
        require(hosts >= 2 && hosts <= 20, "hosts", "2 to 20");
        require(poolRps > 0, "poolRps", "above 0");
        require(roughRedline > 0, "roughRedline", "above 0");
    }

    private static boolean hasTwoDigits(int number) {
        return number < 100 || number % 10 == 0 && hasTwoDigits(number / 10);
    }

    private static void require(boolean holds, String field, String right) {
        if (!holds) {
            throw new IllegalArgumentException(field + " must be " + right);
        }
    }

    /**
     * Reads the folder of a service.
     *
     * @throws IllegalArgumentException if {@code service.json} is missing or wrong; the message names the field
     */
    static RealService of(Path folder) {
        Path file = folder.resolve("service.json");
        try {
            if (!Files.isExecutable(folder.resolve("host"))) {
                throw new IllegalArgumentException("there is no executable " + folder.resolve("host"));
            }
            return JsonMapper.builder().build().readValue(Files.readString(file), RealService.class);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(file + ": " + e.getOriginalMessage(), e);
        }
    }

    /** The service file, as a user would write it. */
    String yaml(List<Integer> ports, int listenPort, URI admin, Tier tier) {
        String entries = IntStream.range(0, ports.size())
                .mapToObj(i -> "h" + (i + 1) + "=127.0.0.1:" + ports.get(i))
                .collect(Collectors.joining(", ", "[", "]"));
        return String.format(
                Locale.ROOT,
                """
                service: %s
                tier: %s
                pool: {hosts: %s, sut: h1, baselineShare: 1/%d, maxShare: 80%%}
                envoy: {mode: full, listen: "127.0.0.1:%d", admin: ["%s"]}
                rules:
                  - id: slo
                    pass: latency.p99 <= duration("%dms") && error_rate <= percent(%s)
                    window: 10s
                    onFail: back-off
                limits: {harmBudget: 3%%, unknownFor: 30s, peersMayGrow: 60%%, restartsUnseen: accept}
                """,
                name,
                tier == Tier.BACK_END ? "back-end" : "front-end",
                entries,
                hosts,
                listenPort,
                admin,
                limitMillis,
                100 * ALLOWED_ERRORS);
    }
}
