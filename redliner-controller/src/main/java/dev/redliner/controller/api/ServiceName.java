package dev.redliner.controller.api;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a parameter as the name of a service. A name that no service can have is answered like the name of a
 * service that does not exist.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Parameter(schema = @Schema(type = "string", pattern = ServiceName.PATTERN))
@interface ServiceName {
    /** The pattern that {@link dev.redliner.contracts.pool.Pool} requires. */
    String PATTERN = "^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$";
}
