/** The catalog: stores the definitions of services with their revisions, and the records of their pools. */
@NullMarked
package dev.redliner.controller.service;

import org.jspecify.annotations.NullMarked;
