package dev.redliner.testbench.chaos;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.search.SearchStart;
import dev.redliner.search.policy.GuidedSearch;
import dev.redliner.service.ServiceDefinition;
import java.util.ArrayList;
import java.util.List;

/** All parts of one virtual run, with their witnesses. */
final class VirtualCluster {
    private final Timeline timeline = new Timeline();
    private final RandomDraws chance;
    private final Defect defect;
    private final SharedParts shared;
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
    private final TrafficFlow traffic;
    private final CollectorNode collector;
    private final AnalyzerNode analyzer;
    private final CountWitness counts;
    private final boolean oneSamplingClock;
    private final Clocks clocks;

    /**
     * @param guided whether the run uses the product's own search, which takes longer
     */
    VirtualCluster(long seed, boolean guided, Defect defect, boolean tracing, SharedParts shared) {
        this.chance = new RandomDraws(seed);
        this.defect = defect;
        this.shared = shared;
        this.checker = new InvariantChecker(timeline, tracing);
        this.kafka = new Kafka(timeline, chance);
        this.database = new DatabaseFaults(chance);
        double pool = chance.between(500, 4_000);
        this.host = new SimulatedPool(pool, pool * chance.between(0.12, 0.9));
        this.service = SimulatedService.of(guided, chance);
        long searchSeed = chance.seed();
        this.search = guided
                ? GuidedSearch::from
                : (normal, highest, settings) -> RandomSearch.from(searchSeed, normal, highest);
        this.tables = new JournalTables(timeline, search, defect);
        this.runs = new RunWitness(timeline, checker, tables);
        checker.watchRuns(runs);
        this.envoyWitness = new EnvoyWitness(this);
        this.defects = new DefectInjector(defect, this);
        this.traffic = new TrafficFlow(timeline, host, envoys);
        host.beforeChange(traffic::flow);
        this.collector = new CollectorNode(this);
        this.analyzer = new AnalyzerNode(this);
        this.oneSamplingClock = chance.of(0.5);
        people();
        this.counts = new CountWitness(checker, envoys.size() == 1);
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
        int number = chance.of(0.4) ? 2 : 1;
        for (int i = 1; i <= number; i++) {
            envoys.add(new EnvoyNode("envoy-" + i, this, 1.0 / number));
        }
        controllers.forEach(controller -> controller.machine().setWallBy(chance.millis(-50, 50)));
        redirectors.forEach(redirector -> redirector.machine().setWallBy(chance.millis(-50, 50)));
        long offset = chance.millis(-50, 50);
        analyzer.machine().setWallBy(offset);
        collector.machine().setWallBy(oneSamplingClock ? offset : chance.millis(-50, 50));
    }

    void boot() {
        controllers.forEach(ControllerNode::boot);
        redirectors.forEach(RedirectorNode::boot);
        analyzer.boot();
        collector.boot();
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

    SharedParts shared() {
        return shared;
    }

    Meters meters() {
        return shared.meters();
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

    TrafficFlow traffic() {
        return traffic;
    }

    CountWitness counts() {
        return counts;
    }

    CollectorNode collector() {
        return collector;
    }

    /**
     * The processes whose clock is that of this one. The analyzer and the collector of half of the clusters run on one
     * machine. Their clocks then agree and can both differ from the controllers' clocks.
     */
    List<SimulatedProcess> withClockOf(SimulatedProcess machine) {
        List<SimulatedProcess> sampling = List.of(analyzer.machine(), collector.machine());
        return oneSamplingClock && sampling.contains(machine) ? sampling : List.of(machine);
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
