/**
 * Random faults on whole measurements in virtual time. The parts that make decisions are real. Everything around them
 * is simulated.
 */
@NullMarked
package dev.redliner.testbench.chaos;

import org.jspecify.annotations.NullMarked;
