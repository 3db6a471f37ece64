/** Demo hosts whose true capacity is set and known. */
@NullMarked
package dev.redliner.standalone.fleet;

import org.jspecify.annotations.NullMarked;
