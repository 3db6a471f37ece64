package dev.redliner.controller.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.Serializable;
import java.security.Principal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.context.SecurityContextRepository;

/** Logs people in and out of sessions. A session is in memory, so that it needs no database. */
public final class Logins implements SessionCallers {
    private static final Logger log = LoggerFactory.getLogger(Logins.class);
    /** Hashing a password takes a processor for a tenth of a second, and the controller has runs to drive. */
    private static final int AT_ONCE = 1;
    /** Logins that may wait for it. More of them would take the server's threads, which aborts need. */
    private static final int WAITING = 4;

    /** The longest time that a login waits for the logins before it. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final int SESSIONS = 20;
    /** BCrypt reads 72 bytes. */
    private static final int LONGEST = 72;

    private static final String WRONG = "The name or the password is wrong.";
    private static final String BUSY = "Too many people log in at once. Try again.";

    private final Accounts accounts;
    private final PasswordEncoder passwords;
    private final SecurityContextRepository contexts;
    private final LoginThrottle throttle;
    private final Duration idle;
    private final Duration patience;
    private final Semaphore hashing = new Semaphore(AT_ONCE, true);
    private final Semaphore waiting = new Semaphore(AT_ONCE + WAITING);
    private final Map<String, Deque<HttpSession>> sessions = new HashMap<>();
    /** Compared if no account has the name: otherwise the time of the answer would show which names exist. */
    private final String unknownHash;

    Logins(
            Accounts accounts,
            PasswordEncoder passwords,
            SecurityContextRepository contexts,
            LoginThrottle throttle,
            Duration idle,
            Duration patience) {
        this.accounts = accounts;
        this.passwords = passwords;
        this.contexts = contexts;
        this.throttle = throttle;
        this.idle = idle;
        this.patience = patience;
        this.unknownHash = String.valueOf(passwords.encode(TokenHash.newToken()));
    }

    /** A login that was not accepted. */
    public static final class LoginRefused extends Exception {
        private static final long serialVersionUID = 1;

        private final boolean later;

        LoginRefused(String message, boolean later) {
            super(message);
            this.later = later;
        }

        /** Whether the same login can succeed later, because there were too many. */
        public boolean later() {
            return later;
        }
    }

    /**
     * The principal of a session.
     *
     * @param secret the hash of the password at the login: the session ends when the password changes
     */
    record Session(String name, String secret) implements SessionPrincipal, Principal, Serializable {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** The caller of a session, unless its account was removed or has another password since. */
    @Override
    public Optional<Identity> caller(SessionPrincipal principal) {
        return principal instanceof Session session
                ? accounts.user(session.name())
                        .filter(account -> account.secret().equals(session.secret()))
                        .map(Account::identity)
                : Optional.empty();
    }

    /**
     * Begins a session.
     *
     * @throws LoginRefused if name and password do not match, or after too many attempts
     */
    public Identity login(String name, String password, HttpServletRequest request, HttpServletResponse response)
            throws LoginRefused {
        if (!AccountsDocument.isName(name) || password.length() > LONGEST) {
            throw new LoginRefused(WRONG, false);
        }
        String from = name + " " + request.getRemoteAddr();
        Optional<Account> account = accounts.user(name);
        if (!matches(from, password, account.map(Account::secret).orElse(unknownHash)) || account.isEmpty()) {
            log.warn("a login failed from {}", request.getRemoteAddr());
            throw new LoginRefused(WRONG, false);
        }
        throttle.succeeded(from);
        begin(account.get(), request, response);
        return account.get().identity();
    }

    /** @param from the name and the address: failures at one address do not delay logins at another */
    private boolean matches(String from, String password, String hash) throws LoginRefused {
        if (!waiting.tryAcquire()) {
            throw new LoginRefused(BUSY, true);
        }
        try {
            if (!hashing.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new LoginRefused(BUSY, true);
            }
            try {
                // not before it is this login's turn, or guesses that come at once would all pass
                requirePatience(from);
                boolean right = passwords.matches(password, hash);
                if (!right) {
                    throttle.failed(from);
                }
                return right;
            } finally {
                hashing.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoginRefused("The server stops.", true);
        } catch (IllegalArgumentException e) {
            log.error("the password of an account has no known scheme: {}", e.getMessage());
            return false;
        } finally {
            waiting.release();
        }
    }

    private void requirePatience(String from) throws LoginRefused {
        Duration wait = throttle.wait(from);
        if (!wait.isZero()) {
            throw new LoginRefused(
                    "Too many logins of this name failed. Try again in " + (wait.toSeconds() + 1) + " s.", true);
        }
    }

    private void begin(Account account, HttpServletRequest request, HttpServletResponse response) {
        HttpSession before = request.getSession(false);
        if (before != null) {
            BrowserSession.end(before);
        }
        HttpSession session = request.getSession(true);
        session.setMaxInactiveInterval(Math.toIntExact(idle.toSeconds()));
        keep(account.name(), session);
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(UsernamePasswordAuthenticationToken.authenticated(
                new Session(account.name(), account.secret()), null, List.of()));
        contexts.saveContext(context, request, response);
    }

    /** A person has so many sessions. The oldest one ends when another begins. */
    private synchronized void keep(String name, HttpSession session) {
        Deque<HttpSession> all = sessions.computeIfAbsent(name, it -> new ArrayDeque<>());
        all.removeIf(Logins::isOver);
        if (all.size() == SESSIONS) {
            BrowserSession.end(all.removeFirst());
        }
        all.addLast(session);
    }

    private static boolean isOver(HttpSession session) {
        try {
            session.getCreationTime();
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
