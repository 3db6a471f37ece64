package dev.redliner.testbench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.journal.JdbcRunJournal;
import dev.redliner.controller.journal.RunJournal.Held;
import dev.redliner.search.policy.GuidedSearch;
import dev.redliner.standalone.restore.JournalFile;
import dev.redliner.testbench.chance.PoolInVirtualTime;
import dev.redliner.testbench.chance.PoolInVirtualTime.Handled;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

class JournalRunsTest {
    private static final String CONTROLLER = "controller-1";

    private static final PoolInVirtualTime POOL = SteepPool.measured(2, GuidedSearch::from);
    private final List<String> problems = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void a_run_is_repeated_from_its_journal_to_the_result_that_it_had() {
        journal(database -> {});
        assertThat(runs()).singleElement().satisfies(run -> {
            assertThat(run.run()).isEqualTo("shop-1");
            assertThat(run.state()).isEqualTo("COMPLETED");
            assertThat(run.result()).isNotNull();
            assertThat(Hindsight.of(run).differences()).isEmpty();
            assertThat(Hindsight.of(run).redline()).isEqualTo(POOL.run().redline());
        });
        assertThat(problems).isEmpty();
    }

    @Test
    void a_run_of_another_search_is_named_and_left_out() {
        journal(database -> database.sql("update run_event set outcome = 'RAMPING 7 1' where seq = ?")
                .param(POOL.events().size() / 2)
                .update());
        assertThat(runs()).isEmpty();
        assertThat(problems).singleElement().asString().contains("Run shop-1 cannot be repeated");
    }

    @Test
    void a_run_without_events_is_named_and_left_out() {
        journal(database -> database.sql("delete from run_event").update());
        assertThat(runs()).isEmpty();
        assertThat(problems).containsExactly("Run shop-1 cannot be repeated: its journal is empty.");
    }

    private List<RecordedSearch> runs() {
        return JournalRuns.of(JournalFile.in(folder).orElseThrow(), problems::add);
    }

    /** Writes the run as its controller does, and then changes the database. */
    private void journal(Consumer<JdbcClient> change) {
        var database = new SingleConnectionDataSource("jdbc:h2:file:" + folder.resolve("redliner"), true);
        try {
            Flyway.configure()
                    .dataSource(database)
                    .locations("classpath:db/migration")
                    .load()
                    .migrate();
            JdbcClient jdbc = JdbcClient.create(database);
            var journal = new JdbcRunJournal(
                    jdbc,
                    new TransactionTemplate(new DataSourceTransactionManager(database)),
                    JsonMapper.builder().build());
            journal.claim(POOL.run().facts().service(), CONTROLLER, "chance", PoolInVirtualTime.START);
            var held = new Held("shop", "shop-1", 1, CONTROLLER);
            long sequence = 0;
            for (Handled handled : POOL.events()) {
                journal.append(held, ++sequence, handled.at(), handled.event(), handled.outcome());
            }
            assertThat(journal.finish(SteepPool.report(POOL), "shop", CONTROLLER))
                    .isTrue();
            change.accept(jdbc);
        } finally {
            database.destroy();
        }
    }
}
