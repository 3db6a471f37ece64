/** The command line: commands for people and scripts, and the view of a run in a terminal. No Spring here. */
@NullMarked
package dev.redliner.standalone.cli;

import org.jspecify.annotations.NullMarked;
