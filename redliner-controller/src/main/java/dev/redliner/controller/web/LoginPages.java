package dev.redliner.controller.web;

import dev.redliner.controller.access.AccessSettings;
import dev.redliner.controller.access.Identity;
import dev.redliner.controller.access.LocalPath;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The page to log in. It sends the password to the API, and then opens the page that was asked for. */
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

    LoginPages(AccessSettings access) {
        this.access = access;
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
            return new ModelAndView("redirect:" + next);
        }
        ModelAndView page = new ModelAndView("login", HttpStatus.OK);
        page.addObject("to", next);
        page.addObject("provider", access.login() == AccessSettings.Login.OIDC);
        page.addObject("problem", problem == null ? null : PROBLEMS.get(problem));
        return page;
    }
}
