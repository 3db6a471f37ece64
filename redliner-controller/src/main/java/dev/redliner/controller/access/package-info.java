/** Who may do what: accounts, roles and the login. */
@NullMarked
package dev.redliner.controller.access;

import org.jspecify.annotations.NullMarked;
