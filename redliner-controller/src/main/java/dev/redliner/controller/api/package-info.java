/** The REST API: services, runs, and what a run does as it happens. */
@NullMarked
package dev.redliner.controller.api;

import org.jspecify.annotations.NullMarked;
