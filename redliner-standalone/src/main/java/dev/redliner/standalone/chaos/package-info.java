/** Random faults on whole measurements in virtual time: the real deciding parts, and everything around them simulated. */
@NullMarked
package dev.redliner.standalone.chaos;

import org.jspecify.annotations.NullMarked;
