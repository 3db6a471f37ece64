/** The command line: what people and scripts type, and what a run looks like in a terminal. No Spring here. */
@NullMarked
package dev.redliner.standalone.cli;

import org.jspecify.annotations.NullMarked;
