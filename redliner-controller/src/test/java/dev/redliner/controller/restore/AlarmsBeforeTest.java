package dev.redliner.controller.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditFilter;
import dev.redliner.controller.audit.AuditHead;
import dev.redliner.controller.audit.AuditRecord;
import dev.redliner.controller.audit.AuditTrail;
import dev.redliner.controller.audit.AuditVerification;
import dev.redliner.controller.restore.RestoreWatch.Seen;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class AlarmsBeforeTest {
    private static final Seen RUN = new Seen("shop-1", "shop", false, false);

    private final List<AuditRecord> entries = new ArrayList<>();
    private volatile boolean down;
    private final AuditTrail trail = new AuditTrail() {
        @Override
        public List<AuditRecord> list(OptionalLong after, AuditFilter filter, int limit) {
            if (down) {
                throw new DataAccessResourceFailureException("down");
            }
            return entries.stream()
                    .filter(entry -> filter.subject().equals(Optional.of(entry.subject())))
                    .toList();
        }

        @Override
        public List<AuditRecord> before(long seq, AuditFilter filter, int limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public AuditVerification verify(Optional<AuditHead> noted) {
            throw new UnsupportedOperationException();
        }
    };

    private boolean raised() {
        try (var alarms = new AlarmsBefore(trail)) {
            boolean first = alarms.test(RUN);
            assertThat(alarms.test(RUN)).as("asked again").isEqualTo(first);
            return first;
        }
    }

    private void wrote(AuditAction action, String subject) {
        entries.add(new AuditRecord(
                entries.size() + 1, "", Instant.EPOCH, "controller", action.label(), subject, "", "", "", "", ""));
    }

    @Test
    void an_alarm_is_known_until_an_entry_ends_it() {
        assertThat(raised()).isFalse();
        wrote(AuditAction.WEIGHT_NOT_RESTORED, "shop/shop-2");
        assertThat(raised()).as("of another run").isFalse();
        wrote(AuditAction.WEIGHT_NOT_RESTORED, "shop/shop-1");
        assertThat(raised()).isTrue();
        wrote(AuditAction.WEIGHT_RESTORED, "shop/shop-1");
        assertThat(raised()).isFalse();
    }

    @Test
    void without_a_database_no_alarm_is_known() {
        wrote(AuditAction.WEIGHT_NOT_RESTORED, "shop/shop-1");
        down = true;
        assertThat(raised()).isFalse();
    }

    @Test
    void the_alarm_is_known_once_the_database_answers_again() throws InterruptedException {
        wrote(AuditAction.WEIGHT_NOT_RESTORED, "shop/shop-1");
        down = true;
        try (var alarms = new AlarmsBefore(trail)) {
            assertThat(alarms.test(RUN)).isFalse();
            down = false;
            int looks = 0;
            while (!alarms.test(RUN) && looks++ < 500) {
                Thread.sleep(20);
            }
            assertThat(alarms.test(RUN)).isTrue();
        }
    }
}
