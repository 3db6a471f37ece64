package dev.redliner.standalone.simulate;

import picocli.CommandLine.Option;

/** {@code --seed} of a repeatable command. */
public final class Seed {
    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
    private long number;

    public long number() {
        return number;
    }
}
