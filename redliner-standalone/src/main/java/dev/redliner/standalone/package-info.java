/** All four parts in one process, the command line and the demo fleet. */
@NullMarked
package dev.redliner.standalone;

import org.jspecify.annotations.NullMarked;
