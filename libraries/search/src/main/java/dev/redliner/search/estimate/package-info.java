/** The statistics of a search: from observations to the distribution of the redline. They do not depend on the policy. */
@NullMarked
package dev.redliner.search.estimate;

import org.jspecify.annotations.NullMarked;
