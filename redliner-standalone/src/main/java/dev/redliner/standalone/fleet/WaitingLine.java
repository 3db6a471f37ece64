package dev.redliner.standalone.fleet;

/**
 * When the waiting requests will leave the line. They leave in the order they came: first come first served, and those
 * who give up do so equally long after they came, at a time when all before them have started or given up.
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
