package dev.redliner.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Resolves names and literal addresses to allowed addresses only. The client connects only to addresses that this class
 * returns, so a name that resolves differently a moment later cannot bypass the list.
 */
final class AllowListedDns implements DnsResolver {
    private final List<AddressRange> allowed;
    private final String setting;
    private final DnsResolver resolver;

    AllowListedDns(List<AddressRange> allowed, String setting, DnsResolver resolver) {
        this.allowed = List.copyOf(allowed);
        this.setting = setting;
        this.resolver = resolver;
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] found = resolver.resolve(host);
        InetAddress[] permitted = Arrays.stream(found).filter(this::isAllowed).toArray(InetAddress[]::new);
        if (permitted.length == 0) {
            throw new Refused(host + " is at " + addresses(found) + ", which no range of " + setting + " holds");
        }
        return permitted;
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return resolver.resolveCanonicalHostname(host);
    }

    private boolean isAllowed(InetAddress address) {
        return allowed.stream().anyMatch(range -> range.contains(address));
    }

    private static String addresses(InetAddress[] found) {
        return String.join(
                ", ", Arrays.stream(found).map(InetAddress::getHostAddress).toList());
    }

    /** None of a target's addresses is allowed. */
    static final class Refused extends UnknownHostException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }
}
