/** Recent samples, in event time, as counts that can be added. Pure. */
@NullMarked
package dev.redliner.analyzer.window;

import org.jspecify.annotations.NullMarked;
