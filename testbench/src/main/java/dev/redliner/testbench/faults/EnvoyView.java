package dev.redliner.testbench.faults;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An Envoy's own view of a pool, read from its admin page. */
public final class EnvoyView {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern NUMERATOR = Pattern.compile("number_value: ([0-9.e+]+)");
    private static final String OURS = "redliner";

    private final URI admin;
    private final String pool;

    /** @param admin address of the Envoy's admin page, such as {@code http://127.0.0.1:9901} */
    public EnvoyView(URI admin, String pool) {
        this.admin = admin;
        this.pool = pool;
    }

    /**
     * Requests that Envoy has forwarded since its start.
     *
     * @param sut to the SUT
     * @param rest to its peers
     */
    public record Counts(long sut, long rest) {
        /** The counts since an earlier reading. */
        public Counts since(Counts before) {
            return new Counts(sut - before.sut, rest - before.rest);
        }

        public long all() {
            return sut + rest;
        }

        /** The SUT's part of the requests, or NaN without requests. */
        public double share() {
            return (double) sut / all();
        }
    }

    /** The share that Redliner's own layer holds. Empty if the layer is empty, so that the baseline applies. */
    public OptionalDouble override() {
        JsonNode runtime = JSON.readTree(read("/runtime"));
        JsonNode values =
                runtime.path("entries").path("redliner." + pool + ".share").path("layer_values");
        int layer = 0;
        while (!runtime.path("layers").path(layer).asString("").equals(OURS)) {
            if (++layer > 100) {
                throw new IllegalStateException("the Envoy of pool " + pool + " has no layer of ours: " + runtime);
            }
        }
        return fraction(values.path(layer).asString(""));
    }

    private static OptionalDouble fraction(String value) {
        Matcher numerator = NUMERATOR.matcher(value);
        if (!numerator.find()) {
            return OptionalDouble.empty();
        }
        double whole = value.contains("TEN_THOUSAND") ? 10_000 : 1_000_000;
        return OptionalDouble.of(Double.parseDouble(numerator.group(1)) / whole);
    }

    /** Whether the layer of Redliner holds a share. */
    public boolean overridden() {
        return override().isPresent();
    }

    /** Sets the share in Envoy's admin layer, above all others, as an operator could do by hand. */
    public void edit(int percent) {
        edit(Integer.toString(percent));
    }

    /** @param share as Envoy's runtime has it: a percentage, a fraction in YAML, or empty to remove it */
    public void edit(String share) {
        // Envoy reads a plus as such, and not as a blank
        String value = URLEncoder.encode(share, StandardCharsets.UTF_8).replace("+", "%20");
        Web.Answer answer = Web.post(admin.resolve("/runtime_modify?redliner." + pool + ".share=" + value), "");
        if (answer.status() != 200) {
            throw new IllegalStateException("Envoy refuses: " + answer);
        }
    }

    /** The value that an operator set by hand, or empty if there is none. */
    public String edited() {
        JsonNode values = JSON.readTree(read("/runtime"))
                .path("entries")
                .path("redliner." + pool + ".share")
                .path("layer_values");
        return values.path(values.size() - 1).asString("");
    }

    /** Envoy's current counts. */
    public Counts counts() {
        String stats = read("/stats?filter=upstream_rq_total");
        return new Counts(count(stats, "sut"), count(stats, "rest"));
    }

    private long count(String stats, String cluster) {
        Matcher found = Pattern.compile("cluster\\." + pool + "-" + cluster + "\\.upstream_rq_total: (\\d+)")
                .matcher(stats);
        if (!found.find()) {
            throw new IllegalStateException("the Envoy of pool " + pool + " has no such cluster:\n" + stats);
        }
        return Long.parseLong(found.group(1));
    }

    private String read(String path) {
        Web.Answer answer = Web.get(admin.resolve(path));
        if (answer.status() != 200) {
            throw new IllegalStateException("the Envoy of pool " + pool + " does not answer: " + answer);
        }
        return answer.body();
    }
}
