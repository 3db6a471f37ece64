package dev.redliner.redirector.xds;

import com.google.protobuf.UInt32Value;
import com.google.protobuf.util.Durations;
import io.envoyproxy.envoy.config.cluster.v3.Cluster.CommonLbConfig;
import io.envoyproxy.envoy.config.cluster.v3.OutlierDetection;

/**
 * The conditions under which Envoy ejects a host: only if the host cannot be reached. A host under measurement may be
 * slow and may answer 5xx; that behavior is the subject of the measurement, and the host must keep its traffic. A host
 * that refuses connections, drops them or does not answer at all until the route's timeout has no capacity to measure,
 * and other hosts serve its users better.
 */
final class DeadHosts {
    private static final UInt32Value NEVER = UInt32Value.of(0);
    private static final UInt32Value ALWAYS = UInt32Value.of(100);

    /** A single failure may be chance; every success restarts the count. */
    private static final int FAILURES_IN_A_ROW = 5;

    /**
     * Duration of an ejection, multiplied by the number of ejections. After it the host is tested with the next
     * requests.
     */
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
                // if a tier has only one host, that host must be ejectable too
                .setMaxEjectionPercent(ALWAYS)
                .setInterval(Durations.fromMillis(LOOK_MS))
                .setBaseEjectionTime(Durations.fromMillis(OUT_MS))
                .setMaxEjectionTime(Durations.fromMillis(OUT_AT_MOST_MS))
                .build();
    }

    /**
     * By default, Envoy merges the changes of a host within one second. A host that is tried again and is still dead
     * then receives requests for all of that second: at 50 requests per second 35 to 55 failed, and 5 failed without
     * merging.
     */
    static CommonLbConfig atOnce() {
        return CommonLbConfig.newBuilder().setUpdateMergeWindow(Durations.ZERO).build();
    }
}
