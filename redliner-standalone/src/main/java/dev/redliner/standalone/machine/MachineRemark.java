package dev.redliner.standalone.machine;

/**
 * One property of a machine, compared with the demo's need.
 *
 * @param name of the property
 * @param enough whether the need is met
 * @param found a sentence: the property
 * @param needed a sentence: the need
 * @param remedy a sentence: how to meet it
 */
public record MachineRemark(String name, boolean enough, String found, String needed, String remedy) {
    /** The property and the need. */
    public String comparison() {
        return found + " " + needed;
    }

    /** The property, the need and the remedy. */
    public String advice() {
        return comparison() + " " + remedy;
    }
}
