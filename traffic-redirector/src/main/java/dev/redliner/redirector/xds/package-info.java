/** Serves Envoys: the runtime layer under a lease, and the whole configuration for pools in mode {@code FULL}. */
@NullMarked
package dev.redliner.redirector.xds;

import org.jspecify.annotations.NullMarked;
