package dev.redliner.controller.api;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Conversion between revisions and ETags. */
final class IfMatch {
    private IfMatch() {}

    static String etag(long revision) {
        return "\"" + revision + "\"";
    }

    /** The revision in an If-Match header; empty without the header, or if it is {@code *}. */
    static OptionalLong revision(@Nullable String ifMatch) {
        if (ifMatch == null || ifMatch.strip().equals("*")) {
            return OptionalLong.empty();
        }
        String tag = ifMatch.strip().replaceFirst("^W/", "").replace("\"", "");
        if (!tag.matches("[0-9]{1,18}")) {
            throw ApiProblem.badRequest(
                    "The header If-Match (" + ifMatch + ") is not an ETag of this API, such as \"7\".");
        }
        return OptionalLong.of(Long.parseLong(tag));
    }
}
