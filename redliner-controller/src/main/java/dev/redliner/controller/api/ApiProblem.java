package dev.redliner.controller.api;

import org.springframework.http.HttpStatus;

/** A request that cannot be done as it was asked. */
final class ApiProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final HttpStatus status;
    private final String type;
    private final String title;

    private ApiProblem(HttpStatus status, String type, String title, String detail) {
        super(detail);
        this.status = status;
        this.type = type;
        this.title = title;
    }

    static ApiProblem noSuchService(String name) {
        return new ApiProblem(
                HttpStatus.NOT_FOUND, "unknown-service", "No such service", "no service is called '" + name + "'");
    }

    static ApiProblem noSuchRun(String run) {
        return new ApiProblem(HttpStatus.NOT_FOUND, "unknown-run", "No such run", "there is no run '" + run + "'");
    }

    static ApiProblem undelivered(String run) {
        return new ApiProblem(
                HttpStatus.SERVICE_UNAVAILABLE,
                "abort-undelivered",
                "The order to abort was not delivered",
                "another controller drives run '" + run
                        + "', and Kafka did not take the order to restore it. It is sent"
                        + " again for half a minute, but do not rely on it: try again, or redliner restore --all");
    }

    static ApiProblem badRequest(String detail) {
        return new ApiProblem(HttpStatus.BAD_REQUEST, "bad-request", "The request cannot be read", detail);
    }

    static ApiProblem keyReused(String detail) {
        return new ApiProblem(HttpStatus.UNPROCESSABLE_CONTENT, "key-reused", "The key was used before", detail);
    }

    static ApiProblem busyService(String detail) {
        return new ApiProblem(HttpStatus.CONFLICT, "service-in-use", "A run is active", detail);
    }

    static ApiProblem noSuchConfiguration(String service) {
        return new ApiProblem(
                HttpStatus.NOT_FOUND,
                "no-envoy-configuration",
                "No such configuration",
                "Envoys have no listener, routes and clusters of service '" + service + "' from Redliner");
    }

    static ApiProblem declaredInFull(String service) {
        return new ApiProblem(
                HttpStatus.CONFLICT,
                "service-declared",
                "The service is declared",
                "service '" + service + "' is declared in mode full, so its Envoys get their configuration from it;"
                        + " delete the service or change its mode first");
    }

    static ApiProblem notConfirmed(String service, String loss) {
        return new ApiProblem(
                HttpStatus.CONFLICT,
                "not-confirmed",
                "The withdrawal is not confirmed",
                "Envoys would lose the listener, routes and clusters of service '" + service + "'. " + loss
                        + " Confirm it with confirm=" + service);
    }

    static ApiProblem tooManyReaders(int most) {
        return new ApiProblem(
                HttpStatus.SERVICE_UNAVAILABLE, "too-many-readers", "Too many readers", most + " read events already");
    }

    HttpStatus status() {
        return status;
    }

    String type() {
        return type;
    }

    String title() {
        return title;
    }
}
