package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlanCommandTest extends CommandLineTest {
    private static final String JSON = "application/json";
    private static final String PLAN =
            """
            {"service": "checkout", "rps": 1000.0, "source": "asked", "seenAt": null, "load": 1200.0, "needed": 21,
             "forLoad": 12, "fewest": 11, "most": 12, "atLeast": false, "hosts": 3, "safe": 100.0, "low": 104.0,
             "high": 116.0, "run": "checkout-3", "measuredAt": "2027-01-10T02:33:20.905Z"}
            """;

    @Test
    void a_plan_states_what_it_was_computed_from() {
        server.on("GET /api/v1/services/checkout/plan?growth=20.0&spare=1&zones=3&rps=1000.0", 200, JSON, PLAN);
        assertThat(run("plan", "checkout", "--rps", "1000", "--growth", "20", "--spare", "1", "--zones", "3"))
                .isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        21 hosts needed for 1200 rps (as asked, +20%); the pool has 3
                          for the load   12, each at the safe rate of 100 rps
                          interval       11 at the upper end (116 rps), 12 at the lower end of the redline's interval (104 rps)
                          spare          1
                          zones          3, of which one may fail: 7 in each
                          measured       by checkout-3 at 2027-01-10T02:33:20Z
                        """);
    }

    @Test
    void a_redline_that_is_at_least_so_high_needs_at_most_so_many_hosts() {
        String atLeast = PLAN.replace("\"atLeast\": false", "\"atLeast\": true")
                .replace("\"fewest\": 11", "\"fewest\": null")
                .replace("\"asked\"", "\"declared\"");
        server.on("GET /api/v1/services/checkout/plan?growth=0.0&spare=0&zones=1", 200, JSON, atLeast);
        assertThat(run("plan", "checkout")).isZero();
        assertThat(out())
                .startsWith("at most 21 hosts needed for 1200 rps (targetRps); the pool has 3\n")
                .doesNotContain("interval");
    }
}
