/** Builds the documents of the API from runs. */
@NullMarked
package dev.redliner.controller.report;

import org.jspecify.annotations.NullMarked;
