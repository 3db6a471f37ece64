package dev.redliner.controller.access.oidc;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import dev.redliner.controller.access.ProviderRefusal;
import java.net.MalformedURLException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The public keys of the identity provider. They are kept for a day after the provider stopped answering, so that tokens
 * that it issued remain valid until they expire. Tokens with unknown keys cause few requests to the provider, and few
 * requests wait for it.
 */
final class ProviderKeys implements JWKSource<SecurityContext> {
    private static final Duration FRESH = Duration.ofMinutes(5);
    private static final Duration BETWEEN_REQUESTS = Duration.ofSeconds(30);
    private static final Duration WITHOUT_PROVIDER = Duration.ofHours(24);
    private static final int LONGEST_BYTES = 200_000;
    /** Tomcat has 200 threads. With the keys at hand, this needs microseconds. */
    private static final int AT_ONCE = 32;

    private final IdentityProvider provider;
    private final int timeoutMillis;
    private final Semaphore places = new Semaphore(AT_ONCE);
    private volatile @Nullable JWKSource<SecurityContext> source;

    ProviderKeys(IdentityProvider provider, Duration timeout) {
        this.provider = provider;
        this.timeoutMillis = Math.toIntExact(timeout.toMillis());
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) throws KeySourceException {
        if (!places.tryAcquire()) {
            throw new KeySourceException("too many requests wait for the keys of the identity provider");
        }
        try {
            return source().get(selector, context);
        } catch (ProviderRefusal e) {
            throw new KeySourceException("the identity provider does not answer", e);
        } finally {
            places.release();
        }
    }

    private JWKSource<SecurityContext> source() throws KeySourceException {
        JWKSource<SecurityContext> known = source;
        // it may wait for the provider, and must not do so with a lock
        return known != null
                ? known
                : create(provider.registration().getProviderDetails().getJwkSetUri());
    }

    private synchronized JWKSource<SecurityContext> create(@Nullable String address) throws KeySourceException {
        JWKSource<SecurityContext> known = source;
        if (known != null) {
            return known;
        }
        try {
            var retriever = new DefaultResourceRetriever(timeoutMillis, timeoutMillis, LONGEST_BYTES);
            JWKSource<SecurityContext> created = JWKSourceBuilder.create(
                            URI.create(String.valueOf(address)).toURL(), retriever)
                    .cache(FRESH.toMillis(), 2L * timeoutMillis)
                    .refreshAheadCache(false)
                    .rateLimited(BETWEEN_REQUESTS.toMillis())
                    .outageTolerant(WITHOUT_PROVIDER.toMillis())
                    .build();
            source = created;
            return created;
        } catch (MalformedURLException | IllegalArgumentException e) {
            throw new KeySourceException("the identity provider has no address of keys: " + address, e);
        }
    }
}
