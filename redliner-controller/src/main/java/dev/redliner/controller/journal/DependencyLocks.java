package dev.redliner.controller.journal;

import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Locks for the dependencies of services, such as a shared database: only one run may be active on each dependency. */
final class DependencyLocks {
    private final JdbcClient jdbc;

    DependencyLocks(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Creates the lock's row outside of any transaction: on PostgreSQL, a failed insert would abort the transaction.
     */
    void ensure(String dependency) {
        if (row(dependency).isPresent()) {
            return;
        }
        try {
            jdbc.sql("insert into dependency_lock (name, run_id) values (?, '')")
                    .param(dependency)
                    .update();
        } catch (DuplicateKeyException e) {
            // another controller has inserted the row meanwhile
        }
    }

    /** Acquires a dependency for a run. Returns the run that already holds it; empty if it was acquired. */
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
