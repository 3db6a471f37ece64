/** {@code redliner accounts}: the accounts file of a controller that requires a login. */
@NullMarked
package dev.redliner.standalone.accounts;

import org.jspecify.annotations.NullMarked;
