/** The messages of runs. The set is closed: each is one or more whole sentences, which all views show unchanged. */
@NullMarked
package dev.redliner.controller.run.message;

import org.jspecify.annotations.NullMarked;
