package dev.redliner.controller.audit;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A database that works, fails or hangs under the control of a test. */
public final class BreakableDatabase extends DelegatingDataSource {
    private volatile boolean fails;
    private volatile CountDownLatch hanging = new CountDownLatch(0);

    public BreakableDatabase(DataSource whole) {
        super(whole);
    }

    public void works() {
        fails = false;
        hanging.countDown();
    }

    public void fails() {
        fails = true;
    }

    public void hangs() {
        hanging = new CountDownLatch(1);
    }

    @Override
    public Connection getConnection() throws SQLException {
        try {
            hanging.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted", e);
        }
        if (fails) {
            throw new SQLNonTransientConnectionException("the database is down");
        }
        return super.getConnection();
    }
}
