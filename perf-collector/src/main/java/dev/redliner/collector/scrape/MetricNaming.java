package dev.redliner.collector.scrape;

/** The names of scraped metrics in rules. */
final class MetricNaming {
    private MetricNaming() {}

    /** {@code jvm_foo} as {@code jvm.foo}, any other {@code foo_bar} as {@code app.foo_bar}. */
    static String of(String scraped) {
        String name = identifier(scraped);
        return name.startsWith("jvm_") && name.length() > 4 ? "jvm." + name.substring(4) : "app." + name;
    }

    /** The name with a bucket's limit or a quantile, such as {@code app.x_bucket_le_0_5}. */
    static String of(String scraped, String label, String value) {
        // 1e+06 and 1e-06 must differ, and a minus becomes an underscore
        return of(scraped + "_" + label + "_" + value.replace("+", ""));
    }

    /** Rules are written in CEL, where names consist of letters, digits and underscores. */
    static String identifier(String scraped) {
        var name = new StringBuilder(scraped.length());
        for (int i = 0; i < scraped.length(); i++) {
            char c = scraped.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            name.append(plain ? c : '_');
        }
        return name.toString();
    }
}
