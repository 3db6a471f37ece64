/** LiveRedliner: runs measurements from start to restored. */
@NullMarked
package dev.redliner.controller;

import org.jspecify.annotations.NullMarked;
