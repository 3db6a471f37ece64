package dev.redliner.controller.access;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Paths of this server, to which a login may lead. */
public final class LocalPath {
    /** A second slash or a backslash would be read as the name of another server. */
    private static final Pattern LOCAL = Pattern.compile("/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]*");

    private LocalPath() {}

    /** The path, or the one of the overview in place of an address elsewhere. */
    public static String orOverview(@Nullable String path) {
        return path != null && LOCAL.matcher(path).matches() ? path : "/";
    }
}
