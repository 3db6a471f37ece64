package dev.redliner.standalone.simulate;

import dev.redliner.search.SearchSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --profile} of a search without a service file that sets it. */
public final class SearchProfile {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = "default",
            description =
                    "Profile of the search: default, gentle (least harm) or quick (least time); default: ${DEFAULT-VALUE}.")
    private String name;

    public String name() {
        return name;
    }

    public SearchSettings settings() {
        return SearchSettings.profile(name)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "there is no profile '" + name + "': default, gentle or quick"));
    }
}
