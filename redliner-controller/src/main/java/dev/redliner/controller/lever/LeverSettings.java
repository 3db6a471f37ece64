package dev.redliner.controller.lever;

import dev.redliner.controller.settings.DataFolder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the safety lever.
 *
 * @param leverNote where a safety lever is noted that the database does not have yet. Default: lever.json in
 *     redliner.data
 */
@ConfigurationProperties("redliner.controller")
public record LeverSettings(@Nullable Path leverNote) {
    Path note(DataFolder folder) {
        return leverNote == null ? folder.file("lever.json") : leverNote;
    }
}
