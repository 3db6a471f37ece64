/** Turns objectives of <a href="https://openslo.com">OpenSLO</a> into rules. Pure. */
@NullMarked
package dev.redliner.service.openslo;

import org.jspecify.annotations.NullMarked;
