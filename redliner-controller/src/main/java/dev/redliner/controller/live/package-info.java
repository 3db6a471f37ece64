/** The pages that show runs as they happen; what moves on them comes from the API's event stream. */
@NullMarked
package dev.redliner.controller.live;

import org.jspecify.annotations.NullMarked;
