package dev.redliner.controller.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The chain in table {@code audit_entry}. Several controllers append to it: each reads the head and inserts the entry
 * with the next number. If two insert at once, the primary key admits one of them, and the other reads the head again.
 * The chain therefore has neither forks nor gaps, and needs only insert and select.
 */
public final class JdbcAuditTrail implements AuditTrail {
    private static final String SELECT = "select seq, id, at, who, action, subject, value_before, value_after, why,"
            + " previous_hash, hash from audit_entry";
    private static final int PAGE = 1000;
    private static final int ATTEMPTS = 100;

    private final JdbcClient jdbc;
    private final TransactionOperations transactions;
    private volatile AuditHead written = AuditHead.NONE;

    public JdbcAuditTrail(JdbcClient jdbc, TransactionOperations transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    /**
     * Appends entries in their order, either all of them or none. Entries that are already stored are left unchanged.
     *
     * @throws org.springframework.dao.DataAccessException if the database rejects the entries
     */
    void append(List<QueuedEntry> entries) {
        List<QueuedEntry> left = entries;
        for (int attempt = 0; !left.isEmpty(); attempt++) {
            List<QueuedEntry> batch = left;
            try {
                written = java.util.Objects.requireNonNull(transactions.execute(status -> insert(batch)));
                return;
            } catch (DuplicateKeyException | ConcurrencyFailureException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                left = notYetStored(left);
            }
        }
    }

    private AuditHead insert(List<QueuedEntry> entries) {
        AuditHead head = head();
        for (QueuedEntry entry : entries) {
            AuditRecord next = AuditRecord.following(head, entry);
            insert(next);
            head = next.head();
        }
        return head;
    }

    private void insert(AuditRecord next) {
        jdbc.sql("insert into audit_entry (seq, id, at, who, action, subject, value_before, value_after, why,"
                        + " previous_hash, hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                .params(
                        next.seq(),
                        next.id(),
                        next.at().atOffset(ZoneOffset.UTC),
                        next.who(),
                        next.action(),
                        next.subject(),
                        next.before(),
                        next.after(),
                        next.why(),
                        next.previousHash(),
                        next.hash())
                .update();
    }

    private AuditHead head() {
        return jdbc.sql(SELECT + " order by seq desc fetch first 1 rows only")
                .query(JdbcAuditTrail::read)
                .optional()
                .map(AuditRecord::head)
                .orElse(AuditHead.NONE);
    }

    private List<QueuedEntry> notYetStored(List<QueuedEntry> entries) {
        Set<String> stored = new HashSet<>(jdbc.sql("select id from audit_entry where id in (:ids)")
                .param("ids", entries.stream().map(QueuedEntry::id).toList())
                .query(String.class)
                .list());
        return entries.stream().filter(entry -> !stored.contains(entry.id())).toList();
    }

    @Override
    public List<AuditRecord> list(OptionalLong after, AuditFilter filter, int limit) {
        return after.isPresent()
                ? find(after.getAsLong(), Long.MAX_VALUE, filter, "asc", limit)
                : before(Long.MAX_VALUE, filter, limit);
    }

    @Override
    public List<AuditRecord> before(long seq, AuditFilter filter, int limit) {
        List<AuditRecord> found = new ArrayList<>(find(0, seq, filter, "desc", limit));
        Collections.reverse(found);
        return found;
    }

    private List<AuditRecord> find(long after, long before, AuditFilter filter, String order, int limit) {
        var parameters = new HashMap<String, Object>(Map.of("after", after, "before", before));
        var conditions = new StringBuilder(" where seq > :after and seq < :before");
        filter.subject().ifPresent(name -> {
            conditions.append(
                    " and (subject = :name or subject like :pool escape '!' or subject like :run escape '!')");
            parameters.put("name", name);
            parameters.put("pool", literal(name) + "/%");
            parameters.put("run", "%/" + literal(name));
        });
        filter.who().ifPresent(who -> {
            conditions.append(" and who = :who");
            parameters.put("who", who);
        });
        return jdbc.sql(SELECT + conditions + " order by seq " + order + " fetch first " + Math.max(1, limit)
                        + " rows only")
                .params(parameters)
                .query(JdbcAuditTrail::read)
                .list();
    }

    /** Escapes the characters of a name that LIKE treats as wildcards. */
    private static String literal(String name) {
        return name.replace("!", "!!").replace("%", "!%").replace("_", "!_");
    }

    @Override
    public AuditVerification verify(Optional<AuditHead> noted) {
        AuditHead mine = written;
        AuditHead last = AuditHead.NONE;
        for (List<AuditRecord> page = page(last); !page.isEmpty(); page = page(last)) {
            for (AuditRecord found : page) {
                Optional<AuditVerification> fault = AuditVerification.fault(last, found);
                if (fault.isPresent()) {
                    return fault.get();
                }
                last = found.head();
            }
        }
        AuditVerification own = against(last, mine);
        return own.holds() && noted.isPresent() ? against(last, noted.get()) : own;
    }

    private List<AuditRecord> page(AuditHead last) {
        return list(OptionalLong.of(last.seq()), AuditFilter.ALL, PAGE);
    }

    private AuditVerification against(AuditHead last, AuditHead noted) {
        if (noted.seq() == 0) {
            return AuditVerification.whole(last);
        }
        Optional<String> found = jdbc.sql("select hash from audit_entry where seq = ?")
                .param(noted.seq())
                .query(String.class)
                .optional();
        return AuditVerification.against(last, noted, found);
    }

    private static AuditRecord read(ResultSet row, int number) throws SQLException {
        return new AuditRecord(
                row.getLong("seq"),
                row.getString("id"),
                row.getObject("at", OffsetDateTime.class).toInstant(),
                row.getString("who"),
                row.getString("action"),
                row.getString("subject"),
                row.getString("value_before"),
                row.getString("value_after"),
                row.getString("why"),
                row.getString("previous_hash"),
                row.getString("hash"));
    }
}
