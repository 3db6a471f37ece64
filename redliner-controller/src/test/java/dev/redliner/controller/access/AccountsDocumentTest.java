package dev.redliner.controller.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountsDocumentTest {
    private static final String HASH = "{sha256}" + "0".repeat(64);

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("accounts.yaml"), text);
    }

    @Test
    void what_the_command_prints_is_a_valid_file() throws Exception {
        String user = AccountEntry.user(
                "ana@example.org", "a long password", List.of(Role.parse("operator:shop-*"), Role.parse("viewer")));
        String token = AccountEntry.token("ci", TokenHash.newToken(), List.of(Role.parse("services")));
        Path file = file("accounts:\n  users:\n" + user + "  tokens:\n" + token);
        assertThat(AccountEntry.check(file))
                .containsExactly("ana@example.org: operator:shop-*, viewer", "ci: services");
        assertThat(Files.readString(file)).doesNotContain("a long password").contains("{bcrypt}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            'users: []'                                                              | has no accounts
            'accounts:'                                                              | neither users nor tokens
            'accounts: {users: []}'                                                  | neither users nor tokens
            'accounts: [broken'                                                      | line
            'accounts: {people: [{name: a}]}'                                        | people
            'accounts: {users: [{name: a, password: plain, roles: [viewer]}]}'       | The password of 'a' is not hashed
            'accounts: {users: [{name: a, password: "{noop}x"}]}'                    | has no role
            'accounts: {users: [{name: a, password: "{noop}x", roles: [root]}]}'     | is not a role
            'accounts: {users: [{name: "a b", password: "{noop}x", roles: [viewer]}]}' | is not the name of an account
            'accounts: {users: [{name: break-glass, password: "{noop}x", roles: [viewer]}]}' | belongs to redliner.controller.access.break-glass
            'accounts: {tokens: [{name: a, hash: "redliner_abc", roles: [viewer]}]}' | The hash of token 'a' is not valid
            'accounts: {tokens: [{name: a, hash: "HASH", roles: ["viewer:shop"]}]}'  | viewer cannot be limited to pools
            'accounts: {tokens: [{name: a, hash: "HASH", roles: ["operator:a:b"]}]}' | after the colon comes the name of a pool
            'accounts: {tokens: [{name: a, hash: "HASH", roles: [viewer]}, {name: a, hash: "HASH", roles: [viewer]}]}' | Two accounts are called 'a'
            """)
    void a_mistake_is_named(String text, String message) throws Exception {
        Path file = file(text.replace("HASH", HASH) + "\n");
        assertThatThrownBy(() -> AccountsDocument.read(file))
                .isInstanceOf(InvalidAccounts.class)
                .hasMessageContaining("accounts.yaml")
                .hasMessageContaining(message);
    }

    @Test
    void a_missing_file_names_the_command_that_creates_one() {
        assertThatThrownBy(() -> AccountsDocument.read(folder.resolve("none.yaml")))
                .isInstanceOf(InvalidAccounts.class)
                .hasMessageContaining("redliner accounts init");
    }

    @Test
    void a_short_or_an_overlong_password_is_refused() {
        List<Role> viewer = List.of(Role.parse("viewer"));
        assertThatThrownBy(() -> AccountEntry.user("ana", "short", viewer)).hasMessageContaining("at least 12");
        assertThatThrownBy(() -> AccountEntry.user("ana", "ä".repeat(40), viewer))
                .hasMessageContaining("72 bytes");
    }
}
