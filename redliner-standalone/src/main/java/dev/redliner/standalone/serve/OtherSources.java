package dev.redliner.standalone.serve;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The values of a setting in configuration files, environment variables and Java system properties. */
final class OtherSources {
    private OtherSources() {}

    /**
     * A value with its place.
     *
     * @param variable whether the place is an environment variable
     */
    record Given(String value, String place, boolean variable) {}

    /** All values of a setting, except for those on the command line. Each source of a list gives its first element. */
    static List<Given> values(ConfigurableEnvironment environment, String name) {
        ConfigurationPropertyName whole = ConfigurationPropertyName.of(name);
        List<Given> values = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.from(environment.getPropertySources())) {
            if (source.getUnderlyingSource() instanceof CommandLinePropertySource<?>) {
                continue;
            }
            for (ConfigurationPropertyName one : List.of(whole, whole.append("[0]"))) {
                ConfigurationProperty property = source.getConfigurationProperty(one);
                if (property != null) {
                    values.add(new Given(
                            environment.resolvePlaceholders(property.getValue().toString()),
                            String.valueOf(property.getOrigin()),
                            isEnvironment(source)));
                }
            }
        }
        return values;
    }

    private static boolean isEnvironment(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> underlying
                && underlying.getName().equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
    }
}
