/** The traffic of pools by second, which is always counted. */
@NullMarked
package dev.redliner.contracts.traffic;

import org.jspecify.annotations.NullMarked;
