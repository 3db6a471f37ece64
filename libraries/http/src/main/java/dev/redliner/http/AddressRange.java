package dev.redliner.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * A range of IP addresses, such as {@code 10.0.0.0/8} or {@code ::1/128}. An IPv4-mapped IPv6 address counts as the
 * IPv4 address that it represents.
 */
public final class AddressRange {
    private final String text;
    private final byte[] network;
    private final int prefixBits;

    private AddressRange(String text, byte[] network, int prefixBits) {
        this.text = text;
        this.network = network;
        this.prefixBits = prefixBits;
    }

    /**
     * Parses CIDR notation.
     *
     * @throws IllegalArgumentException if the text is not an address and a prefix length; names are not resolved
     */
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? "" : text.substring(0, slash);
        if (!address.matches("\\d+\\.\\d+\\.\\d+\\.\\d+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")) {
            throw new IllegalArgumentException("'" + text + "' is not an address range such as 10.0.0.0/8");
        }
        try {
            byte[] network = InetAddress.getByName(address).getAddress();
            int prefixBits = Integer.parseInt(text.substring(slash + 1));
            if (prefixBits < 0 || prefixBits > network.length * 8) {
                throw new IllegalArgumentException("prefix length of '" + text + "' is out of range");
            }
            return new AddressRange(text, network, prefixBits);
        } catch (UnknownHostException | NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not an address range such as 10.0.0.0/8", e);
        }
    }

    /** Whether the range contains the address. */
    public boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != network.length) {
            return false;
        }
        int wholeBytes = prefixBits / 8;
        if (!Arrays.equals(bytes, 0, wholeBytes, network, 0, wholeBytes)) {
            return false;
        }
        int restBits = prefixBits % 8;
        return restBits == 0 || ((bytes[wholeBytes] ^ network[wholeBytes]) & 0xff) >> (8 - restBits) == 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
