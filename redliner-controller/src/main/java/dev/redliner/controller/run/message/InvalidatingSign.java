package dev.redliner.controller.run.message;

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
        for (InvalidatingSign sign : values()) {
            if (counter.contains(sign.part)) {
                return sign;
            }
        }
        return OTHER;
    }

    /** For users. */
    String meaning() {
        return meaning;
    }
}
