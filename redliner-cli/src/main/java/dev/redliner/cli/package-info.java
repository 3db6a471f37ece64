/** The command line: commands that call a server, and the view of a run in a terminal. No Spring here. */
@NullMarked
package dev.redliner.cli;

import org.jspecify.annotations.NullMarked;
