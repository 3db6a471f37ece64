/** Aggregated findings of fault campaigns: counts and times. */
@NullMarked
package dev.redliner.standalone.findings;

import org.jspecify.annotations.NullMarked;
