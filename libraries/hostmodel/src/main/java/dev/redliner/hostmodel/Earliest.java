package dev.redliner.hostmodel;

/**
 * Requests in service, with the first one to leave on top. It is a binary heap of two columns, because it processes
 * millions of requests.
 */
final class Earliest {
    private double[] leaves = new double[64];
    private double[] arrived = new double[64];
    private int size;

    int size() {
        return size;
    }

    double firstLeaves() {
        return leaves[0];
    }

    double firstArrived() {
        return arrived[0];
    }

    void add(double leavesAt, double arrivedAt) {
        if (size == leaves.length) {
            leaves = java.util.Arrays.copyOf(leaves, 2 * size);
            arrived = java.util.Arrays.copyOf(arrived, 2 * size);
        }
        int at = size++;
        while (at > 0 && leaves[(at - 1) >> 1] > leavesAt) {
            int parent = (at - 1) >> 1;
            leaves[at] = leaves[parent];
            arrived[at] = arrived[parent];
            at = parent;
        }
        leaves[at] = leavesAt;
        arrived[at] = arrivedAt;
    }

    void removeFirst() {
        size--;
        double lastLeaves = leaves[size];
        double lastArrived = arrived[size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && leaves[child + 1] < leaves[child]) {
                child++;
            }
            if (leaves[child] >= lastLeaves) {
                break;
            }
            leaves[at] = leaves[child];
            arrived[at] = arrived[child];
            at = child;
        }
        leaves[at] = lastLeaves;
        arrived[at] = lastArrived;
    }
}
