/** Serves Envoys: the runtime layer with a lease on it, and whole configurations for pools that Redliner leads. */
@NullMarked
package dev.redliner.redirector.xds;

import org.jspecify.annotations.NullMarked;
