package dev.redliner.controller.web;

import dev.redliner.controller.access.AccessSettings;
import dev.redliner.controller.access.Identity;
import dev.redliner.controller.access.LocalPath;
import dev.redliner.controller.access.Logins;
import dev.redliner.controller.access.Logins.LoginRefused;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The page to log in, which then opens the page that was asked for. Its script sends the password to the API. */
@Controller
class LoginPages {
    private static final Map<String, String> PROBLEMS = Map.of(
            "unavailable",
            "The identity provider does not answer. Sessions that have begun continue. To abort runs, engage the safety"
                    + " lever or restore without it, use the break-glass token with the command line (REDLINER_TOKEN).",
            "no-role",
            "You are logged in at the identity provider, and none of your groups has a role here. Ask an administrator"
                    + " of this server.",
            "invalid",
            "The login was not completed. Try again. The log of the server has the reason.");

    private final AccessSettings access;
    private final ObjectProvider<Logins> logins;
    private final AuditLog audit;

    LoginPages(AccessSettings access, ObjectProvider<Logins> logins, AuditLog audit) {
        this.access = access;
        this.logins = logins;
        this.audit = audit;
    }

    /**
     * @param to the page to open after the login; a page of another server is replaced by the overview
     * @param problem why the login before failed, as a key of the problems
     */
    @GetMapping("/login")
    ModelAndView login(
            @RequestParam(defaultValue = "/") String to,
            @RequestParam(required = false) @Nullable String problem,
            HttpServletRequest request) {
        String next = LocalPath.orOverview(to);
        if (!access.required() || Identity.find(request).isPresent()) {
            return SeeOther.at(next);
        }
        return page(next, problem == null ? null : PROBLEMS.get(problem), HttpStatus.OK);
    }

    /** The form of the page, for browsers that run no script. */
    @PostMapping(value = "/login", consumes = FormPages.FORM)
    ModelAndView login(
            @RequestParam(defaultValue = "/") String to,
            @RequestParam(defaultValue = "") String name,
            @RequestParam(defaultValue = "") String password,
            HttpServletRequest request,
            HttpServletResponse response) {
        String next = LocalPath.orOverview(to);
        Logins sessions = logins.getIfAvailable();
        if (sessions == null) {
            return SeeOther.to("/login");
        }
        try {
            Identity identity = sessions.login(name, password, request, response);
            audit.record(new AuditEntry(identity.name(), AuditAction.ACCESS_LOGIN, "", "", "", ""));
            return SeeOther.at(next);
        } catch (LoginRefused e) {
            return page(next, e.getMessage(), e.later() ? HttpStatus.TOO_MANY_REQUESTS : HttpStatus.UNAUTHORIZED);
        }
    }

    private ModelAndView page(String next, @Nullable String problem, HttpStatus status) {
        ModelAndView page = new ModelAndView("login", status);
        page.addObject("to", next);
        page.addObject("provider", access.login() == AccessSettings.Login.OIDC);
        page.addObject("problem", problem);
        return page;
    }
}
