package dev.redliner.controller.event;

/** A text is not an event that can be used. The message is a sentence. */
public final class InvalidEvent extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvalidEvent(String message) {
        super(message);
    }
}
