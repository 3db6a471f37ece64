package dev.redliner.controller.access.oidc;

import java.time.Duration;
import java.time.InstantSource;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.userinfo.DefaultOAuth2UserService;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/** Determines who has logged in, from the claims of the ID token and of the provider's user endpoint. */
final class People implements OAuth2UserService<OidcUserRequest, OidcUser> {
    private final OidcUserService standard = new OidcUserService();
    private final ClaimedIdentity identities;
    private final Duration sessionMax;
    private final InstantSource clock;

    People(ProviderHttp http, OidcSettings settings, InstantSource clock) {
        var claims = new DefaultOAuth2UserService();
        claims.setRestOperations(http.userInfo());
        standard.setOauth2UserService(claims);
        this.identities = new ClaimedIdentity(settings);
        this.sessionMax = settings.sessionMax();
        this.clock = clock;
    }

    @Override
    public OidcUser loadUser(OidcUserRequest request) {
        OidcUser user = standard.loadUser(request);
        return new Person(
                user.getIdToken(),
                identities.of(user.getClaims()),
                clock.instant().plus(sessionMax));
    }
}
