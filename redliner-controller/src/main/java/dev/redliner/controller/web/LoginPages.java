package dev.redliner.controller.web;

import dev.redliner.controller.access.AccessSettings;
import dev.redliner.controller.access.Identity;
import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The page to log in. It sends the password to the API, and then opens the page that was asked for. */
@Controller
class LoginPages {
    /** A path of this server: a second slash or a backslash would be read as the name of another one. */
    private static final Pattern LOCAL = Pattern.compile("/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]*");

    private final AccessSettings access;

    LoginPages(AccessSettings access) {
        this.access = access;
    }

    /** @param to the page to open after the login; a page of another server is replaced by the overview */
    @GetMapping("/login")
    ModelAndView login(@RequestParam(defaultValue = "/") String to, HttpServletRequest request) {
        String next = LOCAL.matcher(to).matches() ? to : "/";
        if (!access.required() || Identity.find(request).isPresent()) {
            return new ModelAndView("redirect:" + next);
        }
        ModelAndView page = new ModelAndView("login", HttpStatus.OK);
        page.addObject("to", next);
        return page;
    }
}
