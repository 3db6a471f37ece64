/** Refuses settings that do not exist, at the start of every server. */
@NullMarked
package dev.redliner.settings;

import org.jspecify.annotations.NullMarked;
