package dev.redliner.standalone.fleet;

import dev.redliner.contracts.pool.Tier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --tier} of the demo fleet. */
public final class FleetTier {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--tier",
            paramLabel = "TIER",
            defaultValue = "back-end",
            description = "back-end (load-balancer weights) or front-end (buckets of users); ${DEFAULT-VALUE}.")
    private String name;

    public String name() {
        return name;
    }

    public Tier tier() {
        return switch (name) {
            case "back-end" -> Tier.BACK_END;
            case "front-end" -> Tier.FRONT_END;
            default ->
                throw new ParameterException(
                        spec.commandLine(), "--tier '" + name + "' is neither back-end nor front-end");
        };
    }
}
