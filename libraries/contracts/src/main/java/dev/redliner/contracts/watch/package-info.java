/** The watches: requests to the analyzer and the collectors to observe a pool for a limited time. */
@NullMarked
package dev.redliner.contracts.watch;

import org.jspecify.annotations.NullMarked;
