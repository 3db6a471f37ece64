package dev.redliner.controller.web;

import dev.redliner.controller.access.Identity;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * The reader of a page. The methods called {@code no...} give the reason why the reader may not do something, for the
 * title of a disabled button, or null if the reader may.
 *
 * @param login whether this server requires a login
 * @param identity null before the login
 */
public record Me(boolean login, @Nullable Identity identity) {
    /** The name, or empty without a login. */
    public String name() {
        return login && identity != null ? identity.name() : "";
    }

    /** The roles, such as {@code operator:shop-*}. */
    public String roles() {
        return identity == null ? "" : identity.roleNames();
    }

    /** Whether the reader can change nothing at all. */
    public boolean viewer() {
        return identity != null
                && !identity.maySomewhere(Right.RUN)
                && !identity.maySomewhere(Right.ABORT)
                && !identity.maySomewhere(Right.CONFIGURE);
    }

    public @Nullable String noRun(@Nullable String pool) {
        return no(Right.RUN, pool);
    }

    public @Nullable String noAbort(@Nullable String pool) {
        return no(Right.ABORT, pool);
    }

    public @Nullable String noConfigure(@Nullable String pool) {
        return no(Right.CONFIGURE, pool);
    }

    /** Of the safety lever. */
    public @Nullable String noEngage() {
        return noEverywhere(Right.ABORT);
    }

    /** Of the safety lever. */
    public @Nullable String noRelease() {
        return noEverywhere(Right.RUN);
    }

    /** Of tests of destinations. */
    public @Nullable String noTest() {
        return noEverywhere(Right.ADMINISTER);
    }

    /** @param pool null or empty: it is not known yet, and the right for some pool is enough */
    private @Nullable String no(Right right, @Nullable String pool) {
        boolean may = identity != null
                && (pool == null || pool.isEmpty() ? identity.maySomewhere(right) : identity.may(right, pool));
        return may ? null : needs(right) + " for this pool.";
    }

    private @Nullable String noEverywhere(Right right) {
        return identity != null && identity.mayEverywhere(right) ? null : needs(right) + " for all pools.";
    }

    private static String needs(Right right) {
        return "This needs the role " + String.join(" or ", Role.giving(right));
    }
}
