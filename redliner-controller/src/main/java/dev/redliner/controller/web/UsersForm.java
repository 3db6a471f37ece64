package dev.redliner.controller.web;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.service.UserPlace;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the form that looks users up, as they were entered.
 *
 * @param users ids of users, one in each line
 * @param share the share in percent; empty for the highest one that a run may use
 */
record UsersForm(@Nullable String users, @Nullable String share) {
    /** A page is no place for more; the command takes a file. */
    private static final int MOST = 1_000;

    /**
     * The ids, without empty lines. Blanks around an id are not part of it, and neither are those of a header.
     *
     * @throws IllegalArgumentException with a sentence, if there are too many
     */
    List<String> ids() {
        List<String> ids = Objects.requireNonNullElse(users, "")
                .lines()
                .map(UserPlace::idIn)
                .filter(line -> !line.isEmpty())
                .toList();
        if (ids.size() > MOST) {
            throw new IllegalArgumentException("These are " + ids.size() + " users, and the page takes " + MOST
                    + ". The command 'redliner service users' reads a file.");
        }
        return ids;
    }

    /**
     * The share.
     *
     * @param highest the share if none was entered
     * @throws IllegalArgumentException with a sentence, if it is no percentage
     */
    Share share(Share highest) {
        String entered = Objects.requireNonNullElse(share, "").strip().replaceFirst("\\s*%$", "");
        if (entered.isEmpty()) {
            return highest;
        }
        try {
            return Share.ofFraction(Double.parseDouble(entered) / 100);
        } catch (IllegalArgumentException e) {
            // of both, the message would be about the fraction
            throw new IllegalArgumentException(
                    "The share '" + entered + "' is no percentage from 0 to 100. Enter one such as 30.", e);
        }
    }
}
