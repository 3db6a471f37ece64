/** Measures Redliner itself, on the demo fleet. */
@NullMarked
package dev.redliner.testbench.benchmark;

import org.jspecify.annotations.NullMarked;
