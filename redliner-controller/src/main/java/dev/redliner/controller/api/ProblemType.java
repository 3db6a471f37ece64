package dev.redliner.controller.api;

import java.net.URI;
import java.util.Locale;
import org.springframework.http.HttpStatus;

/** The types of problems that the API returns. The set is closed, and the description of the API lists all of them. */
enum ProblemType {
    BAD_REQUEST(HttpStatus.BAD_REQUEST, "The request cannot be read"),
    LOGIN_REQUIRED(HttpStatus.UNAUTHORIZED, "The caller is not logged in"),
    LOGIN_FAILED(HttpStatus.UNAUTHORIZED, "The login failed"),
    WRONG_SIGNATURE(HttpStatus.UNAUTHORIZED, "The signature is wrong"),
    FORBIDDEN(HttpStatus.FORBIDDEN, "The request is not allowed"),
    UNKNOWN_PATH(HttpStatus.NOT_FOUND, "No such path"),
    UNKNOWN_SERVICE(HttpStatus.NOT_FOUND, "No such service"),
    UNKNOWN_SCHEDULE(HttpStatus.NOT_FOUND, "No such schedule"),
    UNKNOWN_RUN(HttpStatus.NOT_FOUND, "No such run"),
    UNKNOWN_DESTINATION(HttpStatus.NOT_FOUND, "No such destination or failure"),
    UNKNOWN_CALENDAR(HttpStatus.NOT_FOUND, "No such calendar"),
    NO_ENVOY_CONFIGURATION(HttpStatus.NOT_FOUND, "No such configuration"),
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "The path does not support the method"),
    NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "No representation is acceptable"),
    POOL_BUSY(HttpStatus.CONFLICT, "Another run measures the pool"),
    DEPENDENCY_BUSY(HttpStatus.CONFLICT, "Another run measures a pool with the same dependency"),
    LEVER_ENGAGED(HttpStatus.CONFLICT, "The safety lever is engaged"),
    NOTHING_TO_PLAN_WITH(HttpStatus.CONFLICT, "No redline or no load is known"),
    NOTHING_RECORDED(HttpStatus.CONFLICT, "No verdicts are recorded"),
    NO_LOGIN(HttpStatus.CONFLICT, "This server has no login with a password"),
    NOT_RESTORING(HttpStatus.CONFLICT, "The run cannot be dismissed"),
    FROZEN_CONFIGURATION(HttpStatus.CONFLICT, "The configuration of the Envoys is frozen"),
    SERVICE_IN_USE(HttpStatus.CONFLICT, "A run is active"),
    SERVICE_DECLARED(HttpStatus.CONFLICT, "The service is declared"),
    NOT_CONFIRMED(HttpStatus.CONFLICT, "The withdrawal is not confirmed"),
    LENGTH_REQUIRED(HttpStatus.LENGTH_REQUIRED, "The length of the body is missing"),
    STALE_REVISION(HttpStatus.PRECONDITION_FAILED, "The service or schedule has another revision"),
    BODY_TOO_LONG(HttpStatus.CONTENT_TOO_LARGE, "The body is too long"),
    UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The media type of the body is not supported"),
    INVALID_SERVICE(HttpStatus.UNPROCESSABLE_CONTENT, "The service is not valid"),
    INVALID_SCHEDULE(HttpStatus.UNPROCESSABLE_CONTENT, "The schedule is not valid"),
    INVALID_STORED_SERVICE(HttpStatus.UNPROCESSABLE_CONTENT, "The stored service is not valid"),
    KEY_REUSED(HttpStatus.UNPROCESSABLE_CONTENT, "The key was used before"),
    TOO_MANY_LOGINS(HttpStatus.TOO_MANY_REQUESTS, "Too many logins"),
    BUG(HttpStatus.INTERNAL_SERVER_ERROR, "Internal error"),
    NOT_TAKEN(HttpStatus.BAD_GATEWAY, "The destination did not take the event"),
    NO_DATABASE(HttpStatus.SERVICE_UNAVAILABLE, "The database does not answer"),
    IDENTITY_PROVIDER_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The identity provider does not answer"),
    NOT_READY(HttpStatus.SERVICE_UNAVAILABLE, "The controller is not ready"),
    REPLAY_BUSY(HttpStatus.SERVICE_UNAVAILABLE, "Another replay is not over"),
    ABORT_UNDELIVERED(HttpStatus.SERVICE_UNAVAILABLE, "The order to abort was not delivered"),
    TOO_MANY_READERS(HttpStatus.SERVICE_UNAVAILABLE, "Too many readers");

    private final HttpStatus status;
    private final String title;

    ProblemType(HttpStatus status, String title) {
        this.status = status;
        this.title = title;
    }

    HttpStatus status() {
        return status;
    }

    /** The title, which is identical for all problems of this type. */
    String title() {
        return title;
    }

    /** The label, such as {@code unknown-run}. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The URI that identifies the type for programs. It cannot be dereferenced. */
    URI uri() {
        return URI.create("urn:redliner:problem:" + label());
    }
}
