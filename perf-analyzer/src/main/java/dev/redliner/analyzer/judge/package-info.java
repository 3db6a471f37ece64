/** When a tick is closed and what the rules say of it. Pure: time is passed in. */
@NullMarked
package dev.redliner.analyzer.judge;

import org.jspecify.annotations.NullMarked;
