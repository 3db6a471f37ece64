package dev.redliner.controller.access.oidc;

import dev.redliner.controller.access.ProviderRefusal;
import dev.redliner.controller.access.ProviderRefusal.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.web.client.RestClient;

/**
 * The configuration of the identity provider. It is read when it is first needed, and not at the start: the controller
 * must start while the provider is away. A failure is remembered for {@value #RETRY_SECONDS} s, and few requests wait at
 * a time, so that a slow provider does not take the server's threads, which aborts need.
 */
final class IdentityProvider implements ClientRegistrationRepository {
    static final String ID = "redliner";

    private static final Logger log = LoggerFactory.getLogger(IdentityProvider.class);
    private static final int RETRY_SECONDS = 5;
    private static final int WAITING = 8;

    private final OidcSettings settings;
    private final RestClient http;
    private final InstantSource clock;
    private final ReentrantLock reading = new ReentrantLock();
    private final Semaphore waiting = new Semaphore(WAITING);
    private volatile @Nullable ClientRegistration registration;
    private volatile Instant retryAt = Instant.MIN;

    IdentityProvider(OidcSettings settings, RestClient http, InstantSource clock) {
        this.settings = settings;
        this.http = http;
        this.clock = clock;
    }

    static ProviderRefusal unavailable() {
        return new ProviderRefusal(
                Kind.UNAVAILABLE,
                "The identity provider does not answer. Try again later. To end runs and restore, use the break-glass"
                        + " token.");
    }

    @Override
    public @Nullable ClientRegistration findByRegistrationId(String id) {
        return id.equals(ID) ? registration() : null;
    }

    /** @throws ProviderRefusal if the provider does not answer in time, or with another configuration */
    ClientRegistration registration() {
        ClientRegistration known = registration;
        if (known != null) {
            return known;
        }
        if (clock.instant().isBefore(retryAt) || !waiting.tryAcquire()) {
            throw unavailable();
        }
        try {
            return awaitRegistration();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable();
        } finally {
            waiting.release();
        }
    }

    private ClientRegistration awaitRegistration() throws InterruptedException {
        // connecting and reading may take the timeout each
        Duration patience = settings.timeout().multipliedBy(2);
        if (!reading.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw unavailable();
        }
        try {
            ClientRegistration known = registration;
            if (known != null) {
                return known;
            }
            if (clock.instant().isBefore(retryAt)) {
                throw unavailable();
            }
            ClientRegistration read = read();
            registration = read;
            log.info("read the configuration of the identity provider {}", settings.issuer());
            return read;
        } finally {
            reading.unlock();
        }
    }

    private ClientRegistration read() {
        try {
            Map<String, Object> document = http.get()
                    .uri(settings.issuer().replaceFirst("/$", "") + "/.well-known/openid-configuration")
                    .retrieve()
                    .body(new ParameterizedTypeReference<>() {});
            if (document == null || !settings.issuer().equals(document.get("issuer"))) {
                throw new IllegalStateException("its configuration has the issuer "
                        + (document == null ? "of no document" : document.get("issuer")));
            }
            return registration(document);
        } catch (RuntimeException e) {
            retryAt = clock.instant().plusSeconds(RETRY_SECONDS);
            log.warn("the identity provider {} cannot be used: {}", settings.issuer(), e.getMessage());
            throw unavailable();
        }
    }

    private ClientRegistration registration(Map<String, Object> document) {
        String base =
                settings.baseUrl().isEmpty() ? "{baseUrl}" : settings.baseUrl().replaceFirst("/$", "");
        ClientRegistration.Builder client = ClientRegistrations.fromOidcConfiguration(document)
                .registrationId(ID)
                .clientId(settings.clientId())
                .scope(settings.scopes())
                .redirectUri(base + "/login/oauth2/code/" + ID)
                .clientSettings(ClientRegistration.ClientSettings.builder()
                        .requireProofKey(true)
                        .build());
        return authenticated(client).build();
    }

    private ClientRegistration.Builder authenticated(ClientRegistration.Builder client) {
        return settings.clientSecret().isEmpty()
                ? client.clientAuthenticationMethod(ClientAuthenticationMethod.NONE)
                : client.clientSecret(settings.clientSecret());
    }
}
