/** Faults drawn at random on a live cluster of real processes, with the guarantees that must hold after each fault. */
@NullMarked
package dev.redliner.testbench.faults.campaign;

import org.jspecify.annotations.NullMarked;
