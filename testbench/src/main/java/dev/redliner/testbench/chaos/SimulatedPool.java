package dev.redliner.testbench.chaos;

/** The SUT and its pool, as a curve: above its capacity, more and more requests are slow. */
final class SimulatedPool {
    private final double capacity;
    private Runnable beforeChange = () -> {};
    private double poolRps;
    private boolean dead;
    private boolean peersSuffer;

    /**
     * @param poolRps load of the whole pool
     * @param capacity load at which the SUT has as many slow requests as its rule allows
     */
    SimulatedPool(double poolRps, double capacity) {
        this.poolRps = poolRps;
        this.capacity = capacity;
    }

    /** Registers a listener that is called before the load or the state of a host changes. */
    void beforeChange(Runnable listener) {
        beforeChange = listener;
    }

    double poolRps() {
        return poolRps;
    }

    void poolRps(double rps) {
        beforeChange.run();
        poolRps = rps;
    }

    double capacity() {
        return capacity;
    }

    void dead(boolean isDead) {
        beforeChange.run();
        dead = isDead;
    }

    boolean dead() {
        return dead;
    }

    void peersSuffer(boolean suffer) {
        beforeChange.run();
        peersSuffer = suffer;
    }

    boolean peersSuffer() {
        return peersSuffer;
    }

    double slowFraction(double rps) {
        double part = rps / capacity;
        return part < 0.9 ? 0.001 : Math.min(0.5, 0.001 + (part - 0.9) * 0.09);
    }
}
