/** What can be set from outside. */
@NullMarked
package dev.redliner.redirector.settings;

import org.jspecify.annotations.NullMarked;
