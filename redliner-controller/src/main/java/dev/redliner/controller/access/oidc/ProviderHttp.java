package dev.redliner.controller.access.oidc;

import java.time.Duration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestOperations;
import org.springframework.web.client.RestTemplate;

/** Clients of the identity provider. Spring Security's own would wait for an answer for any length of time. */
final class ProviderHttp {
    private final ClientHttpRequestFactory requests;

    ProviderHttp(Duration timeout) {
        var factory = new SimpleClientHttpRequestFactory();
        factory.setConnectTimeout(timeout);
        factory.setReadTimeout(timeout);
        this.requests = factory;
    }

    RestClient client() {
        return RestClient.builder().requestFactory(requests).build();
    }

    /** The client of the token endpoint, with the converters of Spring Security's own. */
    OAuth2AccessTokenResponseClient<OAuth2AuthorizationCodeGrantRequest> tokens() {
        var tokens = new RestClientAuthorizationCodeTokenResponseClient();
        tokens.setRestClient(RestClient.builder()
                .requestFactory(requests)
                .configureMessageConverters(converters -> {
                    converters.addCustomConverter(new FormHttpMessageConverter());
                    converters.addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter());
                })
                .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                .build());
        return tokens;
    }

    /** The client of the endpoint with the claims about a person. */
    RestOperations userInfo() {
        var template = new RestTemplate(requests);
        template.setErrorHandler(new OAuth2ErrorResponseErrorHandler());
        return template;
    }
}
