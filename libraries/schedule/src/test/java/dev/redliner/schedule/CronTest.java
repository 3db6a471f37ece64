package dev.redliner.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "30 2 * * *|2027-01-04|2027-01-04T02:30",
                "0 8-10 * * mon-fri|2027-01-04|2027-01-04T08:00 2027-01-04T09:00 2027-01-04T10:00",
                "0 8 * * mon-fri|2027-01-03|",
                "0 8 * * 0|2027-01-03|2027-01-03T08:00",
                "0 8 * * 7|2027-01-03|2027-01-03T08:00",
                "0 8 * * fri-7|2027-01-03|2027-01-03T08:00",
                "5 */8 * JAN,3 *|2027-01-04|2027-01-04T00:05 2027-01-04T08:05 2027-01-04T16:05",
                "5 4/10 * * *|2027-01-04|2027-01-04T04:05 2027-01-04T14:05",
                "0 3 4 * *|2027-01-04|2027-01-04T03:00",
                "0 3 5 * *|2027-01-04|"
            })
    void an_expression_has_these_slots(String cron, String date, String slots) {
        String found = Cron.parse(cron).slots(LocalDate.parse(date)).stream()
                .map(Object::toString)
                .reduce("", (all, one) -> (all + " " + one).strip());
        assertThat(found).isEqualTo(slots == null ? "" : slots);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "* * * * *|'*' is due 60 times an hour; once an hour is the most",
                "*/15 * * * *|'*/15' is due 4 times an hour",
                "0 2 * *|has 4 fields and not five",
                "0 0 2 * * *|has 6 fields and not five",
                "60 2 * * *|'60' is not valid as the minute (0 to 59)",
                "0 24 * * *|'24' is not valid as the hour (0 to 23)",
                "0 2 0 * *|'0' is not valid as the day of the month",
                "0 2 * foo *|'foo' is not valid as the month",
                "0 2 * * 8|'8' is not valid as the day of the week",
                "0 5-2 * * *|'5-2' is not valid as the hour",
                "0 */0 * * *|'*/0' is not valid as the hour",
                "0 2 1 * mon|are both limited",
                "0 2 31 2 *|no month of '0 2 31 2 *' has such a day",
                "@daily|has 1 field and not five",
                "0 2 L * *|'L' is not valid as the day of the month"
            })
    void an_expression_that_cannot_be_kept_is_refused(String cron, String why) {
        assertThatThrownBy(() -> Cron.parse(cron))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void the_leap_day_is_a_day() {
        assertThat(Cron.parse("0 2 29 2 *").slots(LocalDate.parse("2028-02-29")))
                .hasSize(1);
    }
}
