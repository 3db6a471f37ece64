package dev.redliner.collector.procfs;

import java.util.OptionalLong;

/** The soft limit of open files in {@code /proc/PID/limits}. */
public final class OpenFilesLimit {
    private static final String FILE = "/proc/PID/limits";
    private static final String NAME = "Max open files";

    private OpenFilesLimit() {}

    /**
     * The limit; empty if there is none.
     *
     * @throws MalformedText if the text has no such line
     */
    public static OptionalLong parse(String text) {
        String line = text.lines()
                .filter(each -> each.startsWith(NAME))
                .findFirst()
                .orElseThrow(() -> new MalformedText(FILE, "no line " + NAME));
        var fields = new Fields(FILE, line.substring(NAME.length()));
        return fields.word(0).equals("unlimited") ? OptionalLong.empty() : OptionalLong.of(fields.number(0));
    }
}
