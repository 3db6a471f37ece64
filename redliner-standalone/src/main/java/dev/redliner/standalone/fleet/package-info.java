/** Demo hosts of configured capacity. */
@NullMarked
package dev.redliner.standalone.fleet;

import org.jspecify.annotations.NullMarked;
