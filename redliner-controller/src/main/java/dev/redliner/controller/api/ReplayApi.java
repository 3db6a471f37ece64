package dev.redliner.controller.api;

import dev.redliner.api.RunState;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.controller.journal.RecordedRuns;
import dev.redliner.controller.journal.RecordedRuns.Recorded;
import dev.redliner.controller.journal.RunJournal.Journalled;
import dev.redliner.controller.replay.ReplayResult;
import dev.redliner.controller.replay.RuleReplay;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.rules.CompiledRule;
import dev.redliner.rules.RuleCompiler;
import dev.redliner.rules.RuleException;
import dev.redliner.service.InvalidService;
import dev.redliner.service.Problem;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Evaluates rules over recorded runs. It changes nothing. */
@RestController
@RequestMapping("/api/v1/runs")
@Tag(name = "runs")
class ReplayApi {
    /** A replay of a long run takes seconds of a CPU that runs need too. */
    private static final int AT_ONCE = 1;

    private static final long WAITS_SECONDS = 10;

    private final RecordedRuns recorded;
    private final Semaphore turns = new Semaphore(AT_ONCE);

    ReplayApi(RecordedRuns recorded) {
        this.recorded = recorded;
    }

    @PostMapping(
            value = "/{id}/rules/replay",
            consumes = {"application/yaml", "text/yaml", MediaType.TEXT_PLAIN_VALUE})
    @Operation(
            summary = "What the rules of a service file would have done in a run",
            description =
                    "The rules are evaluated over the verdicts of the run, at the load that it had. Without a body,"
                            + " these are the rules of the run itself. Nothing is changed.",
            operationId = "replayRules")
    @Fails({
        ProblemType.UNKNOWN_RUN,
        ProblemType.NOTHING_RECORDED,
        ProblemType.INVALID_SERVICE,
        ProblemType.REPLAY_BUSY,
        ProblemType.NO_DATABASE
    })
    ReplayView replay(@RunId @PathVariable String id, @RequestBody(required = false) @Nullable String yaml)
            throws InvalidService {
        Recorded run = recorded.find(id).orElseThrow(() -> ApiProblem.noSuchRun(id));
        ServiceDefinition before =
                run.service().orElseThrow(() -> ApiProblem.nothingRecorded(id, "its service cannot be read"));
        List<RuleSpec> rules = yaml == null ? before.rules() : rules(yaml, before.name());
        ReplayResult result = taken(() -> read(run, before, rules));
        if (result.verdicts() == 0) {
            throw ApiProblem.nothingRecorded(id, "its journal has no verdicts, or no longer has them");
        }
        return ReplayView.of(id, before.name(), result);
    }

    private static List<RuleSpec> rules(String yaml, String service) throws InvalidService {
        ServiceDefinition edited = ServiceYaml.parse(null, yaml);
        if (!edited.name().equals(service)) {
            String declares = "declares '" + edited.name() + "', and the run measured '" + service + "'";
            throw new InvalidService(
                    List.of(new Problem(null, 1, 1, "/service", declares, "use a run of the service")), yaml);
        }
        return edited.rules();
    }

    private interface Work {
        ReplayResult result();
    }

    private ReplayResult taken(Work work) {
        try {
            if (!turns.tryAcquire(WAITS_SECONDS, TimeUnit.SECONDS)) {
                throw ApiProblem.replayBusy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiProblem.replayBusy();
        }
        try {
            return work.result();
        } finally {
            turns.release();
        }
    }

    private ReplayResult read(Recorded run, ServiceDefinition before, List<RuleSpec> rules) {
        var events = new Events(new RuleReplay(before, run.startedAt(), compiled(run.id(), rules)));
        recorded.read(run.id(), events);
        return events.replay.result();
    }

    private static List<CompiledRule> compiled(String run, List<RuleSpec> rules) {
        try {
            return rules.stream().map(RuleCompiler::compile).toList();
        } catch (RuleException e) {
            // the rules of a file were accepted, so this is a rule of the run that an earlier version accepted
            throw ApiProblem.nothingRecorded(run, String.valueOf(e.getMessage()));
        }
    }

    /** Passes on the verdicts of a run, each with the state and the step in which the run received it. */
    private static final class Events implements Consumer<Journalled> {
        private final RuleReplay replay;
        private RunState state = RunState.PENDING;
        private int step;

        Events(RuleReplay replay) {
            this.replay = replay;
        }

        @Override
        public void accept(Journalled event) {
            if (event.event().orElse(null) instanceof RunEvent.VerdictArrived arrived) {
                replay.add(arrived.verdict(), state, step);
            }
            follow(event.outcome());
        }

        /** @param outcome as {@link dev.redliner.controller.run.Run#outcome} has it */
        private void follow(String outcome) {
            String[] parts = outcome.split(" ");
            try {
                step = Integer.parseInt(parts[1]);
                state = RunState.valueOf(parts[0]);
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                // another version wrote it; a state that moves no traffic has no consequences
                state = RunState.PENDING;
            }
        }
    }
}
