/**
 * Calendars in iCalendar format (RFC 5545): from a text over its events to their occurrences. Pure. The work for one text
 * is bounded, because it may come from anywhere.
 */
@NullMarked
package dev.redliner.schedule.calendar;

import org.jspecify.annotations.NullMarked;
