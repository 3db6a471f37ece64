package dev.redliner.controller.access.oidc;

import dev.redliner.controller.access.BreakGlass;
import dev.redliner.controller.access.Identity;
import dev.redliner.controller.access.ProviderRefusal;
import dev.redliner.controller.access.ProviderRefusal.Kind;
import dev.redliner.controller.access.Role;
import dev.redliner.controller.access.oidc.OidcSettings.Grant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Derives the caller from the claims of a token whose signature is valid. Claims of another type are refused. Pure. */
final class ClaimedIdentity {
    private static final String SUBJECT = "sub";
    private static final Pattern NAME = Pattern.compile("[\\x21-\\x7e]{1,100}");

    private final String nameClaim;
    private final String rolesClaim;
    private final List<Grant> grants;
    private final List<Role> defaults;

    ClaimedIdentity(OidcSettings settings) {
        this.nameClaim = settings.nameClaim();
        this.rolesClaim = settings.rolesClaim();
        this.grants = settings.grants();
        this.defaults = settings.defaultRoles().stream().map(Role::parse).toList();
    }

    /** @throws ProviderRefusal if the claims name no caller, or one without a role */
    Identity of(Map<String, Object> claims) {
        String name = name(claims);
        List<Role> roles = roles(values(claims));
        if (roles.isEmpty()) {
            throw new ProviderRefusal(
                    Kind.NO_ROLE,
                    name + " has no role here: no value of the claim '" + rolesClaim + "' is granted one in"
                            + " redliner.controller.access.oidc.grants.");
        }
        return new Identity(name, roles);
    }

    private String name(Map<String, Object> claims) {
        Object value = Objects.requireNonNullElse(claims.get(nameClaim), Optional.empty());
        Object name = value instanceof Optional<?> ? claims.get(SUBJECT) : value;
        if (name instanceof String text && NAME.matcher(text).matches() && !text.equals(BreakGlass.NAME)) {
            return text;
        }
        throw new ProviderRefusal(
                Kind.INVALID,
                "The claim '" + (value instanceof Optional<?> ? SUBJECT : nameClaim) + "' has no name that the audit"
                        + " log can keep: 1 to 100 visible ASCII characters without spaces.");
    }

    private List<Role> roles(List<String> groups) {
        var roles = new ArrayList<>(defaults);
        grants.stream()
                .filter(grant -> groups.contains(grant.group()))
                .flatMap(grant -> grant.roles().stream())
                .map(Role::parse)
                .filter(role -> !roles.contains(role))
                .forEach(roles::add);
        return roles;
    }

    /** The values of the claim with the roles. One text is one value, with its spaces. */
    private List<String> values(Map<String, Object> claims) {
        Object value = claims.containsKey(rolesClaim) ? claims.get(rolesClaim) : member(claims);
        if (value == null) {
            return List.of();
        }
        Stream<?> all = value instanceof Collection<?> many ? many.stream() : Stream.of(value);
        return all.map(this::text).toList();
    }

    private String text(@Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new ProviderRefusal(
                Kind.INVALID, "The claim '" + rolesClaim + "' is neither a text nor a list of texts.");
    }

    /** The claim {@code realm_access.roles} is the member {@code roles} of the object {@code realm_access}. */
    private @Nullable Object member(Map<String, Object> claims) {
        Object value = claims;
        for (String part : rolesClaim.split("\\.", -1)) {
            value = value instanceof Map<?, ?> map ? map.get(part) : null;
        }
        return value;
    }
}
