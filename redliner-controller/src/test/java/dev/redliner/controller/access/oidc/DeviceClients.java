package dev.redliner.controller.access.oidc;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;

/** Public clients without a code, as RFC 8628 has them. Spring's server knows public clients only with PKCE. */
final class DeviceClients implements AuthenticationProvider {
    private final RegisteredClientRepository clients;

    DeviceClients(RegisteredClientRepository clients) {
        this.clients = clients;
    }

    /** A client that sends its id and nothing that proves it. */
    static @Nullable Authentication read(HttpServletRequest request) {
        String client = request.getParameter("client_id");
        boolean other = client == null
                || request.getHeader("Authorization") != null
                || request.getParameter("code_verifier") != null
                || !request.getMethod().equals("POST");
        return other ? null : new DeviceClient(client);
    }

    @Override
    public Authentication authenticate(Authentication authentication) {
        RegisteredClient client = clients.findByClientId(authentication.getName());
        if (client == null || !client.getClientAuthenticationMethods().contains(ClientAuthenticationMethod.NONE)) {
            throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_CLIENT);
        }
        return new OAuth2ClientAuthenticationToken(client, ClientAuthenticationMethod.NONE, null);
    }

    @Override
    public boolean supports(Class<?> type) {
        return DeviceClient.class.isAssignableFrom(type);
    }

    private static final class DeviceClient extends OAuth2ClientAuthenticationToken {
        private static final long serialVersionUID = 1;

        DeviceClient(String id) {
            super(id, ClientAuthenticationMethod.NONE, null, null);
        }
    }
}
