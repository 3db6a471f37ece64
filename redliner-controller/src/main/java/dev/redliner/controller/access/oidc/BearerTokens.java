package dev.redliner.controller.access.oidc;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.SecurityContext;
import dev.redliner.controller.access.BreakGlass;
import dev.redliner.controller.access.ProviderRefusal;
import dev.redliner.controller.access.ProviderRefusal.Kind;
import dev.redliner.controller.access.TokenPrincipal;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.JwtValidationException;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;

/** Accepts the tokens of programs. The break-glass token needs no provider, so it is compared first. */
final class BearerTokens implements AuthenticationManager {
    private static final Logger log = LoggerFactory.getLogger(BearerTokens.class);
    /** Longer tokens are not parsed. */
    private static final int LONGEST = 16_384;

    private final BreakGlass breakGlass;
    private final JwtDecoder decoder;
    private final ClaimedIdentity identities;

    BearerTokens(BreakGlass breakGlass, JWKSource<SecurityContext> keys, OidcSettings settings) {
        this.breakGlass = breakGlass;
        this.decoder = decoder(keys, settings);
        this.identities = new ClaimedIdentity(settings);
    }

    private static JwtDecoder decoder(JWKSource<SecurityContext> keys, OidcSettings settings) {
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSource(keys)
                .jwsAlgorithms(accepted -> settings.algorithms().stream()
                        .map(SignatureAlgorithm::from)
                        .filter(Objects::nonNull)
                        .forEach(accepted::add))
                .build();
        var times = new JwtTimestampValidator(settings.clockSkew());
        times.setAllowEmptyExpiryClaim(false);
        var types = new JwtTypeValidator("JWT", "at+jwt", "application/at+jwt");
        types.setAllowEmpty(true);
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
                types,
                new JwtIssuerValidator(settings.issuer()),
                new JwtAudienceValidator(settings.tokenAudience()),
                times));
        return decoder;
    }

    @Override
    public Authentication authenticate(Authentication request) {
        if (!(request instanceof BearerTokenAuthenticationToken bearer)) {
            throw invalid("The request has no token.");
        }
        String token = bearer.getToken();
        TokenPrincipal caller = breakGlass
                .caller(token)
                .orElseGet(() -> new TokenPrincipal(identities.of(decode(token).getClaims())));
        return UsernamePasswordAuthenticationToken.authenticated(caller, null, caller.getAuthorities());
    }

    private Jwt decode(String token) {
        if (token.length() > LONGEST) {
            throw invalid("The token is longer than " + LONGEST + " characters.");
        }
        try {
            return decoder.decode(token);
        } catch (JwtValidationException e) {
            String why = e.getErrors().iterator().next().getDescription();
            throw invalid("The token is not valid: " + why);
        } catch (BadJwtException e) {
            log.debug("a token is not accepted: {}", e.getMessage());
            throw invalid("The token is not a JWT of the identity provider with a valid signature.");
        } catch (JwtException e) {
            throw keyMissing(e);
        }
    }

    private static ProviderRefusal keyMissing(JwtException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RateLimitReachedException) {
                return invalid("The identity provider had no key for the token less than a minute ago.");
            }
        }
        log.warn("the keys of the identity provider cannot be read: {}", failure.getMessage());
        return IdentityProvider.unavailable();
    }

    private static ProviderRefusal invalid(String message) {
        return new ProviderRefusal(Kind.INVALID, message);
    }
}
