package dev.redliner.testbench.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The settings of our images, from deploy/Dockerfile.
 *
 * @param entrypoint the command before the service's own
 * @param healthcheck the command of the health check
 * @param environment ENV lines
 * @param user the user of the process
 */
record ImageFile(List<String> entrypoint, List<String> healthcheck, Map<String, String> environment, String user) {

    private static final Pattern ENV = Pattern.compile("(?m)^ENV (\\w+)=\"(.*)\"$");

    static ImageFile read() throws IOException {
        String text = Files.readString(ComposeFile.HOME.resolve("deploy/Dockerfile"));
        // the last of several stages is the image
        String image = text.substring(text.lastIndexOf("\nFROM "));
        var environment = new LinkedHashMap<String, String>();
        ENV.matcher(image).results().forEach(env -> environment.put(env.group(1), env.group(2)));
        return new ImageFile(
                words(only(image, "^ENTRYPOINT (\\[.*])$")),
                words(only(image, "^HEALTHCHECK .*CMD (\\[.*])$")),
                environment,
                only(image, "^USER (.*)$"));
    }

    private static String only(String text, String pattern) {
        List<MatchResult> found =
                Pattern.compile("(?m)" + pattern).matcher(text).results().toList();
        if (found.size() != 1) {
            throw new IllegalStateException(found.size() + " lines of deploy/Dockerfile match " + pattern);
        }
        return found.get(0).group(1);
    }

    /** Parses the exec form only: a JSON list, which is also YAML. */
    private static List<String> words(String list) {
        Object read = new Load(LoadSettings.builder().build()).loadFromString(list);
        return ((List<?>) read).stream().map(Object::toString).toList();
    }
}
