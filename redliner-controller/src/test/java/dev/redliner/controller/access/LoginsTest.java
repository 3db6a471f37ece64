package dev.redliner.controller.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.controller.access.Logins.LoginRefused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;

class LoginsTest {
    private static final int CROWD = 40;

    private final CountDownLatch hashed = new CountDownLatch(1);
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger();

    @TempDir
    private Path folder;

    /** Hashing ends when the test lets it. */
    private final class SlowEncoder implements PasswordEncoder {
        @Override
        public String encode(CharSequence password) {
            return "hash";
        }

        @Override
        public boolean matches(CharSequence password, String hash) {
            try {
                hashed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return false;
        }
    }

    private Logins logins() throws Exception {
        Path file = Files.writeString(
                folder.resolve("accounts.yaml"),
                "accounts:\n  tokens:\n"
                        + AccountEntry.token("ci", TokenHash.newToken(), List.of(Role.parse("viewer"))));
        return new Logins(
                new Accounts(file),
                new SlowEncoder(),
                new HttpSessionSecurityContextRepository(),
                new LoginThrottle(InstantSource.system()),
                Duration.ofHours(1),
                Duration.ofHours(1));
    }

    private void login(Logins logins, String name) {
        try {
            logins.login(name, "a guess", new MockHttpServletRequest(), new MockHttpServletResponse());
        } catch (LoginRefused e) {
            (e.later() ? refused : wrong).incrementAndGet();
        }
    }

    /** Each login that waits has one of the server's threads, which an abort needs. */
    @Test
    void only_five_logins_wait_and_the_others_are_refused_at_once() throws Exception {
        Logins logins = logins();
        ExecutorService threads = Executors.newFixedThreadPool(CROWD);
        try {
            for (int i = 0; i < CROWD; i++) {
                String name = "crowd-" + i;
                threads.execute(() -> login(logins, name));
            }
            await().until(refused::get, it -> it == CROWD - 5);
            assertThat(wrong).hasValue(0);
            hashed.countDown();
            await().until(wrong::get, it -> it == 5);
        } finally {
            hashed.countDown();
            threads.shutdownNow();
        }
    }
}
