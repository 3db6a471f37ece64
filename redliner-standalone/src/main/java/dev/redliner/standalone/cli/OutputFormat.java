package dev.redliner.standalone.cli;

/** In which form a command prints what it found. */
public enum OutputFormat {
    /** For people. */
    table,
    json,
    yaml
}
