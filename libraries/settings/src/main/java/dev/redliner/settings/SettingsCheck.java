package dev.redliner.settings;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.Ordered;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.Resource;

/**
 * Rejects unknown names below {@code redliner.} when a server starts.
 *
 * <p>One file may serve all four parts, so names of parts outside of this process are accepted. Among environment
 * variables and Java system properties, only those of a part are checked: {@code REDLINER_HOME} and others belong to
 * the command, and Kubernetes adds variables for every service with a name that begins with {@code redliner-}.
 */
final class SettingsCheck implements EnvironmentPostProcessor, Ordered {
    private static final String OURS = "redliner.";
    private static final Set<String> PARTS = Set.of("collector", "analyzer", "redirector", "controller");
    private static final String DATA = "redliner.data";
    private static final Pattern SERVICE_LINK =
            Pattern.compile(".*_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        KnownSettings known = KnownSettings.ofRedliner();
        List<String> refusals = new ArrayList<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> names) {
                refuse(names, known, refusals);
            }
        }
        if (!refusals.isEmpty()) {
            throw new UnknownSettings(refusals);
        }
    }

    private static void refuse(EnumerablePropertySource<?> source, KnownSettings known, List<String> refusals) {
        boolean variables = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME.equals(source.getName());
        boolean ofProcess = StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME.equals(source.getName());
        for (String name : source.getPropertyNames()) {
            if (variables ? unknownVariable(name, known) : unknown(name, !ofProcess, known)) {
                String setting = variables ? name.toLowerCase(Locale.ROOT).replace('_', '.') : name;
                refusals.add(place(source, name) + ": " + known.refusal(setting));
            }
        }
    }

    private static boolean unknownVariable(String name, KnownSettings known) {
        return PARTS.stream()
                .filter(part -> known.hasBelow(OURS + part + "."))
                .anyMatch(part -> name.startsWith("REDLINER_" + part.toUpperCase(Locale.ROOT) + "_")
                        && !known.hasVariable(name)
                        && !SERVICE_LINK.matcher(name).matches());
    }

    private static boolean unknown(String name, boolean alsoBesideParts, KnownSettings known) {
        if (!name.startsWith(OURS) || name.equals(DATA)) {
            return false;
        }
        String part = name.substring(OURS.length()).replaceFirst("[.\\[].*$", "");
        return PARTS.contains(part) ? known.hasBelow(OURS + part + ".") && !known.has(name) : alsoBesideParts;
    }

    private static String place(PropertySource<?> source, String name) {
        if (source instanceof CommandLinePropertySource<?>) {
            return "argument --" + name;
        }
        Origin origin = OriginLookup.getOrigin(source, name);
        if (origin instanceof TextResourceOrigin text && text.getResource() != null && text.getLocation() != null) {
            return path(text.getResource()) + ":" + (text.getLocation().getLine() + 1) + ":"
                    + (text.getLocation().getColumn() + 1);
        }
        return origin == null ? source.getName() + " " + name : origin.toString();
    }

    private static String path(Resource resource) {
        try {
            return resource.getFile().getPath();
        } catch (IOException e) {
            return resource.getDescription();
        }
    }
}
