/** {@code redliner doctor}: checks whether this machine has everything that Redliner needs. */
@NullMarked
package dev.redliner.standalone.doctor;

import org.jspecify.annotations.NullMarked;
