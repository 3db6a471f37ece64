/** Settings that several features of the controller share. */
@NullMarked
package dev.redliner.controller.settings;

import org.jspecify.annotations.NullMarked;
