package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class ApiConfigurationTest {
    private static final byte[] ADDRESS = {10, 1, 2, 3};

    @Test
    void a_server_may_be_called_by_its_configured_name() throws Exception {
        assertThat(ApiConfiguration.names(InetAddress.getByAddress("redliner.example", ADDRESS)))
                .containsExactly("redliner.example");
    }

    @Test
    void a_server_may_be_called_by_its_configured_address() throws Exception {
        assertThat(ApiConfiguration.names(InetAddress.getByAddress(ADDRESS))).containsExactly("10.1.2.3");
    }

    @Test
    void a_server_without_an_address_has_no_further_name() {
        assertThat(ApiConfiguration.names(null)).isEmpty();
    }
}
