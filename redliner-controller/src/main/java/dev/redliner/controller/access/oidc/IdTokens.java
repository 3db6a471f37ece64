package dev.redliner.controller.access.oidc;

import java.util.Objects;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenValidator;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** Decoders of ID tokens, with the keys and algorithms that tokens of programs have. */
final class IdTokens implements JwtDecoderFactory<ClientRegistration> {
    private final ProviderKeys keys;
    private final OidcSettings settings;

    IdTokens(ProviderKeys keys, OidcSettings settings) {
        this.keys = keys;
        this.settings = settings;
    }

    @Override
    public JwtDecoder createDecoder(ClientRegistration client) {
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSource(keys)
                .jwsAlgorithms(accepted -> settings.algorithms().stream()
                        .map(SignatureAlgorithm::from)
                        .filter(Objects::nonNull)
                        .forEach(accepted::add))
                .build();
        var standard = new OidcIdTokenValidator(client);
        standard.setClockSkew(settings.clockSkew());
        decoder.setJwtValidator(
                new DelegatingOAuth2TokenValidator<>(new JwtTimestampValidator(settings.clockSkew()), standard));
        decoder.setClaimSetConverter(OidcIdTokenDecoderFactory.createDefaultClaimTypeConverter());
        return decoder;
    }
}
