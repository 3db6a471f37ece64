package dev.redliner.contracts;

/** The Kafka topics. Every record is keyed by pool, so that one instance holds all data of a run. */
public final class Topics {
    /** {@link dev.redliner.contracts.pool.PoolRecord}, JSON, compacted; the higher revision of a pool applies. */
    public static final String POOLS = "redliner.pools";

    /** {@link dev.redliner.contracts.sample.SampleBatch}, protobuf. */
    public static final String SAMPLES = "redliner.samples";

    /**
     * {@link dev.redliner.contracts.traffic.EnvoyMinute}, protobuf: requests by second at each Envoy, always recorded.
     */
    public static final String COUNTS = "redliner.counts";

    /**
     * {@link dev.redliner.contracts.traffic.TrafficMinute}, protobuf: requests by second of each pool, always recorded.
     */
    public static final String TRAFFIC = "redliner.traffic";

    /** {@link dev.redliner.contracts.watch.Watch}, JSON. */
    public static final String WATCHES = "redliner.watches";

    /** {@link dev.redliner.contracts.verdict.Verdict}, JSON. */
    public static final String VERDICTS = "redliner.verdicts";

    /** {@link dev.redliner.contracts.redirect.RedirectOrder}, JSON. */
    public static final String REDIRECTS = "redliner.redirects";

    /** {@link dev.redliner.contracts.redirect.RedirectReport}, JSON. */
    public static final String ACKS = "redliner.acks";

    /** Events of runs, restores and the safety lever for other programs: CloudEvents 1.0, JSON. */
    public static final String EVENTS_OUT = "redliner.events.out";

    /** Announcements of deploys by other programs: CloudEvents 1.0, in structured or binary mode. */
    public static final String EVENTS_IN = "redliner.events.in";

    private Topics() {}
}
