package dev.redliner.controller.schedule;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Table {@code deploy}, in SQL that both H2 and PostgreSQL support. */
final class DeployTable {
    private final JdbcClient jdbc;

    DeployTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    boolean has(Deploy deploy) {
        return jdbc.sql("select count(*) from deploy where service = :service and source = :source" + " and id = :id")
                        .param("service", deploy.service())
                        .param("source", deploy.source())
                        .param("id", deploy.id())
                        .query(Long.class)
                        .single()
                > 0;
    }

    /** @throws org.springframework.dao.DuplicateKeyException if there is an event of this service, source and id */
    void insert(Deploy deploy) {
        jdbc.sql("insert into deploy (source, id, service, version, deployed_at, received_at, announced_by)"
                        + " values (:source, :id, :service, :version, :at, :received, :who)")
                .param("source", deploy.source())
                .param("id", deploy.id())
                .param("service", deploy.service())
                .param("version", deploy.version())
                .param("at", utc(deploy.at()))
                .param("received", utc(deploy.receivedAt()))
                .param("who", deploy.who())
                .update();
    }

    /** The deploys of a service since an instant, the newest first. */
    List<Deploy> of(String service, Instant since, int most) {
        return jdbc.sql("select * from deploy where service = :service and deployed_at >= :since"
                        + " order by deployed_at desc, source, id fetch first " + Math.max(1, most) + " rows only")
                .param("service", service)
                .param("since", utc(since))
                .query(DeployTable::read)
                .list();
    }

    /** The deploys of a service after one in the order of {@link #of}. */
    List<Deploy> after(String service, Instant at, String source, String id, int most) {
        return jdbc.sql("select * from deploy where service = :service and (deployed_at < :at or deployed_at = :at"
                        + " and (source > :source or source = :source and id > :id))"
                        + " order by deployed_at desc, source, id fetch first " + Math.max(1, most) + " rows only")
                .param("service", service)
                .param("at", utc(at))
                .param("source", source)
                .param("id", id)
                .query(DeployTable::read)
                .list();
    }

    /** Deletes the deploys that were received before an instant. */
    int deleteBefore(Instant received) {
        return jdbc.sql("delete from deploy where received_at < :received")
                .param("received", utc(received))
                .update();
    }

    private static Deploy read(ResultSet row, int number) throws SQLException {
        return new Deploy(
                row.getString("source"),
                row.getString("id"),
                row.getString("service"),
                row.getString("version"),
                row.getObject("deployed_at", OffsetDateTime.class).toInstant(),
                row.getObject("received_at", OffsetDateTime.class).toInstant(),
                row.getString("announced_by"));
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
