package dev.redliner.standalone.demo;

import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.drive.RunNews;
import dev.redliner.controller.drive.RunOptions;
import dev.redliner.controller.drive.RunRefused;
import dev.redliner.controller.report.RunReport;
import dev.redliner.standalone.envoy.EnvoyProcess;
import dev.redliner.standalone.fleet.Fleet;
import dev.redliner.standalone.fleet.Truth;
import dev.redliner.standalone.rig.Rig;
import dev.redliner.standalone.serve.Standalone;
import dev.redliner.standalone.traffic.Traffic;
import dev.redliner.standalone.traffic.TrafficSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A fleet whose capacity is set and known, production-like traffic to it through a real Envoy, and Redliner measuring
 * it. Closing it stops everything in the right order: first the run restores, then the traffic stops.
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
     * How a demo runs.
     *
     * @param tier weights or user buckets
     * @param data folder for all that it writes
     * @param httpPort for the page; 0 takes a free one
     * @param seed of fleet and traffic
     * @param sut how many hosts are measured at once
     */
    public record Settings(Tier tier, Path data, int httpPort, long seed, int sut) {
        /** With one host measured. */
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
                    target -> TrafficSettings.demo(target, service.rps(), settings.seed()),
                    progress);
        } catch (RuntimeException e) {
            hosts.close();
            throw e;
        }
    }

    /** Starts everything but the run. */
    public static Demo start(Settings settings, Consumer<String> progress) {
        var demo = new Demo(settings, progress);
        demo.warmUp();
        return demo;
    }

    /**
     * A cold JVM serves slowly, and on a busy machine it is cold for long. By Little's law the requests in flight tell when it
     * is warm: no more than half as many again as rate and service time make, for a while.
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

    /** From now on whoever started it closes it, also when this process is asked to stop. */
    void leaveToItsOwner() {
        rig.envoy().leaveToItsOwner();
    }

    /** Where the pages are. */
    public URI url() {
        return rig.standalone().url();
    }

    /** What one host can really carry. */
    public Truth truth() {
        return truth.join();
    }

    /** The traffic, to look at. */
    public Traffic traffic() {
        return rig.traffic();
    }

    /** The hosts, to break. */
    public Fleet fleet() {
        return fleet;
    }

    /** The Envoy, to look at. */
    public EnvoyProcess envoy() {
        return rig.envoy();
    }

    /** The parts, to look at and to break. */
    public Standalone standalone() {
        return rig.standalone();
    }

    /**
     * Starts a run.
     *
     * @return its id
     * @throws RunRefused if it may not begin, such as while a busy machine keeps the database from answering
     */
    public String startRun() throws RunRefused {
        return startRun(RunOptions.USUAL);
    }

    /** The same, with options. */
    public String startRun(RunOptions options) throws RunRefused {
        return rig.startRun(options);
    }

    /** Ends a run before its time. */
    public void abort(String run) {
        rig.abort(run);
    }

    /** From now on its rules look at one sampling interval, and one failure is enough: for measuring reactions. */
    public void impatient(Duration interval) {
        rig.apply(service.impatient(fleet.hosts(), rig.listenPort(), rig.envoy().admin(), interval));
    }

    /** Follows a run until it is over. */
    public RunReport follow(String run, Consumer<RunNews> reader) {
        return rig.follow(run, reader);
    }

    @Override
    public void close() {
        rig.close();
        fleet.close();
    }
}
