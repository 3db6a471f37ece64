package dev.redliner.cli;

import dev.redliner.api.LiveTick;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunUpdate;
import dev.redliner.api.RunUpdate.Kind;
import dev.redliner.api.StepReport;
import java.util.Locale;
import java.util.Optional;

/** Assembles the lines of an event stream into news. */
final class RunEvents {
    private long id;
    private String name = "";
    private final StringBuilder data = new StringBuilder();

    /** Adds a line. Returns news if the line completes an event. */
    Optional<RunUpdate> line(String line) {
        if (line.isEmpty()) {
            return complete();
        }
        int colon = line.indexOf(':');
        String field = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
        switch (field) {
            case "id" -> id = Long.parseLong(value);
            case "event" -> name = value;
            case "data" -> data.append(value).append('\n');
            default -> {
                // a comment, or a field that is newer than this client
            }
        }
        return Optional.empty();
    }

    private Optional<RunUpdate> complete() {
        String event = name;
        String json = data.toString();
        name = "";
        data.setLength(0);
        return json.isEmpty() ? Optional.empty() : kind(event).map(kind -> news(kind, json));
    }

    private static Optional<Kind> kind(String event) {
        try {
            return Optional.of(Kind.valueOf(event.toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private RunUpdate news(Kind kind, String json) {
        Class<?> type =
                switch (kind) {
                    case TICK -> LiveTick.class;
                    case STEP -> StepReport.class;
                    case STATE, END -> RunReport.class;
                };
        return new RunUpdate(id, kind, Documents.JSON.readValue(json, type));
    }
}
