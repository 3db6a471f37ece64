package dev.redliner.controller.access.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** A real identity provider, Spring's authorization server, with two people, a program and the command line. */
public final class ProviderServer implements AutoCloseable {
    /** The audience of tokens for programs. */
    public static final String AUDIENCE = "redliner-api";

    public static final String SECRET = "a secret of the client";

    public static final String PROGRAM_SECRET = "a secret of the program";
    /** The password of every person. */
    public static final String PASSWORD = "a password";

    /** The key that signs, also after the provider was started again. */
    public static final RSAKey KEY = key("provider-key");

    private static final Map<String, List<String>> GROUPS =
            Map.of("alice", List.of("sre", "everyone"), "vic", List.of("everyone"), "ci", List.of("pipelines"));

    private final ConfigurableApplicationContext context;

    /** @param port 0: any */
    public ProviderServer(int port) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setDefaultProperties(
                Map.of("server.port", port, "server.address", "127.0.0.1", "spring.main.banner-mode", "off"));
        context = application.run();
    }

    static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    public int port() {
        return ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    }

    public String issuer() {
        return "http://127.0.0.1:" + port();
    }

    @Override
    public void close() {
        context.close();
    }

    @SpringBootConfiguration
    @EnableWebSecurity
    @ImportAutoConfiguration({
        TomcatServletWebServerAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class,
        WebMvcAutoConfiguration.class
    })
    static class Application {
        @Bean
        SecurityFilterChain security(HttpSecurity http, RegisteredClientRepository clients) {
            return http.oauth2AuthorizationServer(server -> server.oidc(Customizer.withDefaults())
                            .deviceAuthorizationEndpoint(Customizer.withDefaults())
                            .deviceVerificationEndpoint(Customizer.withDefaults())
                            .clientAuthentication(clientAuthentication -> clientAuthentication
                                    .authenticationConverter(DeviceClients::read)
                                    .authenticationProvider(new DeviceClients(clients))))
                    .oauth2ResourceServer(userInfo -> userInfo.jwt(Customizer.withDefaults()))
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService people() {
            return new InMemoryUserDetailsManager(person("alice"), person("vic"), person("nobody"));
        }

        private static UserDetails person(String name) {
            return User.withUsername(name)
                    .password("{noop}" + PASSWORD)
                    .roles("USER")
                    .build();
        }

        @Bean
        RegisteredClientRepository clients() {
            return new InMemoryRegisteredClientRepository(
                    client("redliner")
                            .clientSecret("{noop}" + SECRET)
                            .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                            // the port of a loopback address may be any
                            .redirectUri("http://127.0.0.1/login/oauth2/code/redliner")
                            .scope("openid")
                            .scope("profile")
                            .clientSettings(ClientSettings.builder()
                                    .requireProofKey(true)
                                    .build())
                            .build(),
                    client("ci")
                            .clientSecret("{noop}" + PROGRAM_SECRET)
                            .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                            .build(),
                    RegisteredClient.withId("redliner-cli")
                            .clientId("redliner-cli")
                            .clientAuthenticationMethod(ClientAuthenticationMethod.NONE)
                            .authorizationGrantType(AuthorizationGrantType.DEVICE_CODE)
                            .authorizationGrantType(AuthorizationGrantType.REFRESH_TOKEN)
                            .scope("profile")
                            .build());
        }

        private static RegisteredClient.Builder client(String id) {
            return RegisteredClient.withId(id)
                    .clientId(id)
                    .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC);
        }

        @Bean
        AuthorizationServerSettings settings() {
            return AuthorizationServerSettings.builder().build();
        }

        @Bean
        JWKSource<SecurityContext> keys() {
            return new ImmutableJWKSet<>(new JWKSet(KEY));
        }

        @Bean
        JwtDecoder accessTokens(JWKSource<SecurityContext> keys) {
            return OAuth2AuthorizationServerConfiguration.jwtDecoder(keys);
        }

        @Bean
        OAuth2TokenCustomizer<JwtEncodingContext> claims() {
            return token -> {
                String name = token.getPrincipal().getName();
                token.getClaims().claim("groups", GROUPS.getOrDefault(name, List.of()));
                token.getClaims().claim("preferred_username", name);
                if (token.getTokenType().getValue().equals("access_token")) {
                    token.getClaims().audience(List.of(AUDIENCE));
                }
            };
        }
    }
}
