package dev.redliner.controller.calendar;

import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class H2CalendarsTest extends CalendarsTest {
    private static final DataSource DATABASE =
            new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

    @Override
    DataSource database() {
        return DATABASE;
    }
}
