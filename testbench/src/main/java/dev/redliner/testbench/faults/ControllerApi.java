package dev.redliner.testbench.faults;

import dev.redliner.api.RunReport;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** A client of a controller's API, with the calls that users make. */
public final class ControllerApi {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final Duration COMPILED_WITHIN = Duration.ofSeconds(30);
    private static final Duration ENDS_WITHIN = Duration.ofSeconds(100);

    private final URI base;

    ControllerApi(int port) {
        this.base = URI.create("http://127.0.0.1:" + port);
    }

    /** Requests a run. The status is 202 if the run was accepted, and 0 without an answer. */
    public Web.Answer start(String service) {
        return Web.post(base.resolve("/api/v1/runs"), "{\"service\":\"" + service + "\",\"cold\":true}");
    }

    /** Requests the end of a run. */
    public Web.Answer abort(String run, String why) {
        return Web.post(base.resolve("/api/v1/runs/" + run + "/abort"), "{\"why\":\"" + why + "\"}");
    }

    /** The report of a run, or empty if there is no answer or no such run. */
    public Optional<RunReport> find(String run) {
        Web.Answer answer = get("/api/v1/runs/" + run);
        return answer.status() == 200 ? Optional.of(JSON.readValue(answer.body(), RunReport.class)) : Optional.empty();
    }

    /**
     * Waits for the end of a run, and returns the report that has it. In the moment of a takeover, a controller may answer
     * with its own end first, and then with the report of the other controller, which is not over yet.
     */
    public RunReport awaitEnd(String run) {
        return Await.first(
                "the end of run " + run + " at " + base,
                ENDS_WITHIN,
                () -> find(run).filter(report -> report.state().over()),
                () -> String.valueOf(find(run)));
    }

    /** Stores a service. The first rules that a controller compiles take seconds on a busy machine. */
    public Web.Answer apply(String service, String yaml) {
        return Web.send(
                HttpRequest.newBuilder(base.resolve("/api/v1/services/" + service))
                        .header("content-type", "application/yaml")
                        .PUT(BodyPublishers.ofString(yaml)),
                COMPILED_WITHIN);
    }

    /** Deletes a service. */
    public Web.Answer delete(String service) {
        return Web.send(HttpRequest.newBuilder(base.resolve("/api/v1/services/" + service))
                .DELETE());
    }

    /** Withdraws the frozen configuration of a service from its Envoys. */
    public Web.Answer withdraw(String service, String confirm) {
        return Web.send(
                HttpRequest.newBuilder(base.resolve("/api/v1/envoy-configurations/" + service + "?confirm=" + confirm))
                        .DELETE());
    }

    /** Engages the safety lever. */
    public Web.Answer engageLever(String why) {
        return Web.send(HttpRequest.newBuilder(base.resolve("/api/v1/safety-lever"))
                .header("content-type", "application/json")
                .PUT(BodyPublishers.ofString("{\"why\":\"" + why + "\"}")));
    }

    /** Releases the safety lever. */
    public Web.Answer releaseLever() {
        return Web.send(
                HttpRequest.newBuilder(base.resolve("/api/v1/safety-lever")).DELETE());
    }

    /** Requests any page. */
    public Web.Answer get(String path) {
        return Web.get(base.resolve(path));
    }

    /** Reads a field of the JSON object in an answer. */
    public static String text(Web.Answer answer, String field) {
        return JSON.readTree(answer.body()).path(field).asString("");
    }

    /** The controller's address. */
    public URI base() {
        return base;
    }
}
