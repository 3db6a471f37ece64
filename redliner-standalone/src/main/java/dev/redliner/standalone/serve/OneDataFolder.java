package dev.redliner.standalone.serve;

import java.nio.file.Path;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Refuses a {@code redliner.data} in a configuration file or a Java system property that is not the folder in use. The
 * environment variable is the default of {@code --data}, which takes precedence.
 */
final class OneDataFolder {
    private OneDataFolder() {}

    /** @throws RefusedSetting with the place of the other folder */
    static void check(ConfigurableEnvironment environment, Path inUse) {
        for (OtherSources.Given other : OtherSources.values(environment, StandaloneSettings.DATA)) {
            if (!other.variable() && !absolute(Path.of(other.value())).equals(absolute(inUse))) {
                throw new RefusedSetting(StandaloneSettings.DATA + " is " + other.value() + " in " + other.place()
                        + ", which has no effect: serve opens its folder before it reads files. Use --data "
                        + other.value() + ".");
            }
        }
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
