/** Runs, their events, pool locks and fencing tokens in the database. */
@NullMarked
package dev.redliner.controller.journal;

import org.jspecify.annotations.NullMarked;
