/** What campaigns of faults find, added up: counts and times. */
@NullMarked
package dev.redliner.standalone.findings;

import org.jspecify.annotations.NullMarked;
