package dev.redliner.controller.settings;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The folder of the controller's files.
 *
 * @param data folder of the H2 database, the audit spool and the lever's note
 */
@ConfigurationProperties("redliner")
public record DataFolder(@DefaultValue("./.redliner") Path data) {
    /** A file in this folder. */
    public Path file(String name) {
        return data.resolve(name);
    }
}
