/** The REST API: services, runs, and the live events of runs. */
@NullMarked
package dev.redliner.controller.api;

import org.jspecify.annotations.NullMarked;
