package dev.redliner.collector.host;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The options in a command line of Java that tune the JVM itself. Only options of known forms are taken: system
 * properties, options of agents and commands to run may contain secrets.
 */
final class JvmFlags {
    /** Options whose argument is the next word. */
    private static final Set<String> WITH_ARGUMENT = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--enable-native-access",
            "--add-reads",
            "--add-exports",
            "--add-opens",
            "--limit-modules",
            "--patch-module");

    /** After these, the words are those of the application. */
    private static final Set<String> LAST = Set.of("-jar", "-m", "--module");

    private static final Pattern TUNING =
            Pattern.compile("-X(?:int|comp|mixed|batch|rs|share:\\w+|noclassgc)|-X(?:m[nsx]|ss)\\w+|-Xlog(?::.*)?"
                    + "|-XX:[+-]\\w+|-XX:(?!On)\\w+=[\\w.%+-]+|-server|-client|--enable-preview");

    private static final Pattern AGENT = Pattern.compile("-(javaagent|agentpath|agentlib):([^=]*)(?:=.*)?");

    private JvmFlags() {}

    /** @param words the command line, with the program first */
    static String of(List<String> words) {
        var flags = new ArrayList<String>();
        Iterator<String> rest = words.iterator();
        if (rest.hasNext()) {
            rest.next();
        }
        while (rest.hasNext()) {
            String word = rest.next();
            if (LAST.contains(word) || !word.startsWith("-") && !word.startsWith("@")) {
                break;
            }
            if (WITH_ARGUMENT.contains(word) && rest.hasNext()) {
                rest.next();
            } else if (TUNING.matcher(word).matches()) {
                flags.add(word);
            } else {
                addAgent(word, flags);
            }
        }
        return String.join(" ", flags);
    }

    /** Of an agent, the name of its file: it may change the capacity of a host. */
    private static void addAgent(String word, List<String> flags) {
        var agent = AGENT.matcher(word);
        if (agent.matches()) {
            String file = agent.group(2);
            flags.add("-" + agent.group(1) + ":" + file.substring(file.lastIndexOf('/') + 1));
        }
    }
}
