/** The search for the redline as its callers see it: the plan, the evidence, the settings and the result. */
@NullMarked
package dev.redliner.search;

import org.jspecify.annotations.NullMarked;
