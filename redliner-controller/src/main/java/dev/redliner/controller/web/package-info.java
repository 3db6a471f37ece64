/** The pages for people. Their actions and live updates use the API. */
@NullMarked
package dev.redliner.controller.web;

import org.jspecify.annotations.NullMarked;
