package dev.redliner.controller.calendar;

import dev.redliner.http.AddressRefused;
import dev.redliner.http.GuardedHttp;
import java.net.URI;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The source of a calendar in iCalendar format.
 *
 * @param location an address (http, https, webcal), or the path of a file
 * @param authorization value of the header {@code Authorization}; empty: none. It is never shown
 */
public record CalendarSource(@DefaultValue("") String location, @DefaultValue("") String authorization) {
    private static final String ADDRESS = "(?i)[a-z][a-z0-9+.-]*://.*";

    public CalendarSource {
        location = location.strip().replaceFirst("(?i)^webcal://", "https://");
    }

    boolean isAddress() {
        return location.matches(ADDRESS);
    }

    /** The first mistake as the rest of a sentence that begins with the name of the calendar; empty if there is none. */
    Optional<String> problem() {
        if (location.isEmpty()) {
            return Optional.of(".location is missing: an address, or the path of a file");
        }
        if (!isAddress()) {
            return authorization.isEmpty() ? Optional.empty() : Optional.of(".authorization is for addresses only");
        }
        try {
            GuardedHttp.check(URI.create(location));
            return Optional.empty();
        } catch (AddressRefused | IllegalArgumentException e) {
            // without the address, which may hold a secret
            return Optional.of(".location is no http or https address without a user in it");
        }
    }

    /** The location without what may be a secret: private addresses of calendars have one in their path. */
    public String shown() {
        if (!isAddress()) {
            return location;
        }
        URI uri = URI.create(location);
        return uri.getScheme() + "://" + uri.getAuthority() + "/...";
    }

    @Override
    public String toString() {
        return "CalendarSource[" + shown() + "]";
    }
}
