/** The decisions of the search: the next load, its duration, and the end. */
@NullMarked
package dev.redliner.search.policy;

import org.jspecify.annotations.NullMarked;
