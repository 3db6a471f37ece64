package dev.redliner.controller.traffic;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** The table {@code traffic_hour}, in SQL that both H2 and PostgreSQL support. */
final class JdbcTrafficStore implements TrafficStore {
    /** Hours per transaction, which keeps transactions short enough not to block others. */
    private static final int AT_ONCE = 100;

    private static final Duration DELETED_AT_ONCE = Duration.ofDays(3);

    private final JdbcClient jdbc;
    private final TransactionOperations transactions;

    JdbcTrafficStore(JdbcClient jdbc, TransactionOperations transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    @Override
    public void write(List<TrafficHour> hours) {
        hours.stream().collect(Collectors.groupingBy(TrafficHour::start)).forEach((start, ofHour) -> {
            Map<String, Integer> there = secondsByPool(start);
            List<TrafficHour> news = ofHour.stream()
                    .filter(hour -> hour.seconds() > there.getOrDefault(hour.pool(), 0))
                    .toList();
            for (int i = 0; i < news.size(); i += AT_ONCE) {
                List<TrafficHour> some = news.subList(i, Math.min(news.size(), i + AT_ONCE));
                transactions.executeWithoutResult(status -> some.forEach(this::write));
            }
        });
    }

    private void write(TrafficHour hour) {
        int updated = jdbc.sql("update traffic_hour set seconds = ?, slots = ?"
                        + " where pool = ? and hour_start = ? and seconds < ?")
                .params(hour.seconds(), hour.text(), hour.pool(), utc(hour.start()), hour.seconds())
                .update();
        if (updated == 0) {
            // if two controllers insert at once, one of them fails and finds the row the next time
            jdbc.sql("insert into traffic_hour (pool, hour_start, seconds, slots)"
                            + " select cast(? as varchar(63)), cast(? as timestamp with time zone), cast(? as integer),"
                            + " cast(? as varchar(600))"
                            + " where not exists (select 1 from traffic_hour where pool = ? and hour_start = ?)")
                    .params(hour.pool(), utc(hour.start()), hour.seconds(), hour.text(), hour.pool(), utc(hour.start()))
                    .update();
        }
    }

    private Map<String, Integer> secondsByPool(Instant start) {
        var seconds = new HashMap<String, Integer>();
        jdbc.sql("select pool, seconds from traffic_hour where hour_start = ?")
                .param(utc(start))
                .query(row -> {
                    seconds.put(row.getString("pool"), row.getInt("seconds"));
                });
        return seconds;
    }

    @Override
    public List<TrafficSlot> slots(String pool, Instant from, Instant to) {
        return jdbc
                .sql("select hour_start, slots from traffic_hour"
                        + " where pool = ? and hour_start >= ? and hour_start < ? order by hour_start")
                .params(pool, utc(TrafficHour.startOf(from)), utc(to))
                .query((row, number) -> TrafficHour.parse(
                        pool, row.getObject("hour_start", OffsetDateTime.class).toInstant(), row.getString("slots")))
                // a stream of the query itself would keep its connection until it is closed
                .list()
                .stream()
                .flatMap(hour -> hour.slots().stream())
                .filter(slot -> !slot.start().isBefore(from) && slot.start().isBefore(to))
                .toList();
    }

    @Override
    public void hours(Instant from, Consumer<TrafficHour> reader) {
        jdbc.sql("select pool, hour_start, slots from traffic_hour where hour_start >= ?")
                .param(utc(from))
                .query(row -> {
                    reader.accept(TrafficHour.parse(
                            row.getString("pool"),
                            row.getObject("hour_start", OffsetDateTime.class).toInstant(),
                            row.getString("slots")));
                });
    }

    @Override
    public int deleteBefore(Instant start) {
        return jdbc.sql("select min(hour_start) from traffic_hour")
                .query(OffsetDateTime.class)
                .optional()
                .map(oldest -> oldest.toInstant().plus(DELETED_AT_ONCE))
                .map(limit -> jdbc.sql("delete from traffic_hour where hour_start < ?")
                        .param(utc(limit.isBefore(start) ? limit : start))
                        .update())
                .orElse(0);
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
