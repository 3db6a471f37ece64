package dev.redliner.standalone.demo;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunUpdate;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.standalone.envoy.EnvoyProcess;
import dev.redliner.standalone.fleet.Fleet;
import dev.redliner.standalone.fleet.Truth;
import dev.redliner.standalone.rig.Rig;
import dev.redliner.standalone.serve.Standalone;
import dev.redliner.standalone.traffic.LoadGenerator;
import dev.redliner.standalone.traffic.LoadSettings;
import dev.redliner.standalone.traffic.Traffic;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A demo fleet of configured capacity, production-like traffic to it through a real Envoy, and Redliner measuring it.
 * Closing the demo stops everything in the right order: first the run restores, then the traffic stops.
 */
public final class Demo implements AutoCloseable {
    private static final Duration WARM_WITHIN = Duration.ofSeconds(120);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int CALM_LOOKS = 30;
    private static final double MOST_IN_FLIGHT = 1.5;

    private final DemoService service;
    private final Fleet fleet;
    private final Rig rig;
    private final CompletableFuture<Truth> truth;

    /**
     * Settings of a demo.
     *
     * @param tier weights or user buckets
     * @param data folder for all files that the demo writes
     * @param httpPort for the page; 0 takes a free port
     * @param seed of fleet and traffic
     * @param sut number of hosts that are measured at once
     * @param clientTimeout a client leaves if its request is unanswered for this long
     */
    public record Settings(Tier tier, Path data, int httpPort, long seed, int sut, Duration clientTimeout) {
        /** Settings whose clients leave before an Envoy gives a request up. */
        public Settings(Tier tier, Path data, int httpPort, long seed, int sut) {
            this(tier, data, httpPort, seed, sut, LoadSettings.DEMO_TIMEOUT);
        }

        /** Settings that measure one host. */
        public Settings(Tier tier, Path data, int httpPort, long seed) {
            this(tier, data, httpPort, seed, 1);
        }
    }

    private Demo(Settings settings, Consumer<String> progress) {
        this.service = new DemoService(settings.tier(), settings.sut());
        this.truth = CompletableFuture.supplyAsync(
                () -> Truth.of(service.host(), DemoService.OBJECTIVE, Truth.MEASURED_OVERHEAD));
        progress.accept("starting " + service.hosts() + " hosts");
        Fleet hosts = Fleet.start(service.fleet(settings.seed()));
        this.fleet = hosts;
        try {
            this.rig = Rig.start(
                    new Rig.Settings(DemoService.NAME, "demo", settings.data(), settings.httpPort()),
                    (listen, admin) -> service.yaml(hosts.hosts(), listen, admin),
                    target -> LoadSettings.demo(target, service.rps(), settings.seed())
                            .withTimeout(settings.clientTimeout()),
                    Traffic::start,
                    progress);
        } catch (RuntimeException e) {
            hosts.close();
            throw e;
        }
    }

    /** Starts all parts, and no run. */
    public static Demo start(Settings settings, Consumer<String> progress) {
        var demo = new Demo(settings, progress);
        progress.accept("waiting until the hosts are warm: some seconds, on a busy machine up to "
                + WARM_WITHIN.toMinutes() + " minutes");
        demo.warmUp();
        return demo;
    }

    /**
     * Waits until the hosts are warm. A cold JVM serves slowly, and on a busy machine it stays cold for long. By
     * Little's law the number of requests in flight shows when it is warm: for a while it must not exceed 1.5 times the
     * product of rate and service time.
     */
    private void warmUp() {
        double calm =
                MOST_IN_FLIGHT * service.rps() * service.host().meanService().toMillis() / 1000.0;
        int looks = 0;
        for (long left = WARM_WITHIN.dividedBy(LOOK); left > 0 && looks < CALM_LOOKS; left--) {
            LockSupport.parkNanos(LOOK.toNanos());
            looks = traffic().counts().inFlight() <= calm ? looks + 1 : 0;
        }
    }

    /** Leaves closing to the caller, even when this process is asked to stop. */
    void leaveToItsOwner() {
        rig.envoy().leaveToItsOwner();
    }

    /** The address of the pages. */
    public URI url() {
        return rig.standalone().url();
    }

    /** The true capacity of one host. */
    public Truth truth() {
        return truth.join();
    }

    /** The traffic, for observation. */
    public LoadGenerator traffic() {
        return rig.traffic();
    }

    /** The hosts, for fault injection. */
    public Fleet fleet() {
        return fleet;
    }

    /** The Envoy, for observation. */
    public EnvoyProcess envoy() {
        return rig.envoy();
    }

    /** The parts, for observation and fault injection. */
    public Standalone standalone() {
        return rig.standalone();
    }

    /**
     * Starts a run.
     *
     * @return the run's id
     * @throws RunRefused if the run may not begin, such as while a busy machine keeps the database from answering
     */
    public String startRun() throws RunRefused {
        return startRun(RunOptions.USUAL);
    }

    /**
     * Starts a run with options.
     *
     * @return the run's id
     * @throws RunRefused if the run may not begin, such as while a busy machine keeps the database from answering
     */
    public String startRun(RunOptions options) throws RunRefused {
        return rig.startRun(options);
    }

    /** Aborts a run. */
    public void abort(String run) {
        rig.abort(run);
    }

    /** Applies a rule that evaluates one sampling interval and fails at once, for measuring reactions. */
    public void impatient(Duration interval) {
        rig.apply(service.impatient(fleet.hosts(), rig.listenPort(), rig.envoy().admin(), interval));
    }

    /** Follows a run until it is over. */
    public RunReport follow(String run, Consumer<RunUpdate> reader) {
        return rig.follow(run, reader);
    }

    @Override
    public void close() {
        rig.close();
        fleet.close();
    }
}
