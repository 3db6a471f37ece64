package dev.redliner.controller.access;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A role of an account, such as {@code operator:shop-*}.
 *
 * @param kind which rights it gives
 * @param pools the pools for which it gives them: a name in which {@code *} stands for any characters
 */
public record Role(Kind kind, String pools) {
    private static final String ALL = "*";
    private static final Pattern POOLS = Pattern.compile("[A-Za-z0-9_*-]{1,63}");

    /** The kinds of roles. Every account may read. */
    public enum Kind {
        /** Reads, and changes nothing. */
        VIEWER(Set.of(), false),
        /** Measures pools. */
        OPERATOR(Set.of(Right.RUN, Right.ABORT), true),
        /** Ends runs of all pools, and starts none. */
        ABORT_ANY(Set.of(Right.ABORT), false),
        /** Changes services. */
        SERVICES(Set.of(Right.CONFIGURE), true),
        /** Has every right. */
        ADMIN(Set.of(Right.values()), false);

        private final Set<Right> rights;
        private final boolean perPool;

        Kind(Set<Right> rights, boolean perPool) {
            this.rights = rights;
            this.perPool = perPool;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A role for all pools. */
    public static Role of(Kind kind) {
        return new Role(kind, ALL);
    }

    /**
     * Reads a role.
     *
     * @param text such as {@code viewer}, {@code operator} or {@code operator:shop-*}
     * @throws IllegalArgumentException with the possible roles
     */
    public static Role parse(String text) {
        String[] parts = text.split(":", -1);
        Kind kind = Arrays.stream(Kind.values())
                .filter(it -> it.label().equals(parts[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is not a role. The roles are "
                        + labels() + ". operator and services may be limited to pools, such as operator:shop-*."));
        if (parts.length == 1) {
            return of(kind);
        }
        if (!kind.perPool) {
            throw new IllegalArgumentException("Role '" + text + "': " + kind.label() + " cannot be limited to pools.");
        }
        if (parts.length > 2 || !POOLS.matcher(parts[1]).matches()) {
            throw new IllegalArgumentException("Role '" + text
                    + "': after the colon comes the name of a pool, in which * stands for any characters.");
        }
        return new Role(kind, parts[1]);
    }

    private static String labels() {
        return Arrays.stream(Kind.values()).map(Kind::label).collect(Collectors.joining(", "));
    }

    boolean gives(Right right, String pool) {
        return kind.rights.contains(right) && matches(pool);
    }

    boolean givesSomewhere(Right right) {
        return kind.rights.contains(right);
    }

    boolean givesEverywhere(Right right) {
        return kind.rights.contains(right) && pools.equals(ALL);
    }

    private boolean matches(String pool) {
        String expression =
                Arrays.stream(pools.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return pool.matches(expression);
    }

    /** All roles that give a right, for messages. */
    public static List<String> giving(Right right) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.rights.contains(right))
                .map(Kind::label)
                .toList();
    }

    @Override
    public String toString() {
        return pools.equals(ALL) ? kind.label() : kind.label() + ":" + pools;
    }
}
