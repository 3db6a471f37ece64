package dev.redliner.testbench.chaos;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.search.SearchStart;
import dev.redliner.search.policy.GuidedSearch;
import dev.redliner.service.Limits;
import dev.redliner.service.Sampling;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** All parts of one virtual run, with their witnesses. */
final class VirtualCluster {
    private static final Share BASELINE = Share.ofFraction(0.10);

    private final Timeline timeline = new Timeline();
    private final RandomDraws chance;
    private final Defect defect;
    private final Meters meters;
    private final InvariantChecker checker;
    private final Kafka kafka;
    private final DatabaseFaults database;
    private final JournalTables tables;
    private final RunWitness runs;
    private final EnvoyWitness envoyWitness;
    private final DefectInjector defects;
    private final SimulatedPool host;
    private final ServiceDefinition service;
    private final SearchStart search;
    private final List<ControllerNode> controllers = new ArrayList<>();
    private final List<RedirectorNode> redirectors = new ArrayList<>();
    private final List<EnvoyNode> envoys = new ArrayList<>();
    private final AnalyzerNode analyzer;
    private final Clocks clocks;

    /**
     * @param guided whether the run uses the product's own search, which takes longer
     */
    VirtualCluster(long seed, boolean guided, Defect defect, boolean tracing, Meters meters) {
        this.chance = new RandomDraws(seed);
        this.defect = defect;
        this.meters = meters;
        this.checker = new InvariantChecker(timeline, tracing);
        this.kafka = new Kafka(timeline, chance);
        this.database = new DatabaseFaults(chance);
        double pool = chance.between(500, 4_000);
        this.host = new SimulatedPool(pool, pool * chance.between(0.12, 0.9));
        this.service = service(guided, chance);
        long searchSeed = chance.seed();
        this.search = guided
                ? GuidedSearch::from
                : (normal, highest, settings) -> RandomSearch.from(searchSeed, normal, highest);
        this.tables = new JournalTables(timeline, search, defect);
        this.runs = new RunWitness(timeline, checker, tables);
        checker.watchRuns(runs);
        this.envoyWitness = new EnvoyWitness(this);
        this.defects = new DefectInjector(defect, this);
        this.analyzer = new AnalyzerNode(this);
        people();
        this.clocks = new Clocks(
                controllers.stream().map(ControllerNode::machine).toList(),
                redirectors.stream().map(RedirectorNode::machine).toList());
    }

    private void people() {
        int many = chance.of(0.5) ? 2 : 1;
        for (int i = 1; i <= many; i++) {
            controllers.add(new ControllerNode("controller-" + i, this, many == 1));
        }
        int replicas = chance.of(0.4) ? 2 : 1;
        for (int i = 1; i <= replicas; i++) {
            redirectors.add(new RedirectorNode("redirector-" + i, this));
        }
        int fleet = chance.of(0.4) ? 2 : 1;
        for (int i = 1; i <= fleet; i++) {
            envoys.add(new EnvoyNode("envoy-" + i, this, 1.0 / fleet));
        }
        controllers.forEach(controller -> controller.machine().setWallBy(chance.millis(-50, 50)));
        redirectors.forEach(redirector -> redirector.machine().setWallBy(chance.millis(-50, 50)));
        analyzer.machine().setWallBy(chance.millis(-50, 50));
    }

    private static ServiceDefinition service(boolean guided, RandomDraws chance) {
        return new ServiceDefinition(
                new Pool(
                        "shop",
                        Tier.BACK_END,
                        List.of(
                                new dev.redliner.contracts.pool.Host("a", "", 0, null),
                                new dev.redliner.contracts.pool.Host("b", "", 0, null)),
                        List.of("a"),
                        BASELINE,
                        Share.ofFraction(0.60),
                        null,
                        new EnvoySettings(EnvoySettings.Mode.RUNTIME_ONLY, "", 0, List.of())),
                List.of(
                        rule(SimulatedVerdicts.LATENCY, new FailFor(2, 3), OnFail.BACK_OFF),
                        rule(SimulatedVerdicts.USERS, FailFor.ONCE, OnFail.STOP)),
                new Limits(
                                Duration.ofSeconds(guided ? 120 : 30 + chance.below(30)),
                                0.05,
                                Duration.ofSeconds(3 + chance.below(8)),
                                Duration.ZERO)
                        .ofSimulatedHosts(),
                new Sampling(Duration.ofSeconds(1), Duration.ofMillis(500)),
                null,
                List.of(),
                ServiceDefinition.USUAL_PROFILE);
    }

    private static RuleSpec rule(String id, FailFor failFor, OnFail onFail) {
        return new RuleSpec(id, "simulated", SimulatedVerdicts.WINDOW, SimulatedVerdicts.ENOUGH, failFor, onFail);
    }

    void boot() {
        controllers.forEach(ControllerNode::boot);
        redirectors.forEach(RedirectorNode::boot);
        analyzer.boot();
        envoys.forEach(EnvoyNode::boot);
    }

    void ordered(SimulatedProcess from, RedirectOrder order) {
        checker.ordered(from, order);
    }

    void aborted(SimulatedProcess controller, String run) {
        runs.aborted(controller, run).ifPresent(envoyWitness::aborted);
    }

    Timeline timeline() {
        return timeline;
    }

    RandomDraws chance() {
        return chance;
    }

    Defect defect() {
        return defect;
    }

    Meters meters() {
        return meters;
    }

    InvariantChecker checker() {
        return checker;
    }

    Kafka kafka() {
        return kafka;
    }

    DatabaseFaults database() {
        return database;
    }

    JournalTables tables() {
        return tables;
    }

    RunWitness runs() {
        return runs;
    }

    EnvoyWitness envoys() {
        return envoyWitness;
    }

    DefectInjector defects() {
        return defects;
    }

    SimulatedPool host() {
        return host;
    }

    ServiceDefinition service() {
        return service;
    }

    Share baseline() {
        return BASELINE;
    }

    SearchStart search() {
        return search;
    }

    List<ControllerNode> controllers() {
        return controllers;
    }

    List<RedirectorNode> redirectors() {
        return redirectors;
    }

    List<EnvoyNode> allEnvoys() {
        return envoys;
    }

    AnalyzerNode analyzer() {
        return analyzer;
    }

    /** Whether any frozen part can still continue. */
    boolean anyoneFrozen() {
        return controllers.stream().anyMatch(c -> c.machine().frozen())
                || redirectors.stream().anyMatch(r -> r.machine().frozen())
                || envoys.stream().anyMatch(e -> e.machine().frozen());
    }

    Clocks clocks() {
        return clocks;
    }
}
