package dev.redliner.controller.api;

import org.jspecify.annotations.Nullable;

/** Parses whole numbers in parameters. Spring would treat an empty parameter as a missing one. */
final class WholeNumber {
    private WholeNumber() {}

    /** Parses a number from {@code least} to {@code most}; returns {@code otherwise} if the parameter is missing. */
    static int of(String parameter, @Nullable String value, int otherwise, int least, int most) {
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (least <= number && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // answered in the same way as a number out of range
        }
        throw ApiProblem.badRequest("The parameter '" + parameter + "' (" + value + ") is not a number from " + least
                + " to " + most + ".");
    }

    /** Parses a number of at least {@code least}; returns null if the parameter is missing. */
    static @Nullable Long of(String parameter, @Nullable String value, long least) {
        if (value == null) {
            return null;
        }
        try {
            long number = Long.parseLong(value);
            if (least <= number) {
                return number;
            }
        } catch (NumberFormatException e) {
            // answered in the same way as a number out of range
        }
        throw ApiProblem.badRequest(
                "The parameter '" + parameter + "' (" + value + ") is not a number of " + least + " or more.");
    }
}
