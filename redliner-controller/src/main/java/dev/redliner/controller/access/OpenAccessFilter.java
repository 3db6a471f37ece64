package dev.redliner.controller.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/** Gives every caller every right, where no login is required. */
final class OpenAccessFilter extends OncePerRequestFilter {
    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String user = request.getRemoteUser();
        Identity.unrestricted(user == null ? request.getRemoteAddr() : user).putOn(request);
        chain.doFilter(request, response);
    }
}
