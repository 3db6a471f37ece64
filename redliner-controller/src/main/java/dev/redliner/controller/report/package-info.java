/** What a run shows to the outside: one document for the API, the command line and the page. */
@NullMarked
package dev.redliner.controller.report;

import org.jspecify.annotations.NullMarked;
