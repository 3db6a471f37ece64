package dev.redliner.collector.host;

import dev.redliner.contracts.sample.HostMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.NetworkIF;

/** By OSHI, reads the network interfaces except loopback. The list of interfaces is refreshed once a minute. */
final class OshiNetwork {
    private static final Duration RELIST = Duration.ofMinutes(1);

    private final HardwareAbstractionLayer hardware;
    private List<NetworkIF> interfaces = List.of();
    private @Nullable Instant listedAt;

    OshiNetwork(HardwareAbstractionLayer hardware) {
        this.hardware = hardware;
    }

    void read(Instant at, Found into) {
        if (listedAt == null || at.isAfter(listedAt.plus(RELIST))) {
            interfaces = hardware.getNetworkIFs();
            listedAt = at;
        } else {
            interfaces.forEach(NetworkIF::updateAttributes);
        }
        double rxBytes = 0;
        double txBytes = 0;
        double errors = 0;
        double drops = 0;
        for (NetworkIF each : interfaces) {
            rxBytes += each.getBytesRecv();
            txBytes += each.getBytesSent();
            errors += each.getInErrors() + each.getOutErrors();
            drops += each.getInDrops();
        }
        into.counters().put(HostMetrics.NET_RX_BYTES, rxBytes);
        into.counters().put(HostMetrics.NET_TX_BYTES, txBytes);
        into.counters().put(HostMetrics.NET_ERRORS, errors);
        into.counters().put(HostMetrics.NET_DROPS, drops);
    }
}
