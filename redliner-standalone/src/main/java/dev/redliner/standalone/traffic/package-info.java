/** Production-like open-loop traffic for the demo fleet. */
@NullMarked
package dev.redliner.standalone.traffic;

import org.jspecify.annotations.NullMarked;
