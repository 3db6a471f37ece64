package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Files of other projects are as their projects published them: SOURCE.txt of each folder names their checksums. */
class VendoredFilesTest {
    private static final Path VENDOR = Path.of("src/main/resources/static/vendor");
    private static final Pattern CHECKSUM = Pattern.compile("([0-9a-f]{64})\\s+(\\S+)");

    @Test
    void each_vendored_file_has_the_checksum_that_its_source_names() throws Exception {
        for (Path folder : folders()) {
            Matcher named = CHECKSUM.matcher(Files.readString(folder.resolve("SOURCE.txt")));
            int found = 0;
            while (named.find()) {
                assertThat(sha256(folder.resolve(named.group(2))))
                        .as(named.group(2))
                        .isEqualTo(named.group(1));
                found++;
            }
            assertThat(found).as("checksums in " + folder).isEqualTo(filesBesideTheSource(folder));
        }
    }

    private static int filesBesideTheSource(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return (int) files.count() - 1;
        }
    }

    private static List<Path> folders() throws IOException {
        try (Stream<Path> folders = Files.list(VENDOR)) {
            return folders.filter(Files::isDirectory).toList();
        }
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
