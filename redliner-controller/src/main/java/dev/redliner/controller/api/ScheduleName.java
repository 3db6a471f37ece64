package dev.redliner.controller.api;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a parameter as the name of a schedule. A name that no schedule can have is answered like the name of a
 * schedule that does not exist.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Parameter(schema = @Schema(type = "string", pattern = ServiceName.PATTERN))
@interface ScheduleName {}
