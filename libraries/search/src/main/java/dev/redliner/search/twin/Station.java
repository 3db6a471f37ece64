package dev.redliner.search.twin;

/** Serves requests in order of their arrival. */
interface Station {
    /** Receives the times of requests that were answered. */
    interface Answers {
        void answered(double arrived, double left);
    }

    /**
     * @param time of the arrival in seconds, not before that of the previous one
     * @param work seconds of one server
     */
    void arrive(double time, double work, Answers answers);

    /** Completes the requests that leave until this time. */
    void advance(double until, Answers answers);
}
