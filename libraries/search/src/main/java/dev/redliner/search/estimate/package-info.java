/** The statistics of the search: the evidence of finished probes, and the posterior of the redline that follows from it. */
@NullMarked
package dev.redliner.search.estimate;

import org.jspecify.annotations.NullMarked;
