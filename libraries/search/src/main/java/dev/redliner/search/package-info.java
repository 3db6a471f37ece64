/**
 * The search for the redline: pure, behind one small interface. This package decides on the next load, by the statistics
 * in {@code estimate} of the observations in {@code evidence}.
 */
@NullMarked
package dev.redliner.search;

import org.jspecify.annotations.NullMarked;
