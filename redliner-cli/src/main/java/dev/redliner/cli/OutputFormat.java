package dev.redliner.cli;

/** Output formats of the commands. */
public enum OutputFormat {
    /** For people. */
    table,
    json,
    yaml
}
