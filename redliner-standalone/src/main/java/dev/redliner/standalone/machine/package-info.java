/** Checks whether the machine has room for the demo, whose hosts, traffic and measurement share it. */
@NullMarked
package dev.redliner.standalone.machine;

import org.jspecify.annotations.NullMarked;
