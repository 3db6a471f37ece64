package dev.redliner.controller.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Takes the name of the user from a trusted proxy, for the audit log. The name decides nothing else. It is followed by
 * the proxy's address, so that it cannot pass for another kind of caller.
 */
final class ProxyUserFilter extends OncePerRequestFilter {
    /** Set by Tomcat if it replaced the address of the connection with one that a header gives. */
    private static final String REPLACED_ADDRESS = "org.apache.tomcat.remoteAddr";

    private static final Pattern NAME = Pattern.compile("[\\x21-\\x7e]{1,64}");

    private final ProxySettings settings;

    ProxyUserFilter(ProxySettings settings) {
        this.settings = settings;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<String> user = user(request);
        chain.doFilter(user.isPresent() ? new Named(request, user.get()) : request, response);
    }

    private Optional<String> user(HttpServletRequest request) {
        String address = request.getRemoteAddr();
        boolean trusted = request.getAttribute(REPLACED_ADDRESS) == null && settings.trusts(address);
        // a second value is the client's own, which a proxy passed on instead of replacing it
        List<String> names = trusted ? Collections.list(request.getHeaders(settings.userHeader())) : List.of();
        return names.size() == 1 && NAME.matcher(names.get(0)).matches()
                ? Optional.of(names.get(0) + " via " + address)
                : Optional.empty();
    }

    private static final class Named extends HttpServletRequestWrapper {
        private final String user;

        Named(HttpServletRequest request, String user) {
            super(request);
            this.user = user;
        }

        @Override
        public String getRemoteUser() {
            return user;
        }
    }
}
