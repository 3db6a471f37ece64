package dev.redliner.cli;

import dev.redliner.cli.ProviderClient.Answer;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A login at an identity provider with the device grant (RFC 8628): a person approves it in a browser of any machine,
 * and the command waits for that.
 */
final class DeviceLogin {
    private static final String GRANT = "urn:ietf:params:oauth:grant-type:device_code";
    private static final int USUAL_INTERVAL = 5;
    private static final int USUAL_EXPIRY = 600;

    private final ProviderClient provider;
    private final PrintStream out;
    private final Pause pause;

    /** Waits. */
    @FunctionalInterface
    interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    DeviceLogin(ProviderClient provider, PrintStream out, Pause pause) {
        this.provider = provider;
        this.out = out;
        this.pause = pause;
    }

    /**
     * Logs in.
     *
     * @param options the answer of the server to where to log in
     * @throws CliFailure if the person or the provider refuses, or nobody approves in time
     */
    ProviderToken login(JsonNode options) {
        String client = options.path("clientId").asString("");
        if (client.isEmpty()) {
            throw new CliFailure(
                    ExitCode.USAGE,
                    "The server offers no login to the command line (redliner.controller.access.oidc.device-client-id)."
                            + " Set " + Credentials.TOKEN + " to a token of the identity provider.");
        }
        JsonNode configuration = configuration(options.path("issuer").asString(""));
        String scopes = String.join(
                " ",
                options.path("scopes")
                        .valueStream()
                        .map(scope -> scope.asString(""))
                        .toList());
        Answer begun = provider.post(
                configuration.path("device_authorization_endpoint").asString(""),
                Map.of("client_id", client, "scope", scopes));
        if (!begun.ok()) {
            throw refused(begun);
        }
        show(begun.body());
        String endpoint = configuration.path("token_endpoint").asString("");
        return provider.token(await(begun.body(), endpoint, client), endpoint, client, null);
    }

    private JsonNode configuration(String issuer) {
        Answer answer = provider.get(issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration");
        if (!answer.ok() || !issuer.equals(answer.body().path("issuer").asString(""))) {
            throw new CliFailure(
                    ExitCode.USAGE, Formats.safe(issuer) + " has no configuration of an identity provider.");
        }
        if (answer.body().path("device_authorization_endpoint").isMissingNode()) {
            throw new CliFailure(
                    ExitCode.USAGE, "The identity provider " + Formats.safe(issuer) + " has no device grant.");
        }
        return answer.body();
    }

    private void show(JsonNode device) {
        String complete = device.path("verification_uri_complete").asString("");
        String address = complete.isEmpty() ? device.path("verification_uri").asString("") : complete;
        out.println("Open " + Formats.safe(address) + "\nand confirm the code "
                + Formats.safe(device.path("user_code").asString("")));
        out.flush();
    }

    private Answer await(JsonNode device, String endpoint, String client) {
        var form = Map.of(
                "grant_type", GRANT, "device_code", device.path("device_code").asString(""), "client_id", client);
        int interval = Math.max(1, device.path("interval").asInt(USUAL_INTERVAL));
        int left = device.path("expires_in").asInt(USUAL_EXPIRY);
        while (left > 0) {
            left -= interval;
            sleep(interval);
            Answer answer = provider.post(endpoint, form);
            if (answer.ok()) {
                return answer;
            }
            switch (answer.error()) {
                case "authorization_pending" -> {
                    // the person has not decided yet
                }
                case "slow_down" -> interval += USUAL_INTERVAL;
                default -> throw refused(answer);
            }
        }
        throw new CliFailure(ExitCode.REFUSED, "Nobody confirmed the code in time. Log in again.");
    }

    private void sleep(int seconds) {
        try {
            pause.of(Duration.ofSeconds(seconds));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliFailure(ExitCode.USAGE, "interrupted");
        }
    }

    private static CliFailure refused(Answer answer) {
        String why =
                switch (answer.error()) {
                    case "access_denied" -> "The login was refused in the browser.";
                    case "expired_token" -> "Nobody confirmed the code in time. Log in again.";
                    default ->
                        "The identity provider refused the login: "
                                + Formats.safe(answer.error().isEmpty() ? "status " + answer.status() : answer.error())
                                + ".";
                };
        return new CliFailure(ExitCode.REFUSED, why);
    }
}
