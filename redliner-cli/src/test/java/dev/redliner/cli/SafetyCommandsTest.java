package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The lever, the audit log and the configuration of Envoys on the command line. */
class SafetyCommandsTest extends CommandLineTest {
    private static final String JSON = "application/json";
    private static final String ENGAGED = "{\"engaged\":true,\"who\":\"127.0.0.1\",\"why\":\"users complain\","
            + "\"since\":\"2026-11-20T12:00:00.123Z\",\"stored\":true}";
    private static final String HASH = "a".repeat(64);

    @Test
    void the_lever_is_engaged_with_a_reason_and_only_with_one() {
        server.on("PUT /api/v1/safety-lever", 200, JSON, ENGAGED);
        assertThat(run("lever", "engage")).isEqualTo(2);
        assertThat(server.asked()).isEmpty();
        assertThat(run("lever", "engage", "--why", "users complain")).isZero();
        assertThat(server.asked().get(0)).contains("users complain");
        assertThat(out())
                .isEqualTo("the safety lever is engaged by 127.0.0.1 since 2026-11-20T12:00:00Z: users complain.\n");
    }

    @Test
    void a_lever_that_is_not_stored_yet_is_said_to_be_so() {
        server.on("PUT /api/v1/safety-lever", 200, JSON, ENGAGED.replace("\"stored\":true", "\"stored\":false"));
        assertThat(run("lever", "engage", "--why", "users complain")).isZero();
        assertThat(out()).contains("The database does not answer");
    }

    @Test
    void the_lever_is_released_with_a_reason() {
        server.on("DELETE /api/v1/safety-lever?why=all+is+well", 200, JSON, "{\"engaged\":false,\"stored\":true}");
        assertThat(run("lever", "release", "--why", "all is well")).isZero();
        assertThat(out()).isEqualTo("the safety lever is released.\n");
    }

    @Test
    void the_list_of_runs_tells_of_an_engaged_lever() {
        server.on("GET /api/v1/safety-lever", 200, JSON, ENGAGED).on("GET /api/v1/runs?limit=20", 200, JSON, "[]");
        assertThat(run("run", "list")).isZero();
        assertThat(out()).startsWith("the safety lever is engaged by 127.0.0.1");
        out.reset();
        assertThat(run("-o", "json", "run", "list")).isZero();
        assertThat(out().strip()).isEqualTo("[ ]");
    }

    @Test
    void the_list_of_runs_is_that_of_a_service_a_state_and_a_starter() {
        server.on("GET /api/v1/runs?limit=20&service=checkout&state=COMPLETED", 200, JSON, "[]");
        assertThat(run("-o", "json", "run", "list", "--service", "checkout", "--state", "completed"))
                .isZero();
        server.on("GET /api/v1/runs?limit=20&by=schedule+nightly", 200, JSON, "[]");
        assertThat(run("-o", "json", "run", "list", "--by", "schedule nightly")).isZero();
    }

    @Test
    void audit_entries_are_a_table_whose_long_texts_are_cut() {
        server.on(
                "GET /api/v1/audit?limit=50&subject=shop-7",
                200,
                JSON,
                "[{\"seq\":3,\"at\":\"2026-11-20T12:00:00.123Z\",\"who\":\"ana\",\"action\":\"run.abort\","
                        + "\"subject\":\"shop/shop-7\",\"before\":\"" + "x".repeat(100)
                        + "\",\"after\":\"\",\"why\":\"enough\"}]");
        assertThat(run("audit", "list", "--subject", "shop-7")).isZero();
        assertThat(out())
                .contains("3    2026-11-20T12:00:00Z  ana  run.abort  shop/shop-7  " + "x".repeat(39) + "…")
                .contains("enough");
        server.on("GET /api/v1/audit?limit=50&who=ana", 200, JSON, "[]");
        assertThat(run("audit", "list", "--who", "ana")).isZero();
    }

    @Test
    void a_chain_that_holds_exits_with_0_and_shows_its_head() {
        verification("", "{\"holds\":true,\"entries\":3,\"head\":{\"seq\":3,\"hash\":\"" + HASH + "\"}}");
        assertThat(run("audit", "verify")).isZero();
        assertThat(out()).isEqualTo("the chain holds: 3 entries\nhead 3:" + HASH + "\n");
    }

    @Test
    void a_broken_chain_exits_with_1_and_names_the_entry() {
        verification(
                "?seq=3&hash=" + HASH,
                "{\"holds\":false,\"entries\":1,\"head\":{\"seq\":1,\"hash\":\"" + HASH
                        + "\"},\"brokenAt\":2,\"fault\":\"it is missing; the next one is 3\"}");
        assertThat(run("audit", "verify", "--noted", "3:" + HASH)).isEqualTo(1);
        assertThat(out()).contains("BROKEN at entry 2: it is missing; the next one is 3");
        assertThat(run("audit", "verify", "--noted", "nonsense")).isEqualTo(2);
    }

    private void verification(String query, String answer) {
        server.on("GET /api/v1/audit/verification" + query, 200, JSON, answer);
    }

    private static final String FROZEN = "{\"service\":\"shop\",\"revision\":7,\"state\":\"FROZEN\","
            + "\"listener\":\"127.0.0.1:8780\",\"clusters\":[\"shop-sut\",\"shop-rest\"],\"envoys\":[\"edge-1\"]}";

    @Test
    void a_deletion_says_what_envoys_keep_and_how_to_take_it_away() {
        server.on("DELETE /api/v1/services/shop", 204, JSON, "")
                .on("GET /api/v1/envoy-configurations/shop", 200, JSON, FROZEN);
        assertThat(run("service", "delete", "shop")).isZero();
        assertThat(out())
                .contains("keep listener 127.0.0.1:8780", "shop-sut, shop-rest", "redliner service withdraw shop");
    }

    @Test
    void a_withdrawal_shows_who_loses_what_and_does_it_only_when_it_is_confirmed_by_name() {
        String configuration = " /api/v1/envoy-configurations/shop";
        server.on("GET" + configuration, 200, JSON, FROZEN)
                .on("DELETE" + configuration + "?confirm=shop", 200, JSON, FROZEN);
        for (String[] unconfirmed : new String[][] {{}, {"--confirm", "another"}}) {
            String[] arguments = java.util.stream.Stream.concat(
                            java.util.stream.Stream.of("service", "withdraw", "shop"),
                            java.util.stream.Stream.of(unconfirmed))
                    .toArray(String[]::new);
            assertThat(run(arguments)).isEqualTo(4);
        }
        assertThat(err()).contains("edge-1", "127.0.0.1:8780", "--confirm shop");
        assertThat(server.asked()).noneMatch(asked -> asked.startsWith("DELETE"));
        assertThat(run("service", "withdraw", "shop", "--confirm", "shop")).isZero();
        assertThat(server.asked()).contains("DELETE" + configuration + "?confirm=shop");
    }
}
