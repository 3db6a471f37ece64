package dev.redliner.redirector;

import static org.awaitility.Awaitility.await;

import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.EnvoyState.State;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.redirector.bootstrap.BootstrapRequest;
import dev.redliner.redirector.bootstrap.EnvoyBootstrap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of a real Envoy with a redirector and a pool of two hosts: the SUT and a peer. */
abstract class PoolOfTwo {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    Upstream sut;
    Upstream peer;
    RedirectorUnderTest redirector;
    int listenPort;
    int adminPort;

    @BeforeEach
    void start() throws IOException {
        sut = new Upstream("sut");
        peer = new Upstream("peer");
        redirector = new RedirectorUnderTest();
        listenPort = EnvoyProcess.freePort();
        adminPort = EnvoyProcess.freePort();
    }

    @AfterEach
    void stop() {
        redirector.close();
        sut.close();
        peer.close();
    }

    Pool pool(Tier tier, Mode mode) {
        return Samples.pool("checkout", tier, mode, listenPort, sut.port(), peer.port());
    }

    String bootstrap(Pool pool) {
        return bootstrap(pool, false);
    }

    String bootstrap(Pool pool, boolean tls) {
        return EnvoyBootstrap.yaml(
                pool, new BootstrapRequest("envoy-1", "127.0.0.1", redirector.port(), adminPort, listenPort, tls));
    }

    /** An Envoy that serves and has confirmed the baseline. */
    EnvoyProcess envoy(Pool pool) throws IOException {
        return envoy(pool, bootstrap(pool));
    }

    EnvoyProcess envoy(Pool pool, String bootstrap) throws IOException {
        redirector.declare(pool);
        EnvoyProcess envoy = EnvoyProcess.start(bootstrap, adminPort, listenPort, folder);
        await().atMost(PATIENCE).until(envoy::serving);
        await().atMost(PATIENCE).until(() -> redirector.all(pool, State.BASELINE));
        return envoy;
    }

    /** Moves a share, and waits until every Envoy applies it. */
    void shift(Pool pool, double share) {
        redirector.shift("checkout", share);
        await().atMost(PATIENCE)
                .until(() -> redirector.all(pool, State.APPLIED)
                        && redirector.envoys(pool).stream()
                                .allMatch(envoy -> envoy.acknowledged().equals(Share.ofFraction(share))));
    }
}
