/** Rejects settings that do not exist, when a server starts. */
@NullMarked
package dev.redliner.settings;

import org.jspecify.annotations.NullMarked;
