package dev.redliner.controller.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.context.SecurityContextHolder;

/** The session of a browser. It is in the memory of this controller, so that it needs no database. */
public final class BrowserSession {
    private static final Logger log = LoggerFactory.getLogger(BrowserSession.class);

    private BrowserSession() {}

    /** Ends the session of a request, if there is one. */
    public static void end(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session != null) {
            end(session);
        }
        SecurityContextHolder.clearContext();
    }

    static void end(HttpSession session) {
        try {
            session.invalidate();
        } catch (IllegalStateException e) {
            log.debug("the session has ended already: {}", e.getMessage());
        }
    }
}
