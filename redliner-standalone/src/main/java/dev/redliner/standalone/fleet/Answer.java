package dev.redliner.standalone.fleet;

/**
 * The outcome of a request.
 *
 * @param status HTTP status: 200, 503 if the queue was full, 504 if the patience was exceeded
 * @param startNanos when a worker took the request, or when it was given up
 * @param completionNanos when the answer is sent
 */
record Answer(int status, long startNanos, long completionNanos) {
    boolean failed() {
        return status != 200;
    }
}
