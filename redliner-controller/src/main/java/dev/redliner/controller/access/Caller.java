package dev.redliner.controller.access;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The caller of a request, for the audit log: the account, or the user that a trusted proxy names, or else the address
 * of the connection.
 */
public final class Caller {
    private Caller() {}

    public static String of(HttpServletRequest request) {
        return Identity.of(request).name();
    }

    /**
     * The caller, who has a right for a pool.
     *
     * @throws AccessRefused if not
     */
    public static String with(Right right, String pool, HttpServletRequest request) {
        Identity identity = Identity.of(request);
        identity.require(right, pool);
        return identity.name();
    }

    /**
     * The caller, who has a right for all pools.
     *
     * @throws AccessRefused if not
     */
    public static String withEverywhere(Right right, HttpServletRequest request) {
        Identity identity = Identity.of(request);
        identity.requireEverywhere(right);
        return identity.name();
    }
}
