package dev.redliner.service;

/** Service documents for the tests. */
final class ServiceDocuments {
    /** A valid service, in the full form. */
    static final String CHECKOUT =
            """
            service: checkout
            tier: back-end
            pool:
              hosts:
                - checkout-1=10.0.0.1:8080
                - {id: checkout-2, address: "10.0.0.2:8080", metrics: http://10.0.0.2:9090/metrics}
                - checkout-7=[::1]:8080
              sut: checkout-7
              baselineShare: 1/10
              maxShare: 60%
            envoy: {mode: full, listen: 127.0.0.1:8780, admin: [http://127.0.0.1:8781]}
            rules:
              - id: p99
                pass: latency.p99 <= duration("200ms") && error_rate <= percent(0.1)
                window: 10s
                minSamples: 1000
                failFor: 2 of 3
                onFail: back-off
              - {id: cpu, pass: 'host.cpu < percent(85.0)', onFail: report}
            limits: {maxDuration: 15m, harmBudget: 0.5%, unknownFor: 20s}
            sampling: {interval: 1s, nearRedline: 200ms}
            targetRps: 5000
            """;

    private ServiceDocuments() {}

    /** The valid service with a part replaced. */
    static String with(String part, String replacement) {
        if (!CHECKOUT.contains(part)) {
            throw new IllegalArgumentException("not in the document: " + part);
        }
        return CHECKOUT.replace(part, replacement);
    }
}
