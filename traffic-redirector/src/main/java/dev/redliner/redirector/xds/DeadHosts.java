package dev.redliner.redirector.xds;

import com.google.protobuf.UInt32Value;
import com.google.protobuf.util.Durations;
import io.envoyproxy.envoy.config.cluster.v3.Cluster.CommonLbConfig;
import io.envoyproxy.envoy.config.cluster.v3.OutlierDetection;

/**
 * When Envoy takes a host out of rotation: if it cannot be reached, and for nothing else. A host under measurement may
 * be slow and may answer 5xx; that is the finding, and it must go on having its traffic. One that refuses connections,
 * drops them or answers nothing at all until the route's timeout has no capacity to measure, and its users are better
 * off elsewhere.
 */
final class DeadHosts {
    private static final UInt32Value NEVER = UInt32Value.of(0);
    private static final UInt32Value ALWAYS = UInt32Value.of(100);

    /** One failure may be chance; every success in between starts the count again. */
    private static final int FAILURES_IN_A_ROW = 5;

    /** How long a host is out, times how often it was; then it gets the next requests to show itself with. */
    private static final int OUT_MS = 2_000;

    private static final int OUT_AT_MOST_MS = 10_000;
    private static final int LOOK_MS = 500;

    private DeadHosts() {}

    static OutlierDetection detection() {
        return OutlierDetection.newBuilder()
                .setSplitExternalLocalOriginErrors(true)
                .setConsecutiveLocalOriginFailure(UInt32Value.of(FAILURES_IN_A_ROW))
                .setEnforcingConsecutiveLocalOriginFailure(ALWAYS)
                .setEnforcingConsecutive5Xx(NEVER)
                .setEnforcingConsecutiveGatewayFailure(NEVER)
                .setEnforcingSuccessRate(NEVER)
                .setEnforcingLocalOriginSuccessRate(NEVER)
                .setEnforcingFailurePercentage(NEVER)
                .setEnforcingFailurePercentageLocalOrigin(NEVER)
                // of one host in its tier, the one must be allowed to go
                .setMaxEjectionPercent(ALWAYS)
                .setInterval(Durations.fromMillis(LOOK_MS))
                .setBaseEjectionTime(Durations.fromMillis(OUT_MS))
                .setMaxEjectionTime(Durations.fromMillis(OUT_AT_MOST_MS))
                .build();
    }

    /**
     * By default, Envoy merges what befalls a host within a second. One that is tried again and is still dead then has
     * requests for all of that second: of 50 a second 35 to 55 failed, and 5 without merging.
     */
    static CommonLbConfig atOnce() {
        return CommonLbConfig.newBuilder().setUpdateMergeWindow(Durations.ZERO).build();
    }
}
