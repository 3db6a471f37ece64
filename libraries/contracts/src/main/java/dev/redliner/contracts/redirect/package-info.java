/** Orders to the redirector to shift traffic, and reports of the Envoys' states. */
@NullMarked
package dev.redliner.contracts.redirect;

import org.jspecify.annotations.NullMarked;
