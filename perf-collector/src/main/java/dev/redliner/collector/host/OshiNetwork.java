package dev.redliner.collector.host;

import dev.redliner.contracts.sample.HostMetrics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.NetworkIF;

/** By OSHI, reads the network interfaces except loopback. The list of interfaces is refreshed once a minute. */
final class OshiNetwork {
    private final HardwareAbstractionLayer hardware;
    private final MinuteClock relist = new MinuteClock();
    private List<NetworkIF> interfaces = List.of();

    OshiNetwork(HardwareAbstractionLayer hardware) {
        this.hardware = hardware;
    }

    void read(Found into) {
        if (relist.isDue(into.nanos())) {
            interfaces = hardware.getNetworkIFs();
        } else {
            interfaces.forEach(NetworkIF::updateAttributes);
        }
        into.counter(HostMetrics.NET_RX_BYTES, sum(NetworkIF::getBytesRecv));
        into.counter(HostMetrics.NET_TX_BYTES, sum(NetworkIF::getBytesSent));
        into.counter(HostMetrics.NET_ERRORS, sum(each -> each.getInErrors() + each.getOutErrors()));
        into.counter(HostMetrics.NET_DROPS, sum(NetworkIF::getInDrops));
    }

    private double sum(ToDoubleFunction<NetworkIF> value) {
        return interfaces.stream().mapToDouble(value).sum();
    }
}
