/**
 * The traffic of every pool.
 *
 * <ul>
 * <li>By second for an hour, in memory. After a restart, it is read again from
 *     {@link dev.redliner.contracts.Topics#TRAFFIC}.
 * <li>In slots of five minutes for years, in the database.
 * </ul>
 */
@NullMarked
package dev.redliner.controller.traffic;

import org.jspecify.annotations.NullMarked;
