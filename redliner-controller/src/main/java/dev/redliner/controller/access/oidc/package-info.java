/** The login with an identity provider that implements OpenID Connect. */
@NullMarked
package dev.redliner.controller.access.oidc;

import org.jspecify.annotations.NullMarked;
