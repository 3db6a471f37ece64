package dev.redliner.collector.host;

/** Reads this machine. Keeps the earlier reading of values that are fractions of the time in between. */
interface HostReader {
    void read(Found into);
}
