package dev.redliner.controller.web;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;
import org.springframework.web.util.WebUtils;

/**
 * The time zone of the reader, for pictures that the server draws. The script of the pages keeps it in a cookie; it
 * writes all other times itself.
 */
final class ReaderZone {
    static final String COOKIE = "redliner-zone";

    private ReaderZone() {}

    /** UTC without a cookie, or if it names no time zone. */
    static ZoneId of(HttpServletRequest request) {
        return Optional.ofNullable(WebUtils.getCookie(request, COOKIE))
                .map(Cookie::getValue)
                .flatMap(ReaderZone::parse)
                .orElseGet(() -> ZoneId.of("UTC"));
    }

    private static Optional<ZoneId> parse(String name) {
        try {
            return Optional.of(ZoneId.of(name));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
