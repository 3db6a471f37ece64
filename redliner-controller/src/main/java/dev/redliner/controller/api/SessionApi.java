package dev.redliner.controller.api;

import dev.redliner.controller.access.AccessSettings;
import dev.redliner.controller.access.BrowserSession;
import dev.redliner.controller.access.Identity;
import dev.redliner.controller.access.LoginOptions;
import dev.redliner.controller.access.Logins;
import dev.redliner.controller.access.Logins.LoginRefused;
import dev.redliner.controller.access.Role;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Operations to log in and out. Programs send a token with each request and need neither. */
@RestController
@RequestMapping("/api/v1/session")
@Tag(name = "session")
class SessionApi {
    private final ObjectProvider<Logins> logins;
    private final ObjectProvider<LoginOptions> provider;
    private final AccessSettings access;
    private final AuditLog audit;

    SessionApi(
            ObjectProvider<Logins> logins,
            ObjectProvider<LoginOptions> provider,
            AccessSettings access,
            AuditLog audit) {
        this.logins = logins;
        this.provider = provider;
        this.access = access;
        this.audit = audit;
    }

    /** The name and password of a person. */
    record Credentials(
            @Schema(requiredMode = RequiredMode.REQUIRED) @Nullable String name,
            @Schema(requiredMode = RequiredMode.REQUIRED) @Nullable String password) {
        /** Spring logs bodies at DEBUG. */
        @Override
        public String toString() {
            return "Credentials";
        }
    }

    /**
     * The caller.
     *
     * @param login whether this server requires a login
     * @param name the name in the audit log
     * @param roles the roles, such as {@code operator:shop-*}
     */
    record SessionView(boolean login, String name, List<String> roles) {}

    /**
     * How callers log in.
     *
     * @param login how: none, local (with a name and a password) or oidc (with an identity provider)
     * @param issuer the address of the identity provider; null if there is none
     * @param clientId the client of the command line at the provider; null if the command line cannot log in there
     * @param scopes the scopes that the command line asks the provider for
     */
    record LoginView(
            @Schema(allowableValues = {"none", "local", "oidc"}) String login,
            @Nullable String issuer,
            @Nullable String clientId,
            List<String> scopes) {}

    @GetMapping
    @Operation(summary = "Who the caller is, and the caller's roles", operationId = "getSession")
    SessionView show(HttpServletRequest request) {
        return view(Identity.of(request));
    }

    private SessionView view(Identity identity) {
        return new SessionView(
                access.required(),
                identity.name(),
                identity.roles().stream().map(Role::toString).toList());
    }

    @GetMapping("/options")
    @Operation(
            summary = "How callers log in",
            description = "It needs no login itself.",
            operationId = "getLoginOptions")
    LoginView options() {
        String login = access.login().name().toLowerCase(Locale.ROOT);
        LoginOptions options = provider.getIfAvailable();
        return options == null
                ? new LoginView(login, null, null, List.of())
                : new LoginView(
                        login,
                        options.issuer(),
                        options.clientId().isEmpty() ? null : options.clientId(),
                        options.scopes());
    }

    @PostMapping
    @Fails({ProblemType.LOGIN_FAILED, ProblemType.NO_LOGIN, ProblemType.TOO_MANY_LOGINS})
    @Operation(
            summary = "Log in, and begin a session",
            description = "The answer sets the cookie of the session. Changes with a session need the header Origin or"
                    + " Sec-Fetch-Site, which browsers send.",
            operationId = "login")
    SessionView login(@RequestBody Credentials credentials, HttpServletRequest request, HttpServletResponse response) {
        String name = credentials.name();
        String password = credentials.password();
        if (name == null || password == null) {
            throw ApiProblem.badRequest("The body has no name or no password. Send both.");
        }
        Logins sessions = logins.getIfAvailable();
        if (sessions == null) {
            throw access.required() ? ApiProblem.noPasswords() : ApiProblem.noLogin();
        }
        try {
            Identity identity = sessions.login(name, password, request, response);
            audit.record(new AuditEntry(identity.name(), AuditAction.ACCESS_LOGIN, "", "", "", ""));
            return view(identity);
        } catch (LoginRefused e) {
            String why = String.valueOf(e.getMessage());
            throw e.later() ? ApiProblem.tooManyLogins(why) : ApiProblem.loginFailed(why);
        }
    }

    @DeleteMapping
    @Operation(summary = "End the session", operationId = "logout")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void logout(HttpServletRequest request) {
        BrowserSession.end(request);
    }
}
