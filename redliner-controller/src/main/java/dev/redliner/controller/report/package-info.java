/** The report of a run: one document for the API, the command line and the page. */
@NullMarked
package dev.redliner.controller.report;

import org.jspecify.annotations.NullMarked;
