package dev.redliner.standalone.simulate;

import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunFacts;
import dev.redliner.controller.run.Step;
import dev.redliner.hostmodel.HostDescription;
import dev.redliner.hostmodel.SimulatedHost;
import dev.redliner.search.Redline;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.standalone.simulate.SimulationResult.StepResult;
import dev.redliner.standalone.simulate.VirtualRun.Course;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One rehearsal.
 *
 * @param settings of the search
 * @param declared rules and limits; null: those of the host's SLO
 * @param harmBudget excess bad requests at which the run ends, unless {@code declared} has its own
 * @param history length of the pool's traffic before the run that the search receives; zero as on a pool's first day
 */
public record Simulation(
        SearchSettings settings, @Nullable ServiceDefinition declared, double harmBudget, Duration history) {
    /** The widest interval that still counts as a measurement, even an unsure one. */
    private static final double WIDEST = 0.5;

    /** Stages after the first load that was too much. Before them every estimate is a guess. */
    private static final Set<Stage> REACHED = Set.of(Stage.HEAL, Stage.REFINE, Stage.CONFIRM);

    /** Runs on a host and passes the result to the host. */
    public SimulationResult on(SimulatedHost host) {
        HostDescription greeting = host.greeting();
        SimulationResult result;
        try {
            result = result(greeting, VirtualRun.on(host, normal -> facts(greeting, normal)));
        } catch (VirtualRun.NoTraffic e) {
            result = SimulationResult.nothing(greeting.id(), "no_traffic", String.valueOf(e.getMessage()));
        }
        JsonNode score =
                host.finish(new SimulatedHost.Finding(result.est(), result.low(), result.high(), result.status()));
        return result.scored(score);
    }

    private RunFacts facts(HostDescription greeting, VirtualRun.Normal normal) {
        ServiceDefinition service =
                RehearsedService.of(greeting, normal.share(), normal.poolRps(), harmBudget, declared);
        return new RunFacts(greeting.id(), service, 1, Instant.EPOCH, settings.knowing(greeting.latest(history)));
    }

    private static SimulationResult result(HostDescription greeting, Course course) {
        Run run = course.run();
        Optional<Redline> redline = redline(run);
        return new SimulationResult(
                greeting.id(),
                redline.map(Redline::rps).orElse(null),
                redline.map(Redline::low).orElse(null),
                redline.map(Redline::high).filter(Double::isFinite).orElse(null),
                redline.map(Redline::safe).orElse(null),
                status(course, redline),
                redline.map(Redline::limitingRule).orElse(null),
                course.seconds(),
                course.changes(),
                run.reason().orElse(run.decided()),
                run.harm().excessFraction(),
                run.restoration().map(r -> r.verified() != null).orElse(null),
                run.steps().stream().map(Simulation::step).toList(),
                null);
    }

    /** The measured redline, also if its interval is too wide for a result. The status shows that. */
    private static Optional<Redline> redline(Run run) {
        if (run.redline().isPresent()) {
            return run.redline();
        }
        boolean reached = run.steps().stream().anyMatch(s -> REACHED.contains(s.stage()));
        return reached ? run.estimate().filter(r -> r.halfWidth() <= WIDEST) : Optional.empty();
    }

    private static String status(Course course, Optional<Redline> redline) {
        if (course.deadline()) {
            return "deadline";
        }
        return switch (course.run().state()) {
            case COMPLETED -> redline.map(Redline::atLeast).orElse(false) ? "at_least" : "ok";
            case PENDING,
                    BASELINING,
                    RAMPING,
                    REFINING,
                    CONFIRMING,
                    RESTORING,
                    INCONCLUSIVE,
                    ABORTED,
                    INTERRUPTED,
                    REFUSED,
                    READY,
                    NOT_READY -> course.run().state().name().toLowerCase(Locale.ROOT);
        };
    }

    private static StepResult step(Step step) {
        Instant to = step.to();
        return new StepResult(
                step.number(),
                step.stage().name().toLowerCase(Locale.ROOT),
                seconds(step.from()),
                to == null ? null : (Double) seconds(to),
                step.load(),
                step.seen().rps(),
                step.asked().fraction(),
                step.why(),
                step.ended());
    }

    private static double seconds(Instant instant) {
        return Duration.between(Instant.EPOCH, instant).toMillis() / 1e3;
    }
}
