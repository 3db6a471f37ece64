package dev.redliner.controller.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class AuditRecordTest {
    private static AuditRecord record(String who, String action) {
        return new AuditRecord(
                1,
                "id",
                Instant.parse("2026-11-20T12:00:00.123Z"),
                who,
                action,
                "shop/shop-1",
                "20%",
                "35%",
                "wärme",
                AuditRecord.GENESIS,
                "");
    }

    /** Computed by another program: stored hashes must still match after an upgrade. */
    @Test
    void the_hash_never_changes_its_meaning() {
        assertThat(record("ana", "traffic.asked").computedHash())
                .isEqualTo("75c65948d424b0b6d83d999addf70d9149d602ff015864e8bcdfd69222b63ee1");
    }

    @Test
    void what_moves_from_one_field_to_the_next_is_another_entry() {
        assertThat(record("ana", "b").computedHash())
                .isNotEqualTo(record("an", "ab").computedHash());
    }

    @Test
    void an_entry_of_whatever_length_fits() {
        var entry = new AuditEntry("w".repeat(5_000), AuditAction.RUN_STATE, "", "b".repeat(50_000), "", "");
        assertThat(entry.who()).hasSize(200);
        assertThat(entry.before()).hasSize(20_000);
    }

    @Test
    void labels_are_what_is_stored() {
        assertThat(AuditAction.values())
                .extracting(AuditAction::label)
                .contains("run.accepted", "traffic.asked", "lever.engaged", "weight.not-restored", "run.taken-over");
    }
}
