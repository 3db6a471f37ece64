/** The pages that show runs live. Updates come from the event stream of the API. */
@NullMarked
package dev.redliner.controller.web;

import org.jspecify.annotations.NullMarked;
