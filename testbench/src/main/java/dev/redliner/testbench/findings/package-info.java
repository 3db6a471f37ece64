/** Aggregated findings of fault campaigns: counts and times. */
@NullMarked
package dev.redliner.testbench.findings;

import org.jspecify.annotations.NullMarked;
