package dev.redliner.controller.web;

import org.jspecify.annotations.Nullable;

/**
 * One fact of a report.
 *
 * @param name its name
 * @param value its value as text
 * @param detail a second line; null if there is none
 * @param mood the colour: {@code good}, {@code warn}, {@code bad}, or empty
 */
record Fact(String name, String value, @Nullable String detail, String mood) {
    static Fact of(String name, String value, @Nullable String detail) {
        return new Fact(name, value, detail, "");
    }
}
