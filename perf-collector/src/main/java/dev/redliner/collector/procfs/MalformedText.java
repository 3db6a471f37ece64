package dev.redliner.collector.procfs;

/** A text of the kernel that does not have its documented form, such as a truncated one. */
public final class MalformedText extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 60;

    /**
     * @param file the name of the file, or its role
     * @param problem the missing or wrong part, in words
     */
    MalformedText(String file, String problem) {
        super(file + ": " + problem);
    }

    static MalformedText inLine(String file, String line) {
        String shown = line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
        return new MalformedText(file, "unexpected line '" + shown + "'");
    }
}
