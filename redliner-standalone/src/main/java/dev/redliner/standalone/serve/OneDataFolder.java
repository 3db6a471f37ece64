package dev.redliner.standalone.serve;

import java.nio.file.Path;
import java.util.List;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;

/** Refuses a {@code redliner.data} in a configuration file that is not the folder in use. */
final class OneDataFolder {
    private OneDataFolder() {}

    /** @throws RefusedSetting with the place in the file */
    static void check(ConfigurableEnvironment environment, Path inUse) {
        List<PropertySource<?>> sources =
                environment.getPropertySources().stream().toList();
        for (PropertySource<?> source : sources) {
            if (source instanceof OriginTrackedMapPropertySource file) {
                Object other = file.getProperty(StandaloneSettings.DATA);
                if (other != null && !absolute(Path.of(other.toString())).equals(absolute(inUse))) {
                    Origin place = file.getOrigin(StandaloneSettings.DATA);
                    throw new RefusedSetting(StandaloneSettings.DATA + " is " + other + " in " + place
                            + ", which has no effect: serve opens its folder before it reads files. Use --data " + other
                            + ".");
                }
            }
        }
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
