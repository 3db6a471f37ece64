/** The settings of the redirector. */
@NullMarked
package dev.redliner.redirector.settings;

import org.jspecify.annotations.NullMarked;
