package dev.redliner.testbench.faults;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.standalone.envoy.EnvoyBinary;
import dev.redliner.standalone.envoy.EnvoyProcess;
import dev.redliner.standalone.fleet.Fleet;
import dev.redliner.standalone.fleet.FleetSettings;
import dev.redliner.standalone.traffic.LoadSettings;
import dev.redliner.standalone.traffic.Traffic;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A pool with its hosts, its own Envoy and its traffic. */
public final class LivePool implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(180);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final PoolPlan plan;
    private final LiveCluster parts;
    private final Fleet hosts;
    private final String yaml;
    private final URI front;
    private final Path folder;
    private final String bootstrap;
    private EnvoyProcess envoy;
    private final List<FaultProxy> toRedirector = new ArrayList<>();
    private final FaultProxy toAdmin;
    private final EnvoyView admin;
    private final PoolRuns runs;
    private final Traffic traffic;

    LivePool(PoolPlan plan, LiveCluster parts, Path folder, long seed) {
        this.plan = plan;
        this.parts = parts;
        this.hosts =
                open(Fleet.start(new FleetSettings(PoolPlan.HOSTS, plan.name(), "127.0.0.1", 0, seed, plan.host())));
        try {
            List<Integer> listen = ports();
            List<Integer> admins = ports();
            toAdmin = open(FaultProxy.to(admins.get(0)));
            this.folder = folder;
            this.yaml = plan.yaml(hosts.hosts(), listen.get(0), read(admins));
            this.front = URI.create("http://127.0.0.1:" + listen.get(0) + "/");
            apply(yaml);
            for (int i = 0; i < plan.envoys(); i++) {
                toRedirector.add(open(FaultProxy.to(parts.xdsPort())));
            }
            this.bootstrap =
                    bootstrap(listen.get(0), admins.get(0), toRedirector.get(0).port());
            this.envoy = envoy(bootstrap, folder);
            this.admin = new EnvoyView(envoy.admin(), plan.name());
            this.runs = new PoolRuns(plan.name(), parts.api(), admin);
            this.traffic = traffic(listen.get(0), seed);
            if (plan.envoys() > 1) {
                var unused = envoy(
                        bootstrap(
                                listen.get(1),
                                admins.get(1),
                                toRedirector.get(1).port()),
                        folder.resolve("second"));
                traffic(listen.get(1), seed + 1);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The admin ports in the definition. */
    private List<Integer> read(List<Integer> admins) {
        var ports = new ArrayList<>(admins);
        ports.set(0, toAdmin.port());
        return plan.readsFirstEnvoyOnly() ? ports.subList(0, 1) : ports;
    }

    private <T extends AutoCloseable> T open(T part) {
        opened.push(part);
        return part;
    }

    private List<Integer> ports() {
        return Stream.generate(Ports::free).limit(plan.envoys()).toList();
    }

    private EnvoyProcess envoy(String file, Path where) {
        return open(EnvoyProcess.start(EnvoyBinary.find(), file, where, LONG));
    }

    /** Stops the Envoy and restarts it from the same file. */
    public void restartEnvoy() {
        envoy.close();
        envoy = envoy(bootstrap, folder);
    }

    private Traffic traffic(int listenPort, long seed) {
        URI target = URI.create("http://127.0.0.1:" + listenPort + "/");
        Await.await("Envoy's listener", LONG, () -> Web.get(target).status() == 200, () -> Web.get(target)
                .body());
        return open(Traffic.start(
                LoadSettings.demo(target, plan.rps() / plan.envoys(), seed).steady()));
    }

    private void apply(String yaml) {
        Web.Answer answer = parts.api().apply(plan.name(), yaml);
        if (answer.status() / 100 != 2) {
            throw new IllegalStateException("service " + plan.name() + " is refused: " + answer + "\n" + yaml);
        }
    }

    /** The bootstrap as a user gets it. The pool reaches the redirector over Kafka, which takes a moment. */
    private String bootstrap(int listenPort, int adminPort, int xdsPort) {
        URI ask = parts.http(LiveCluster.REDIRECTOR)
                .resolve("/xds/v1/pools/" + plan.name() + "/bootstrap?adminPort=" + adminPort + "&listenPort="
                        + listenPort + "&xdsPort=" + xdsPort + "&node=" + plan.name() + "-" + adminPort);
        Await.await(
                "the redirector to know pool " + plan.name(),
                LONG,
                () -> Web.get(ask).status() == 200,
                () -> Web.get(ask).body());
        return Web.get(ask).body();
    }

    /** Requests a run until it is accepted: the previous run may still be releasing the pool. */
    public String start() {
        return runs.start();
    }

    /**
     * Waits until a run has moved traffic: Envoy holds a share from Redliner, and its own counts exceed the usual
     * share.
     */
    public void awaitShift(String run) {
        awaitShift(run, 1.05 * PoolPlan.BASELINE);
    }

    /** Waits until a run has moved traffic and Envoy holds at least this share. */
    public void awaitShift(String run, double atLeast) {
        runs.awaitShift(run, atLeast);
    }

    /** Starts a run and waits until it has moved traffic, and another one if that run does not get beyond its baseline. */
    public String startAndAwaitShift() {
        String run = runs.startAndAwaitBegin();
        awaitShift(run);
        return run;
    }

    /** The state of a run, as far as a controller answers. */
    public RunState state(String run) {
        return runs.state(run);
    }

    /** Why the run ended or is ending, or empty if it goes on. */
    public String reason(String run) {
        return runs.reason(run);
    }

    /** Aborts a run, and returns its report when it has ended. */
    RunReport aborted(String run) {
        parts.api().abort(run, "seen enough");
        return awaitEnd(run);
    }

    /** Waits for the end of a run. */
    public RunReport awaitEnd(String run) {
        return parts.api().awaitEnd(run);
    }

    /** The override that Envoy holds. */
    public OptionalDouble override() {
        return admin.override();
    }

    /** How long the pool's runs hold without data. */
    public Duration patience() {
        return plan.unknownFor();
    }

    /** Starts to measure the time until the traffic is back. */
    public RestoreTimer watch() {
        return new RestoreTimer(admin);
    }

    /** Cuts the second Envoy off: it serves its part of the traffic on the baseline and receives nothing. */
    public void cutOffSecondEnvoy() {
        toRedirector.get(1).cut();
    }

    /** The collector's link to the first Envoy's admin page. */
    public FaultProxy toAdmin() {
        return toAdmin;
    }

    /** The first Envoy's link to the redirector. */
    public FaultProxy toRedirector() {
        return toRedirector.get(0);
    }

    /** The service file as it was declared. */
    public String yaml() {
        return yaml;
    }

    /** The address at which users reach the pool's Envoy. */
    public URI front() {
        return front;
    }

    /** The node id of the pool's Envoy. */
    public String node() {
        return plan.name() + "-" + envoy.admin().getPort();
    }

    /** The service's name. */
    public String name() {
        return plan.name();
    }

    /** The id of the host that is measured. */
    public String sut() {
        return hosts.hosts().get(0).id();
    }

    /** The ids of the peers. */
    public List<String> peers() {
        return hosts.hosts().stream().skip(1).map(host -> host.id()).toList();
    }

    /** The pool's hosts, for fault injection. */
    public Fleet hosts() {
        return hosts;
    }

    /** The Envoy's own view. */
    public EnvoyView admin() {
        return admin;
    }

    /** The pool's Envoy, for fault injection. */
    public EnvoyProcess envoy() {
        return envoy;
    }

    /** The pool's traffic. */
    public Traffic traffic() {
        return traffic;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                System.getLogger(LivePool.class.getName()).log(System.Logger.Level.WARNING, "pool not closed", e);
            }
        }
    }
}
