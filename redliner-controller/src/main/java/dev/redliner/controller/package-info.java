/** The controller: conducts runs, from their start until the traffic is restored. */
@NullMarked
package dev.redliner.controller;

import org.jspecify.annotations.NullMarked;
