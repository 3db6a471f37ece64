/** The calendars that schedules refer to: their sources, their last good copies, and whether these can be relied on. */
@NullMarked
package dev.redliner.controller.calendar;

import org.jspecify.annotations.NullMarked;
