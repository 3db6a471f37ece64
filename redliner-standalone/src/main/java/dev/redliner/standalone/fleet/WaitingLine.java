package dev.redliner.standalone.fleet;

/**
 * The times at which waiting requests leave the line. They leave in order of arrival: workers serve first come first
 * served, and requests that give up do so equally long after their arrival, when all earlier requests have started or
 * given up.
 */
final class WaitingLine {
    private final long[] leaveAt;
    private int head;
    private int size;

    WaitingLine(int capacity) {
        this.leaveAt = new long[capacity];
    }

    int size() {
        return size;
    }

    void join(long leavesAt) {
        leaveAt[(head + size) % leaveAt.length] = leavesAt;
        size++;
    }

    void leaveUntil(long now) {
        while (size > 0 && leaveAt[head] <= now) {
            head = (head + 1) % leaveAt.length;
            size--;
        }
    }
}
