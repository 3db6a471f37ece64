/** The observations of a search: intervals of counts and the probes that they belong to. */
@NullMarked
package dev.redliner.search.evidence;

import org.jspecify.annotations.NullMarked;
