package dev.redliner.standalone.fleet;

/**
 * What became of a request.
 *
 * @param status HTTP status: 200, 503 if the queue was full, 504 if patience ran out
 * @param startNanos when a worker took it, or when it was given up
 * @param completionNanos when the answer goes out
 */
record Answer(int status, long startNanos, long completionNanos) {
    boolean failed() {
        return status != 200;
    }
}
