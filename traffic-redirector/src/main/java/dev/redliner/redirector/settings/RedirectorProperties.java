package dev.redliner.redirector.settings;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the redirector.
 *
 * @param id name of this replica in its reports; empty: the machine's name and the xDS port
 * @param ttl how long an Envoy holds an override without a renewal
 * @param maxValidity the longest validity that an order may have; orders with a longer validity are rejected. Twice
 *     this value plus the TTL is at most the promised 30 s: the delivery of an order may take as long as its validity,
 *     because a clock offset of up to its validity is allowed
 * @param readBack how far back orders are read on start, to restore the highest fencing tokens
 * @param xds the address at which Envoys connect
 * @param tls mutual TLS for Envoys; null: plaintext
 */
@ConfigurationProperties("redliner.redirector")
public record RedirectorProperties(
        @DefaultValue("") String id,
        @DefaultValue("3s") Duration ttl,
        @DefaultValue("10s") Duration maxValidity,
        @DefaultValue("10m") Duration readBack,
        @DefaultValue Xds xds,
        @Nullable Tls tls) {
    private static final Duration SHORTEST_TTL = Duration.ofMillis(300);
    private static final Duration SHORTEST_VALIDITY = Duration.ofSeconds(1);
    /** A share ends within this time if all parts that renew it die. */
    private static final Duration PROMISED = Duration.ofSeconds(30);

    public RedirectorProperties {
        if (ttl.compareTo(SHORTEST_TTL) < 0) {
            throw new IllegalArgumentException("redliner.redirector.ttl " + ttl + " is below " + SHORTEST_TTL);
        }
        if (maxValidity.compareTo(SHORTEST_VALIDITY) < 0) {
            throw new IllegalArgumentException(
                    "redliner.redirector.max-validity " + maxValidity + " is below " + SHORTEST_VALIDITY);
        }
        Duration most = PROMISED.minus(ttl).dividedBy(2);
        if (maxValidity.compareTo(most) > 0) {
            throw new IllegalArgumentException(tooLong(ttl, maxValidity, most));
        }
        if (readBack.compareTo(maxValidity) < 0) {
            throw new IllegalArgumentException("redliner.redirector.read-back " + readBack
                    + " is below redliner.redirector.max-validity " + maxValidity);
        }
    }

    private static String tooLong(Duration ttl, Duration maxValidity, Duration most) {
        String value = most.compareTo(SHORTEST_VALIDITY) < 0
                ? "redliner.redirector.ttl to " + PROMISED.minus(maxValidity.multipliedBy(2)) + " or less"
                : "redliner.redirector.max-validity to " + most + " or less";
        return "redliner.redirector.ttl " + ttl + " and twice redliner.redirector.max-validity " + maxValidity
                + " are above the promised " + PROMISED + ": set " + value;
    }

    /**
     * The address at which Envoys connect.
     *
     * @param address the address to listen on
     * @param port the port to listen on; 0 takes a free one
     */
    public record Xds(@DefaultValue("127.0.0.1") String address, @DefaultValue("8779") int port) {
        public Xds {
            if (port < 0 || port > 65_535) {
                throw new IllegalArgumentException("redliner.redirector.xds.port " + port);
            }
        }
    }

    /**
     * Mutual TLS for Envoys. Set all three files, or none.
     *
     * @param cert this server's certificate chain, PEM
     * @param key private key of the certificate, PEM, PKCS 8
     * @param clientCa the CA that must have signed the certificates of Envoys, PEM
     */
    public record Tls(Path cert, Path key, Path clientCa) {
        @SuppressWarnings("ConstantValue") // binding passes null for a missing property
        public Tls {
            if (cert == null || key == null || clientCa == null) {
                throw new IllegalArgumentException(
                        "redliner.redirector.tls needs cert, key and client-ca: without a client CA anybody could connect");
            }
        }
    }
}
