package dev.redliner.controller.journal;

import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What several services depend on, such as a database: of the runs that depend on one, only one is active. */
final class DependencyLocks {
    private final JdbcClient jdbc;

    DependencyLocks(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Outside of any transaction: a failed insert would spoil it on PostgreSQL. */
    void ensure(String dependency) {
        if (row(dependency).isPresent()) {
            return;
        }
        try {
            jdbc.sql("insert into dependency_lock (name, run_id) values (?, '')")
                    .param(dependency)
                    .update();
        } catch (DuplicateKeyException e) {
            // somebody else was faster, which is as good
        }
    }

    /** Takes it for a run. Gives the run that has it already; empty if it is taken now. */
    Optional<String> take(String dependency, String run) {
        int taken = jdbc.sql("update dependency_lock set run_id = ? where name = ? and run_id = ''")
                .params(run, dependency)
                .update();
        return taken > 0 ? Optional.empty() : Optional.of(row(dependency).orElse("unknown"));
    }

    void free(String run) {
        jdbc.sql("update dependency_lock set run_id = '' where run_id = ?")
                .param(run)
                .update();
    }

    private Optional<String> row(String dependency) {
        return jdbc.sql("select run_id from dependency_lock where name = ?")
                .param(dependency)
                .query(String.class)
                .optional();
    }
}
