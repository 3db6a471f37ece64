/**
 * When a service is measured by itself: schedules, read from YAML, their firings and their blackouts, also those of
 * {@linkplain dev.redliner.schedule.calendar calendars}. Pure.
 */
@NullMarked
package dev.redliner.schedule;

import org.jspecify.annotations.NullMarked;
