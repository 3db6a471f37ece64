/** The traffic of pools by second, which is counted at all times. */
@NullMarked
package dev.redliner.contracts.traffic;

import org.jspecify.annotations.NullMarked;
