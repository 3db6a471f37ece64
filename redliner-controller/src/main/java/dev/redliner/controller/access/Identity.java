package dev.redliner.controller.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;

/**
 * The caller of a request and the caller's rights.
 *
 * @param name for the audit log
 * @param roles the roles of the account
 */
public record Identity(String name, List<Role> roles) {
    private static final String ATTRIBUTE = Identity.class.getName();

    public Identity {
        roles = List.copyOf(roles);
    }

    /** A caller with every right, where no login is required. */
    static Identity unrestricted(String name) {
        return new Identity(name, List.of(Role.of(Role.Kind.ADMIN)));
    }

    /**
     * The caller of a request.
     *
     * @throws IllegalStateException if no filter determined it; then nothing is permitted
     */
    public static Identity of(HttpServletRequest request) {
        return find(request)
                .orElseThrow(() ->
                        new IllegalStateException("no filter determined the caller of " + request.getRequestURI()));
    }

    /** The caller of a request; empty for one without a login, on a page that needs none. */
    public static Optional<Identity> find(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Identity identity ? Optional.of(identity) : Optional.empty();
    }

    void putOn(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /** Whether the caller has a right for a pool. */
    public boolean may(Right right, String pool) {
        return roles.stream().anyMatch(role -> role.gives(right, pool));
    }

    /** Whether the caller has a right for some pool. */
    public boolean maySomewhere(Right right) {
        return roles.stream().anyMatch(role -> role.givesSomewhere(right));
    }

    /** Whether the caller has a right for all pools. */
    public boolean mayEverywhere(Right right) {
        return roles.stream().anyMatch(role -> role.givesEverywhere(right));
    }

    /** @throws AccessRefused if the caller does not have the right for this pool */
    public void require(Right right, String pool) {
        if (!may(right, pool)) {
            throw new AccessRefused(this, right, pool);
        }
    }

    /** @throws AccessRefused if the caller does not have the right for all pools */
    public void requireEverywhere(Right right) {
        if (!mayEverywhere(right)) {
            throw new AccessRefused(this, right, "");
        }
    }

    /** The roles as the accounts file has them, such as {@code viewer, operator:shop-*}. */
    public String roleNames() {
        return String.join(", ", roles.stream().map(Role::toString).toList());
    }
}
