package dev.redliner.redirector;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.WithoutUser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Users from headers and cookies, and requests without a user, at a real Envoy. */
@Tag("slow")
class UsersOfRequestsTest extends PoolOfTwo {
    private static final int USERS = 400;
    private static final int ANONYMOUS = 1_000;
    private static final String COPIED = "X-redliner-user";

    @ParameterizedTest
    @EnumSource(Mode.class)
    void a_cookie_names_the_user(Mode mode) throws IOException {
        Pool pool = pool(mode, null, "sid.v2", WithoutUser.PEERS);
        try (EnvoyProcess envoy = envoy(pool)) {
            assertThat(atSut(envoy)).isEqualTo(ExpectedUsers.atSut(pool, 0.1, USERS));
            shift(pool, 0.4);
            assertThat(atSut(envoy)).isEqualTo(ExpectedUsers.atSut(pool, 0.4, USERS));
            assertThat(sut.headers())
                    .as("what the service sees")
                    .contains("Cookie")
                    .doesNotContain(COPIED);
            assertThat(peer.headers()).contains("Cookie").doesNotContain(COPIED);
        }
    }

    @Test
    void only_the_named_cookie_has_the_user() throws IOException {
        Pool pool = pool(Mode.FULL, null, "sid.v2", WithoutUser.PEERS);
        try (EnvoyProcess envoy = envoy(pool)) {
            shift(pool, 0.4);
            String moved =
                    "user-" + ExpectedUsers.atSut(pool, 0.4, USERS).iterator().next();
            for (String cookies : List.of(
                    "sid.v2=" + moved,
                    "a=1; sid.v2=" + moved,
                    "a=1;sid.v2=" + moved + "; b=2",
                    "xsid.v2=other; sid.v2=" + moved,
                    "sid_v2=other; sid.v2=" + moved)) {
                assertThat(envoy.hostOf(List.of("cookie", cookies))).as(cookies).isEqualTo("sut");
            }
            assertThat(envoy.hostOf(List.of("cookie", "a=1", "cookie", "sid.v2=" + moved)))
                    .as("two headers")
                    .isEqualTo("sut");
            for (String cookies : List.of("sid.v2=", "xsid.v2=" + moved, "sid_v2=" + moved, "a=sid.v2=" + moved)) {
                assertThat(envoy.hostOf(List.of("cookie", cookies))).as(cookies).isEqualTo("peer");
            }
            assertThat(envoy.hostOf(List.of())).isEqualTo("peer");
            assertThat(envoy.hostOf(List.of(COPIED, moved)))
                    .as("the header of the copy, from a client")
                    .isEqualTo("peer");
            assertThat(peer.headers()).doesNotContain(COPIED);
        }
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void requests_without_a_user_get_the_share_at_random_and_users_stay(Mode mode) throws IOException {
        Pool pool = pool(mode, "x-user-id", null, WithoutUser.RANDOM);
        try (EnvoyProcess envoy = envoy(pool)) {
            assertAnonymous(envoy, 0.1);
            shift(pool, 0.4);
            assertThat(envoy.usersAtSut(USERS)).isEqualTo(ExpectedUsers.atSut(pool, 0.4, USERS));
            assertAnonymous(envoy, 0.4);
        }
    }

    @Test
    void a_user_in_any_bytes_is_a_user_and_an_empty_one_is_none() throws IOException {
        Pool pool = pool(Mode.FULL, "x-user-id", null, WithoutUser.RANDOM);
        try (EnvoyProcess envoy = envoy(pool)) {
            shift(pool, 0.4);
            Set<String> hosts = new HashSet<>();
            for (String user :
                    List.of("Jos\u00e9", "Ren\u00e9", "M\u00e9lanie", "Zo\u00eb", "Fran\u00e7ois", "\u00c5sa")) {
                Set<String> ofUser = new HashSet<>();
                for (int i = 0; i < 30; i++) {
                    ofUser.add(raw("x-user-id: " + user + "\r\n"));
                }
                assertThat(ofUser).as(user).hasSize(1);
                hosts.addAll(ofUser);
            }
            assertThat(hosts).as("some are above the share").contains("peer");
            hosts.clear();
            for (int i = 0; i < 60; i++) {
                hosts.add(raw("x-user-id: \r\n"));
            }
            assertThat(hosts).as("no user is at any host").containsExactlyInAnyOrder("sut", "peer");
        }
    }

    /** The answer to a request with these lines, whose characters are sent as single bytes. */
    private String raw(String lines) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), listenPort)) {
            socket.getOutputStream()
                    .write(("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + lines + "\r\n")
                            .getBytes(ISO_8859_1));
            String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            return answer.contains("sut") ? "sut" : answer.contains("peer") ? "peer" : answer;
        }
    }

    @Test
    void without_a_cookie_too() throws IOException {
        Pool pool = pool(Mode.FULL, null, "sid", WithoutUser.RANDOM);
        try (EnvoyProcess envoy = envoy(pool)) {
            shift(pool, 0.4);
            assertAnonymous(envoy, 0.4);
            String moved =
                    "user-" + ExpectedUsers.atSut(pool, 0.4, USERS).iterator().next();
            for (int i = 0; i < 50; i++) {
                assertThat(envoy.hostOf(List.of("cookie", "sid=" + moved))).isEqualTo("sut");
            }
        }
    }

    /** A deviation beyond five standard deviations has a probability below one in a million. */
    private static void assertAnonymous(EnvoyProcess envoy, double share) throws IOException {
        int count = 0;
        for (int i = 0; i < ANONYMOUS; i++) {
            count += envoy.wentToSut("") ? 1 : 0;
        }
        assertThat((double) count).isCloseTo(share * ANONYMOUS, within(5 * Math.sqrt(ANONYMOUS * share * (1 - share))));
    }

    private static Set<Integer> atSut(EnvoyProcess envoy) throws IOException {
        var moved = new HashSet<Integer>();
        for (int i = 0; i < USERS; i++) {
            if (envoy.hostOf(List.of("cookie", "theme=dark; sid.v2=user-" + i)).equals("sut")) {
                moved.add(i);
            }
        }
        return moved;
    }

    private Pool pool(Mode mode, @Nullable String header, @Nullable String cookie, WithoutUser withoutUser) {
        return Samples.usersPool(mode, listenPort, sut.port(), peer.port(), header, cookie, withoutUser);
    }
}
