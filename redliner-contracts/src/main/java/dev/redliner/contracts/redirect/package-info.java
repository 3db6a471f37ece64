/** What the redirector is asked to do with traffic, and what the Envoys did. */
@NullMarked
package dev.redliner.contracts.redirect;

import org.jspecify.annotations.NullMarked;
