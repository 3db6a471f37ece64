package dev.redliner.search.twin;

/**
 * A host of the twin's family.
 *
 * @param shape how its servers share the requests
 * @param servers threads or cores
 * @param base seconds of each request that hold no server, such as the network
 * @param service work of a request
 * @param slower factor on the work
 */
record TwinHost(Shape shape, int servers, double base, ServiceTimes service, double slower) {
    /** How the servers share the requests. */
    enum Shape {
        THREADS("thread"),
        CORES("core");

        private final String server;

        Shape(String server) {
            this.server = server;
        }
    }

    /** The number and kind of its servers, for users. */
    String words() {
        return servers + " " + shape.server + (servers == 1 ? "" : "s");
    }

    TwinHost slower(double factor) {
        return new TwinHost(shape, servers, base, service, factor);
    }

    TwinHost spread(double factor) {
        return new TwinHost(shape, servers, base, service.spread(factor), slower);
    }

    /** The work of a request, in seconds of one server, at a uniform random number between 0 and 1. */
    double work(double uniform) {
        return service.at(uniform) * slower;
    }

    Station station(double from) {
        return switch (shape) {
            case THREADS -> new Threads(servers, from);
            case CORES -> new Cores(servers, from);
        };
    }

    /** The load that keeps all servers busy, requests per second. */
    double saturation() {
        return servers / (service.mean() * slower);
    }
}
