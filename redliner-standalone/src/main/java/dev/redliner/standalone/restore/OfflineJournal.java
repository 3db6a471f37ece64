package dev.redliner.standalone.restore;

import dev.redliner.controller.journal.StoredDefinition;
import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceYaml;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/** The journal in the database, read without a controller. */
final class OfflineJournal implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int SECONDS_TO_CONNECT = 5;

    private final Connection connection;

    private OfflineJournal(Connection connection) {
        this.connection = connection;
    }

    /**
     * @throws SQLException if the database cannot be opened, such as when a hanging controller locks the file
     */
    static OfflineJournal open(JournalFile file) throws SQLException {
        DriverManager.setLoginTimeout(SECONDS_TO_CONNECT);
        var settings = new Properties();
        if (file.user() != null) {
            settings.setProperty("user", file.user());
            settings.setProperty("password", String.valueOf(file.password()));
        }
        if (file.url().startsWith("jdbc:postgresql:")) {
            // a hanging server, or a frozen controller with a lock, must not delay the orders
            settings.setProperty("socketTimeout", String.valueOf(SECONDS_TO_CONNECT));
            settings.setProperty("options", "-c lock_timeout=2000");
        }
        return new OfflineJournal(DriverManager.getConnection(file.url(), settings));
    }

    Connection connection() {
        return connection;
    }

    /**
     * Every pool that a service declares or that a run holds, by name. For an active run, the pool is as it was at the
     * run's start.
     */
    StoredPools pools() throws SQLException {
        var pools = new StoredPools();
        try (Statement statement = connection.createStatement()) {
            ResultSet services = statement.executeQuery("select name, definition from service");
            while (services.next()) {
                declared(pools, services.getString(1), services.getString(2));
            }
            ResultSet runs = statement.executeQuery("select service, definition from run where id in"
                    + " (select run_id from pool_lock where run_id is not null)");
            while (runs.next()) {
                StoredDefinition begun = StoredDefinition.read(JSON, runs.getString(2));
                pools.add(runs.getString(1), begun.pool(), begun.problem());
            }
        }
        return pools;
    }

    private static void declared(StoredPools pools, String name, String yaml) {
        try {
            pools.add(name, ServiceYaml.pool(yaml), "");
        } catch (InvalidService e) {
            pools.add(name, null, e.problems().get(0).oneLine());
        }
    }

    /** By pool: the run that holds it, and the run's state. */
    Map<String, String> activeRuns() throws SQLException {
        Map<String, String> runs = new TreeMap<>();
        try (Statement statement = connection.createStatement()) {
            ResultSet found = statement.executeQuery("select l.pool, l.run_id, r.state from pool_lock l"
                    + " left join run r on r.id = l.run_id where l.run_id is not null");
            while (found.next()) {
                runs.put(found.getString(1), "run " + found.getString(2) + " " + found.getString(3));
            }
        }
        return runs;
    }

    /** Raises the token of a pool above all earlier ones, so that no order of a run is valid any longer. */
    long raiseToken(String pool) throws SQLException {
        connection.setAutoCommit(false);
        try {
            if (update("update pool_lock set token = token + 1 where pool = ?", pool) == 0) {
                update("insert into pool_lock (pool, token) values (?, 1)", pool);
            }
            try (PreparedStatement select = connection.prepareStatement("select token from pool_lock where pool = ?")) {
                select.setString(1, pool);
                ResultSet token = select.executeQuery();
                token.next();
                long raised = token.getLong(1);
                connection.commit();
                return raised;
            }
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private int update(String sql, String pool) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, pool);
            return statement.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
