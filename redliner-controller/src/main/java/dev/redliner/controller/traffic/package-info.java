/**
 * The traffic of every pool: by second for an hour, in memory and from {@link dev.redliner.contracts.Topics#TRAFFIC} again
 * after a restart; in slots of five minutes for years, in the database.
 */
@NullMarked
package dev.redliner.controller.traffic;

import org.jspecify.annotations.NullMarked;
