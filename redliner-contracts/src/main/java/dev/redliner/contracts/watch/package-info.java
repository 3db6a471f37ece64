/** What the analyzer and the collectors are asked to watch, and for how long. */
@NullMarked
package dev.redliner.contracts.watch;

import org.jspecify.annotations.NullMarked;
