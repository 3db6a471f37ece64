package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class ProxyUserFilterTest {
    private final MockHttpServletRequest request = new MockHttpServletRequest("POST", "/api/v1/runs");

    @Test
    void the_user_of_a_trusted_proxy_is_named() throws Exception {
        request.setRemoteAddr("10.0.0.5");
        request.addHeader("X-Forwarded-User", "alice");
        assertThat(caller("10.0.0.5/32")).isEqualTo("alice via 10.0.0.5");
    }

    @Test
    void addresses_are_compared_and_not_their_spelling() throws Exception {
        request.setRemoteAddr("0:0:0:0:0:0:0:1");
        request.addHeader("X-Forwarded-User", "alice");
        assertThat(caller("::1/128")).isEqualTo("alice via 0:0:0:0:0:0:0:1");
    }

    @Test
    void the_header_from_any_other_address_is_ignored() throws Exception {
        request.setRemoteAddr("10.0.0.6");
        request.addHeader("X-Forwarded-User", "alice");
        assertThat(caller("10.0.0.5/32")).isNull();
        assertThat(caller()).isNull();
    }

    @Test
    void an_address_that_a_header_gave_is_not_trusted() throws Exception {
        request.setRemoteAddr("10.0.0.5");
        request.setAttribute("org.apache.tomcat.remoteAddr", "10.0.0.5");
        request.addHeader("X-Forwarded-User", "alice");
        assertThat(caller("10.0.0.5/32")).isNull();
    }

    @Test
    void two_names_are_ignored() throws Exception {
        request.setRemoteAddr("10.0.0.5");
        request.addHeader("X-Forwarded-User", "mallory");
        request.addHeader("X-Forwarded-User", "alice");
        assertThat(caller("10.0.0.5/32")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "line\nbreak"})
    void a_value_that_is_no_name_is_ignored(String name) throws Exception {
        request.setRemoteAddr("10.0.0.5");
        request.addHeader("X-Forwarded-User", name);
        assertThat(caller("10.0.0.5/32")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy.example", "10.0.0.5", "10.0.0.5/33", "cafe", ""})
    void a_setting_that_is_no_address_is_refused(String proxy) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ProxySettings(List.of(proxy), "X-Forwarded-User"))
                .withMessageContaining("'" + proxy + "'");
    }

    @Test
    void the_audit_log_of_a_server_has_the_name() throws Exception {
        try (var server = new ApiServer("--redliner.controller.access.trusted-proxies=127.0.0.1/32")) {
            URI lever = URI.create(server.url() + "/api/v1/safety-lever");
            HttpClient http = HttpClient.newHttpClient();
            HttpRequest engage = HttpRequest.newBuilder(lever)
                    .header("X-Forwarded-User", "alice")
                    .header("Content-Type", "application/json")
                    .PUT(BodyPublishers.ofString("{}"))
                    .build();
            assertThat(http.send(engage, BodyHandlers.ofString()).body()).contains("\"who\":\"alice via 127.0.0.1\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--server.forward-headers-strategy=framework", "--spring.main.cloud-platform=kubernetes"})
    void an_address_that_is_replaced_by_a_header_is_refused_at_the_start(String setting) {
        assertThatThrownBy(() -> new ApiServer("--redliner.controller.access.trusted-proxies=127.0.0.1/32", setting))
                .rootCause()
                .hasMessage("redliner.controller.access.trusted-proxies needs the address of the connection, which is"
                        + " replaced by headers here. Set server.forward-headers-strategy to none.");
    }

    /** The user that the filter takes from the proxy; null if it takes none. */
    private @Nullable String caller(String... proxies) throws Exception {
        var chain = new MockFilterChain();
        new ProxyUserFilter(new ProxySettings(List.of(proxies), "X-Forwarded-User"))
                .doFilter(request, new MockHttpServletResponse(), chain);
        return ((HttpServletRequest) chain.getRequest()).getRemoteUser();
    }
}
