package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class ProxyUserFilterTest {
    private final MockHttpServletRequest request = new MockHttpServletRequest("POST", "/api/v1/runs");

    @Test
    void namesTheUserOfATrustedProxy() throws Exception {
        request.setRemoteAddr("10.0.0.5");
        request.addHeader("X-Forwarded-User", "alice");
        assertThat(caller("10.0.0.5")).isEqualTo("alice via 10.0.0.5");
    }

    @Test
    void comparesAddressesAndNotTheirSpelling() throws Exception {
        request.setRemoteAddr("0:0:0:0:0:0:0:1");
        request.addHeader("X-Forwarded-User", "alice");
        assertThat(caller("::1")).isEqualTo("alice via 0:0:0:0:0:0:0:1");
    }

    @Test
    void ignoresTheHeaderFromAnyOtherAddress() throws Exception {
        request.setRemoteAddr("10.0.0.6");
        request.addHeader("X-Forwarded-User", "alice");
        assertThat(caller("10.0.0.5")).isEqualTo("10.0.0.6");
        assertThat(caller()).isEqualTo("10.0.0.6");
    }

    @Test
    void ignoresAnAddressThatAHeaderGave() throws Exception {
        request.setRemoteAddr("10.0.0.5");
        request.setAttribute("org.apache.tomcat.remoteAddr", "10.0.0.5");
        request.addHeader("X-Forwarded-User", "alice");
        assertThat(caller("10.0.0.5")).isEqualTo("10.0.0.5");
    }

    @Test
    void ignoresTwoNames() throws Exception {
        request.setRemoteAddr("10.0.0.5");
        request.addHeader("X-Forwarded-User", "mallory");
        request.addHeader("X-Forwarded-User", "alice");
        assertThat(caller("10.0.0.5")).isEqualTo("10.0.0.5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "line\nbreak"})
    void ignoresWhatIsNotAName(String name) throws Exception {
        request.setRemoteAddr("10.0.0.5");
        request.addHeader("X-Forwarded-User", name);
        assertThat(caller("10.0.0.5")).isEqualTo("10.0.0.5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy.example", "10.0.0.0/8", "300.1.1.1", "cafe", ""})
    void refusesWhatIsNotAnAddress(String proxy) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ProxySettings(List.of(proxy), "X-Forwarded-User"))
                .withMessageContaining("'" + proxy + "', which is not an IP address");
    }

    private String caller(String... proxies) throws Exception {
        var chain = new MockFilterChain();
        new ProxyUserFilter(new ProxySettings(List.of(proxies), "X-Forwarded-User"))
                .doFilter(request, new MockHttpServletResponse(), chain);
        return Caller.of((HttpServletRequest) chain.getRequest());
    }
}
