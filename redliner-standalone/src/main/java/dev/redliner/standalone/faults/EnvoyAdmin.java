package dev.redliner.standalone.faults;

import java.net.URI;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an Envoy itself says of a pool, asked at its admin page. */
public final class EnvoyAdmin {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern NUMERATOR = Pattern.compile("number_value: ([0-9.e+]+)");
    private static final String OURS = "redliner";

    private final URI admin;
    private final String pool;

    EnvoyAdmin(URI admin, String pool) {
        this.admin = admin;
        this.pool = pool;
    }

    /**
     * Requests that Envoy sent on since it started.
     *
     * @param sut to the SUT
     * @param rest to its peers
     */
    public record Counts(long sut, long rest) {
        /** What came after these. */
        public Counts since(Counts before) {
            return new Counts(sut - before.sut, rest - before.rest);
        }

        public long all() {
            return sut + rest;
        }

        /** The SUT's part; NaN of nothing. */
        public double share() {
            return (double) sut / all();
        }
    }

    /** The share that Redliner's own layer holds; empty if it holds none, so that the static baseline is in force. */
    public OptionalDouble override() {
        JsonNode runtime = JSON.readTree(read("/runtime"));
        JsonNode values =
                runtime.path("entries").path("redliner." + pool + ".share").path("layer_values");
        if (values.isMissingNode()) {
            throw new IllegalStateException("the Envoy of pool " + pool + " has no share: " + runtime);
        }
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

    /** Whether it holds a share of ours. */
    public boolean overridden() {
        return override().isPresent();
    }

    /** Does what an operator may do by hand: sets the share in Envoy's own layer, above all others. */
    public void edit(int percent) {
        Web.Answer answer = Web.post(admin.resolve("/runtime_modify?redliner." + pool + ".share=" + percent), "");
        if (answer.status() != 200) {
            throw new IllegalStateException("Envoy refuses: " + answer);
        }
    }

    /** What an operator set by hand; empty if nothing. */
    public String edited() {
        JsonNode values = JSON.readTree(read("/runtime"))
                .path("entries")
                .path("redliner." + pool + ".share")
                .path("layer_values");
        return values.path(values.size() - 1).asString("");
    }

    /** What it has counted. */
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
