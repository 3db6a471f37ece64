package dev.redliner.redirector;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.pool.WithoutUser;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Pools and orders for tests. */
public final class Samples {
    public static final Duration VALID_FOR = Duration.ofSeconds(3);
    public static final long FIRST_REVISION = 1;

    private Samples() {}

    public static Pool pool(String name) {
        return pool(name, Tier.BACK_END, EnvoySettings.Mode.FULL, 18_080, 18_081, 18_082);
    }

    public static Pool pool(String name, Tier tier, EnvoySettings.Mode mode, int listen, int sut, int peer) {
        return pool(name, tier, mode, listen, List.of(host("sut", sut)), peer);
    }

    public static Pool pool(String name, Tier tier, EnvoySettings.Mode mode, int listen, List<Host> suts, int peer) {
        return new Pool(
                name,
                tier,
                Stream.concat(suts.stream(), Stream.of(host("peer", peer))).toList(),
                suts.stream().map(Host::id).toList(),
                Share.ofFraction(0.1),
                Share.ofFraction(0.6),
                tier == Tier.FRONT_END ? "x-user-id" : null,
                new EnvoySettings(mode, "127.0.0.1", listen, List.of()));
    }

    /** A front-end pool of a SUT and a peer, whose users are named by a header or a cookie. */
    static Pool usersPool(
            EnvoySettings.Mode mode,
            int listen,
            int sut,
            int peer,
            @Nullable String header,
            @Nullable String cookie,
            WithoutUser withoutUser) {
        return new Pool(
                "checkout",
                Tier.FRONT_END,
                List.of(host("sut", sut), host("peer", peer)),
                List.of("sut"),
                Share.ofFraction(0.1),
                Share.ofFraction(0.6),
                header,
                cookie,
                withoutUser,
                new EnvoySettings(mode, "127.0.0.1", listen, List.of()),
                List.of());
    }

    public static Host host(String id, int port) {
        return new Host(id, "127.0.0.1", port, null);
    }

    /** The first record of a declared pool. */
    public static PoolRecord declared(Pool pool) {
        return PoolRecord.declared(pool, FIRST_REVISION);
    }

    public static RedirectOrder shift(String pool, long token, long sequence, double share, Instant issuedAt) {
        return shift(pool, token, sequence, share, issuedAt, FIRST_REVISION);
    }

    public static RedirectOrder shift(
            String pool, long token, long sequence, double share, Instant issuedAt, long revision) {
        return new RedirectOrder(
                pool,
                "run-" + token,
                token,
                sequence,
                RedirectOrder.Action.SHIFT,
                Share.ofFraction(share),
                issuedAt,
                VALID_FOR,
                revision);
    }

    public static RedirectOrder restore(String pool, long token, long sequence, Instant issuedAt) {
        return new RedirectOrder(
                pool,
                "run-" + token,
                token,
                sequence,
                RedirectOrder.Action.RESTORE,
                Share.ofFraction(0.1),
                issuedAt,
                VALID_FOR,
                RedirectOrder.ANY_REVISION);
    }
}
