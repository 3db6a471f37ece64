package dev.redliner.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.0/8, 127.0.0.1, true",
        "127.0.0.0/8, 127.255.255.255, true",
        "127.0.0.0/8, 128.0.0.1, false",
        "127.0.0.0/8, 126.255.255.255, false",
        "127.0.0.0/8, ::ffff:127.0.0.1, true",
        "10.1.2.0/23, 10.1.3.255, true",
        "10.1.2.0/23, 10.1.4.0, false",
        "10.1.2.3/32, 10.1.2.3, true",
        "10.1.2.3/32, 10.1.2.2, false",
        "0.0.0.0/0, 8.8.8.8, true",
        "0.0.0.0/0, ::1, false",
        "::1/128, ::1, true",
        "::1/128, ::2, false",
        "fd00::/8, fdab::1, true",
        "fd00::/8, fe80::1, false",
    })
    void a_range_holds_what_begins_with_its_prefix(String range, String address, boolean held)
            throws UnknownHostException {
        assertThat(AddressRange.parse(range).contains(InetAddress.getByName(address)))
                .isEqualTo(held);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost/8", "127.0.0.1", "127.0.0.0/33", "::1/129", "1.2.3/8", "1.2.3.4/-1", "a::b::c/8"})
    void what_is_not_a_range_is_refused(String text) {
        assertThatThrownBy(() -> AddressRange.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
