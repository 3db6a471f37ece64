package dev.redliner.contracts.sample;

import java.util.List;
import java.util.Map;

/**
 * The names of the properties of a host: texts that stay the same for weeks, such as its kernel. They explain why two
 * results differ. No rule and no guard reads them. {@code docs/configuration.md} has the source of each.
 */
public final class HostProperties {
    public static final String KERNEL = "kernel";
    public static final String CPU_MODEL = "cpu.model";
    public static final String CPU_THREADS_PER_CORE = "cpu.threads_per_core";
    public static final String NUMA_NODES = "numa.nodes";
    public static final String PROGRAM = "program";
    public static final String JVM_VERSION = "jvm.version";
    public static final String JVM_FLAGS = "jvm.flags";

    /** All names, in the order of the documentation. */
    public static final List<String> ALL =
            List.of(KERNEL, CPU_MODEL, CPU_THREADS_PER_CORE, NUMA_NODES, PROGRAM, JVM_VERSION, JVM_FLAGS);

    /** A collector cuts off longer texts. */
    public static final int LONGEST = 1_000;

    private static final int MOST = 50;

    private HostProperties() {}

    static void check(Map<String, String> properties) {
        if (properties.size() > MOST) {
            throw new IllegalArgumentException(properties.size() + " properties are more than " + MOST);
        }
        properties.forEach((name, text) -> {
            if (name.length() > LONGEST || text.length() > LONGEST) {
                throw new IllegalArgumentException("a property is longer than " + LONGEST + " characters");
            }
        });
    }
}
