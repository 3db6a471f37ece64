/** Measures Redliner itself, on the demo fleet. */
@NullMarked
package dev.redliner.standalone.benchmark;

import org.jspecify.annotations.NullMarked;
