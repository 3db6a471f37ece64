package dev.redliner.controller.run.message;

import java.util.Arrays;

/** Signs that Envoy answered or chose instead of the SUT, so that the counts are not the SUT's own. */
public enum InvalidatingSign {
    OVERFLOW("overflow", "Envoy's own limits answered"),
    RETRY("retry", "Envoy asked again"),
    PANIC("panic", "so few hosts are healthy that Envoy uses all of them"),
    EJECTION("ejection", "a host was taken out of rotation"),
    STREAM("stream", "an Envoy lost its redirector"),
    OTHER("", "a counter grew that must not");

    private final String part;
    private final String meaning;

    InvalidatingSign(String part, String meaning) {
        this.part = part;
        this.meaning = meaning;
    }

    /** The sign that a counter of Envoy shows, by the name that Envoy gives it. */
    public static InvalidatingSign of(String counter) {
        // every name contains the empty part of OTHER, which is the last
        return Arrays.stream(values())
                .filter(sign -> counter.contains(sign.part))
                .findFirst()
                .orElseThrow();
    }

    /** For users. */
    String meaning() {
        return meaning;
    }
}
