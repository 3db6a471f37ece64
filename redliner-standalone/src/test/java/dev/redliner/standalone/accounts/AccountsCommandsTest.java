package dev.redliner.standalone.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.cli.RedlinerCli;
import dev.redliner.controller.access.AccountEntry;
import dev.redliner.controller.access.TokenHash;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountsCommandsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private int run(String... arguments) {
        return new RedlinerCli(new PrintStream(out, true), new PrintStream(err, true))
                .commandLine(new AccountsCommands())
                .execute(arguments);
    }

    private String out() {
        String text = out.toString(StandardCharsets.UTF_8);
        out.reset();
        return text;
    }

    private static String permissions(Path file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void the_first_call_creates_accounts_whose_secrets_are_hashed_and_the_second_changes_nothing() throws Exception {
        Path access = folder.resolve("access");
        assertThat(run("accounts", "init", "--folder", access.toString())).isZero();
        String printed = out();
        assertThat(printed).contains("Log in as: admin").containsPattern("Password:  [A-Za-z0-9_-]{24}\n");
        Path file = access.resolve("accounts.yaml");
        assertThat(AccountEntry.check(file))
                .containsExactly("admin: admin", "apply: operator, services", "prometheus: viewer");
        String password = printed.replaceAll("(?s).*Password:  (\\S+)\n.*", "$1");
        String apply = Files.readString(access.resolve("apply.token")).strip();
        String text = Files.readString(file);
        assertThat(text).doesNotContain(password, apply).contains(TokenHash.of(apply));
        assertThat(permissions(file)).isEqualTo("rw-------");
        assertThat(permissions(access.resolve("apply.token"))).isEqualTo("rw-------");
        assertThat(permissions(access.resolve("prometheus.token"))).isEqualTo("rw-r-----");

        assertThat(run("accounts", "init", "--folder", access.toString())).isZero();
        assertThat(out()).contains("exists. Nothing was changed.").doesNotContain("Password");
        assertThat(Files.readString(file)).isEqualTo(text);
    }

    @Test
    void an_entry_is_printed_that_the_controller_reads() throws Exception {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("a long password\n".getBytes(StandardCharsets.UTF_8)));
            assertThat(run(
                            "accounts",
                            "user",
                            "ana",
                            "--role",
                            "operator:shop-*",
                            "--role",
                            "viewer",
                            "--password-stdin"))
                    .isZero();
        } finally {
            System.setIn(before);
        }
        String user = out();
        assertThat(run("accounts", "token", "ci", "--role", "services")).isZero();
        String token = out();
        assertThat(token).doesNotContain("redliner_");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("The token, which is not shown again: redliner_");
        Path file = Files.writeString(folder.resolve("a.yaml"), "accounts:\n  users:\n" + user + "  tokens:\n" + token);
        assertThat(run("accounts", "check", file.toString())).isZero();
        assertThat(out()).isEqualTo("ana: operator:shop-*, viewer\nci: services\n");
    }

    @Test
    void a_mistake_is_one_sentence() throws Exception {
        assertThat(run("accounts", "token", "ci", "--role", "root")).isEqualTo(2);
        assertThat(run("accounts", "check", folder.resolve("none.yaml").toString()))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("'root' is not a role. The roles are viewer, operator, abort-any, services, admin.")
                .contains("cannot be read. 'redliner accounts init' creates one.")
                .doesNotContain("Exception");
    }
}
