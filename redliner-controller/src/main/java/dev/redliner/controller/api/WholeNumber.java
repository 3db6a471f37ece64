package dev.redliner.controller.api;

import org.jspecify.annotations.Nullable;

/** Whole numbers in parameters. Spring would take an empty one for a missing one. */
final class WholeNumber {
    private WholeNumber() {}

    /** A number from {@code least} to {@code most}; {@code otherwise} if the parameter is missing. */
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
            // the same answer as for a number beyond its range
        }
        throw ApiProblem.badRequest("The parameter '" + parameter + "' (" + value + ") is not a number from " + least
                + " to " + most + ".");
    }

    /** A number that is not below {@code least}; null if the parameter is missing. */
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
            // the same answer as for a number beyond its range
        }
        throw ApiProblem.badRequest(
                "The parameter '" + parameter + "' (" + value + ") is not a number of " + least + " or more.");
    }
}
