/** The documents of the API: one form for the controller, the command line and the page. */
@NullMarked
package dev.redliner.api;

import org.jspecify.annotations.NullMarked;
