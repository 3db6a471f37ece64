package dev.redliner.controller.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.controller.TestPostgres;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class PostgresAuditTrailTest extends AuditTrailTest {
    @Override
    DataSource database() {
        return TestPostgres.server().getPostgresDatabase();
    }

    @Test
    void a_user_with_insert_and_select_is_enough_and_can_change_nothing() {
        JdbcClient owner = JdbcClient.create(TestPostgres.server().getPostgresDatabase());
        owner.sql("drop role if exists app").update();
        owner.sql("create role app login").update();
        owner.sql("grant insert, select on audit_entry to app").update();
        DataSource limited = TestPostgres.server().getDatabase("app", "postgres");
        var jdbc = JdbcClient.create(limited);
        var trail = new JdbcAuditTrail(jdbc, new TransactionTemplate(new DataSourceTransactionManager(limited)));
        trail.append(List.of(
                QueuedEntry.now(new AuditEntry("ana", AuditAction.LEVER_ENGAGED, "", "", "", "why"), Instant.EPOCH)));
        assertThat(trail.verify(Optional.empty()).entries()).isEqualTo(1);
        for (String change : List.of("update audit_entry set who = 'eve'", "delete from audit_entry")) {
            assertThatThrownBy(() -> jdbc.sql(change).update()).isInstanceOf(DataAccessException.class);
        }
        owner.sql("drop owned by app").update();
    }
}
