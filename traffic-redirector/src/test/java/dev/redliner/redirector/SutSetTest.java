package dev.redliner.redirector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behavior of a real Envoy with a SUT of several hosts, in place of the single one. */
@Tag("slow")
class SutSetTest extends PoolOfTwo {
    private static final int REQUESTS = 3_000;
    private static final int USERS = 1_000;

    /** Tolerance for random shares: a deviation beyond it has a probability of one in 150,000. */
    private static final double STANDARD_DEVIATIONS = 4.5;

    private final List<Upstream> suts = new ArrayList<>();

    @BeforeEach
    void startSuts() throws IOException {
        for (int i = 1; i <= 3; i++) {
            suts.add(new Upstream(id(i)));
        }
    }

    @AfterEach
    void stopSuts() {
        suts.forEach(Upstream::close);
    }

    @ParameterizedTest
    @CsvSource({"2, FULL", "2, RUNTIME_ONLY", "3, FULL", "3, RUNTIME_ONLY"})
    void each_host_gets_an_even_part_of_the_share_of_requests(int hosts, Mode mode) throws IOException {
        Pool pool = pool(Tier.BACK_END, mode, hosts);
        try (EnvoyProcess envoy = envoy(pool)) {
            assertEvenParts(pool, 0.1, envoy.answers(REQUESTS));
            shift(pool, 0.6);
            Map<String, Long> before = sent(envoy, pool);
            Map<String, Integer> answers = envoy.answers(REQUESTS);
            assertEvenParts(pool, 0.6, answers);
            sent(envoy, pool).forEach((host, count) -> assertThat(count - before.getOrDefault(host, 0L))
                    .as("what the Envoy counts in the cluster of %s", host)
                    .isEqualTo(answers.get(host).longValue()));
        }
    }

    @ParameterizedTest
    @CsvSource({"2, FULL", "2, RUNTIME_ONLY", "3, FULL", "3, RUNTIME_ONLY"})
    void each_host_gets_an_even_part_of_the_users_and_they_stay_on_it(int hosts, Mode mode) throws IOException {
        Pool pool = pool(Tier.FRONT_END, mode, hosts);
        try (EnvoyProcess envoy = envoy(pool)) {
            List<String> baseline = envoy.hostsOfUsers(USERS);
            shift(pool, 0.3);
            List<String> some = envoy.hostsOfUsers(USERS);
            assertThat(envoy.hostsOfUsers(USERS)).as("asked again").isEqualTo(some);
            shift(pool, 0.6);
            List<String> more = envoy.hostsOfUsers(USERS);

            assertThat(baseline).isEqualTo(ExpectedUsers.hosts(pool, 0.1, USERS));
            assertThat(some).isEqualTo(ExpectedUsers.hosts(pool, 0.3, USERS));
            assertThat(more).isEqualTo(ExpectedUsers.hosts(pool, 0.6, USERS));
            assertStay(pool, baseline, some);
            assertStay(pool, some, more);
            assertEvenParts(pool, 0.1, counts(baseline));
            assertEvenParts(pool, 0.3, counts(some));
            assertEvenParts(pool, 0.6, counts(more));
            assertThat(envoy.hostOf("")).as("without a user id").isEqualTo("peer");
        }
    }

    @ParameterizedTest
    @CsvSource({"BACK_END", "FRONT_END"})
    void the_part_of_a_dead_host_goes_to_the_peers_and_the_others_keep_theirs(Tier tier) throws IOException {
        Pool pool = pool(tier, Mode.FULL, 2);
        try (EnvoyProcess envoy = envoy(pool)) {
            shift(pool, 0.6);
            String dead = "cluster.checkout-sut-sut.1.";
            String alive = "cluster.checkout-sut-sut.2.";
            suts.get(0).close();
            while (envoy.stat(dead + "outlier_detection.ejections_enforced_total") == 0) {
                envoy.answers(20);
            }
            long before = envoy.stat(alive + "upstream_rq_total");
            Map<String, Integer> answers = envoy.answers(USERS);
            assertNear(answers.getOrDefault("sut.2", 0), USERS, 0.3);
            assertThat(answers.getOrDefault("peer", 0))
                    .as("the peers' own 40% and most of the 30% of the dead one")
                    .isGreaterThan(USERS / 2);
            assertThat(envoy.stat(alive + "upstream_rq_total") - before)
                    .isEqualTo(answers.get("sut.2").longValue());
            assertThat(envoy.stat(alive + "outlier_detection.ejections_enforced_total"))
                    .isZero();
        }
    }

    @Test
    void hosts_join_and_leave_the_set_without_a_failed_request() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(4);
        var over = new AtomicBoolean();
        try (EnvoyProcess envoy = envoy(pool(Tier.BACK_END, Mode.FULL, 1))) {
            shift(pool(Tier.BACK_END, Mode.FULL, 1), 0.6);
            List<Future<Set<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                answers.add(clients.submit(() -> {
                    var seen = new TreeSet<String>();
                    while (!over.get()) {
                        seen.addAll(envoy.answers(20).keySet());
                    }
                    return seen;
                }));
            }
            for (int hosts : new int[] {2, 3, 1, 3, 2, 1}) {
                redirector.declare(pool(Tier.BACK_END, Mode.FULL, hosts));
                await().atMost(PATIENCE).until(() -> envoy.answers(100).size() == hosts + 1);
            }
            over.set(true);
            for (Future<Set<String>> each : answers) {
                assertThat(each.get()).isSubsetOf("sut.1", "sut.2", "sut.3", "peer");
            }
        } finally {
            over.set(true);
            clients.shutdown();
        }
    }

    @Test
    void envoy_finds_the_bootstraps_valid() throws Exception {
        for (Tier tier : Tier.values()) {
            for (Mode mode : Mode.values()) {
                assertThat(EnvoyProcess.validate(bootstrap(pool(tier, mode, 3)), folder))
                        .as("%s %s", tier, mode)
                        .isEmpty();
            }
        }
    }

    private static void assertEvenParts(Pool pool, double share, Map<String, Integer> answers) {
        int all = answers.values().stream().mapToInt(Integer::intValue).sum();
        int rest = answers.getOrDefault("peer", 0);
        assertThat(answers).hasSize(pool.hosts().size());
        assertNear(all - rest, all, share);
        for (String host : pool.sut()) {
            assertNear(answers.getOrDefault(host, 0), all, share / pool.sut().size());
        }
    }

    private static void assertNear(int count, int all, double share) {
        double deviation = Math.sqrt(all * share * (1 - share));
        assertThat((double) count)
                .as("%s of %s", count, all)
                .isCloseTo(all * share, within(STANDARD_DEVIATIONS * deviation));
    }

    private static void assertStay(Pool pool, List<String> before, List<String> after) {
        for (int user = 0; user < before.size(); user++) {
            if (pool.sut().contains(before.get(user))) {
                assertThat(after.get(user)).as("user-%s", user).isEqualTo(before.get(user));
            }
        }
    }

    private static Map<String, Integer> counts(List<String> hosts) {
        var counts = new TreeMap<String, Integer>();
        hosts.forEach(host -> counts.merge(host, 1, Integer::sum));
        return counts;
    }

    /** The Envoy's counts of the requests that it sent to each host of the SUT. */
    private static Map<String, Long> sent(EnvoyProcess envoy, Pool pool) throws IOException {
        var sent = new TreeMap<String, Long>();
        for (String host : pool.sut()) {
            sent.put(host, envoy.stat("cluster.checkout-sut-" + host + ".upstream_rq_total"));
        }
        return sent;
    }

    /** A dot in an id appears in the name of the cluster, and therefore in the names of its statistics. */
    private static String id(int number) {
        return "sut." + number;
    }

    private Pool pool(Tier tier, Mode mode, int hosts) {
        List<Host> set = new ArrayList<>();
        for (int i = 1; i <= hosts; i++) {
            set.add(Samples.host(id(i), suts.get(i - 1).port()));
        }
        return Samples.pool("checkout", tier, mode, listenPort, set, peer.port());
    }
}
