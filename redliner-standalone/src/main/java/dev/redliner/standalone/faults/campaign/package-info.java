/** Faults drawn at random on a living fleet of real processes, and what must hold after each of them. */
@NullMarked
package dev.redliner.standalone.faults.campaign;

import org.jspecify.annotations.NullMarked;
