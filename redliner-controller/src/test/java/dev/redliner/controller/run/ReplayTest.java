package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.controller.report.RunReports;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import dev.redliner.search.SearchSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Rebuilding a run from its journal. */
class ReplayTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private record Entry(Instant at, RunEvent event, String outcome) {}

    private final ShopWorld world = new ShopWorld();

    private static Run accepted() {
        return Run.accepted(new RunFacts("shop-1", Shop.SERVICE, 1, ShopWorld.START, SearchSettings.DEFAULT));
    }

    /** The events that changed the run, in JSON, as a controller journals them. */
    private List<Entry> journal() {
        var entries = new ArrayList<Entry>();
        Run run = accepted();
        for (int i = 0; i < world.events.size(); i++) {
            RunEvent event = world.events.get(i);
            Run after = run.on(event, world.times.get(i)).run();
            if (after != run) {
                RunEvent read = JSON.readValue(JSON.writeValueAsString(event), event.getClass());
                entries.add(new Entry(world.times.get(i), read, after.outcome()));
            }
            run = after;
        }
        return entries;
    }

    private static Replay replay(List<Entry> entries) {
        var replay = new Replay(accepted());
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (!replay.next(i + 1, entry.at(), Optional.of(entry.event()), entry.outcome())) {
                break;
            }
        }
        return replay;
    }

    private Run takenOver(Replay replay) {
        Instant until = replay.until().orElse(null);
        return replay.run()
                .on(new RunEvent.Recovered("another", 2, until, replay.lost()), world.now.plusSeconds(16))
                .run();
    }

    @Test
    void a_run_that_was_taken_over_keeps_steps_baseline_harm_and_remarks() {
        world.begin().until(RunState.REFINING);
        for (int i = 0; i < 10; i++) {
            world.second();
        }
        RunReport before = RunReports.of(world.run, world.now);
        assertThat(before.steps()).hasSizeGreaterThan(2);

        Replay replay = replay(journal());
        Run run = takenOver(replay);

        assertThat(replay.lost()).isEmpty();
        RunReport after = RunReports.of(run, world.now);
        assertThat(after.state()).isEqualTo(RunState.RESTORING);
        assertThat(after.baseline()).isNotNull().isEqualTo(before.baseline());
        assertThat(after.harm()).isEqualTo(before.harm());
        assertThat(after.began()).isEqualTo(before.began());
        int open = before.steps().size() - 1;
        assertThat(after.steps().subList(0, open)).isEqualTo(before.steps().subList(0, open));
        assertThat(after.steps().get(open).seconds())
                .isEqualTo(before.steps().get(open).seconds());
        assertThat(after.steps().get(open).ended()).isEqualTo("The run's controller died.");
        assertThat(after.steps().get(open).to()).isEqualTo(world.now);
        assertThat(after.remarks())
                .containsAll(before.remarks())
                .anyMatch(it -> it.contains("Harm in that time is not counted"));
    }

    @Test
    void it_is_restored_under_its_new_token_and_interrupted() {
        world.begin().until(RunState.RAMPING);
        world.run = takenOver(replay(journal()));
        world.now = world.now.plusSeconds(16);
        assertThat(world.run.facts().token()).isEqualTo(2);
        assertThat(world.run.standing()).isEqualTo(new DesiredTraffic.Restore(Shop.BASELINE));
        world.until(RunState.INTERRUPTED);
    }

    @Test
    void whoever_aborted_it_before_is_still_named() {
        world.begin().until(RunState.RAMPING);
        world.handle(new RunEvent.AbortAsked("kim", "enough"));
        Run run = takenOver(replay(journal()));
        assertThat(run.reason().orElse(""))
                .startsWith("The run's controller died")
                .contains("Aborted by kim: enough");
    }

    @Test
    void what_was_decided_otherwise_than_now_is_not_believed() {
        world.begin().until(RunState.REFINING);
        List<Entry> entries = journal();
        int third = 0;
        while (!entries.get(third).outcome().startsWith("RAMPING 3")) {
            third++;
        }
        Entry entry = entries.get(third);
        entries.set(third, new Entry(entry.at(), entry.event(), "RAMPING 3 999999"));

        Run run = takenOver(replay(entries));

        assertThat(run.steps()).hasSize(2);
        assertThat(run.state()).isEqualTo(RunState.RESTORING);
        assertThat(run.remarks()).anyMatch(it -> it.contains("another version") && it.contains("missing"));
    }

    @Test
    void a_journal_that_cannot_be_read_at_all_keeps_no_run_from_being_restored() {
        world.begin().until(RunState.RAMPING);
        var replay = new Replay(accepted());
        assertThat(replay.next(1, world.now, Optional.empty(), "")).isFalse();
        Entry second = journal().get(1);
        assertThat(replay.next(2, second.at(), Optional.of(second.event()), second.outcome()))
                .as("the replay has stopped")
                .isFalse();
        assertThat(replay.sequence()).isEqualTo(1);
        world.run = takenOver(replay);
        world.now = world.now.plusSeconds(16);
        assertThat(world.run.remarks()).anyMatch(it -> it.startsWith("Event 1 of the run's journal cannot be read"));
        world.until(RunState.INTERRUPTED);
    }

    @Test
    void events_that_the_database_did_not_take_are_told() {
        world.begin().until(RunState.RAMPING);
        var replay = new Replay(accepted());
        long sequence = 0;
        for (Entry entry : journal()) {
            sequence++;
            replay.next(sequence, entry.at(), Optional.of(entry.event()), entry.outcome());
        }
        replay.next(
                sequence + 3,
                world.now,
                Optional.of(new RunEvent.AbortAsked("kim", "enough")),
                "RESTORING " + world.run.steps().size() + " baseline");
        assertThat(replay.run().state()).isEqualTo(RunState.RESTORING);
        assertThat(replay.lost()).startsWith("Events of the run that could not be stored: 2.");
    }
}
