package dev.redliner.controller.api;

import dev.redliner.controller.access.Identity;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.event.Announcements;
import dev.redliner.controller.event.DeployEvent;
import dev.redliner.controller.event.InvalidEvent;
import dev.redliner.controller.schedule.Deploy;
import dev.redliner.controller.schedule.Deploys;
import dev.redliner.controller.service.ServiceCatalog;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Takes the announcements of deploys, which schedules with {@code on: deploy} measure. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "events")
class EventsApi {
    private static final String CLOUD_EVENT = "application/cloudevents+json";
    private static final int LISTED = 50;

    private final Announcements announcements;
    private final Deploys deploys;
    private final ServiceCatalog catalog;
    private final Webhooks webhooks;
    private final InstantSource clock = InstantSource.system();

    EventsApi(Announcements announcements, Deploys deploys, ServiceCatalog catalog, EventSettings settings) {
        this.announcements = announcements;
        this.deploys = deploys;
        this.catalog = catalog;
        this.webhooks = new Webhooks(settings);
    }

    /**
     * The result of an announcement.
     *
     * @param service the service that was deployed
     * @param version its version; empty if the event has none
     * @param known whether the event was received before, and has no effect now
     * @param schedules the schedules that fire for it
     */
    record Announced(String service, String version, boolean known, List<String> schedules) {}

    /** A CloudEvent in structured mode, as far as it is read. */
    record CloudEvent(
            @Schema(requiredMode = RequiredMode.REQUIRED, allowableValues = "1.0") String specversion,
            @Schema(requiredMode = RequiredMode.REQUIRED, pattern = "^[\\x21-\\x7e]{1,200}$") String id,
            @Schema(requiredMode = RequiredMode.REQUIRED, pattern = "^[\\x21-\\x7e]{1,200}$") String source,
            @Schema(
                            requiredMode = RequiredMode.REQUIRED,
                            allowableValues = {
                                "dev.redliner.deploy",
                                "dev.cdevents.service.deployed.0.2.0",
                                "dev.cdevents.service.upgraded.0.2.0",
                                "dev.cdevents.service.rolledback.0.2.0"
                            })
                    String type,
            @Schema(requiredMode = RequiredMode.REQUIRED, pattern = ServiceName.PATTERN, description = "the service")
                    String subject,
            @Schema(type = "string", format = "date-time") @Nullable String time,
            @Nullable Version data) {}

    /** The data of an announcement, as far as it is read. */
    record Version(@Schema(maxLength = 200, pattern = "^[^\\x00-\\x1f\\x7f]*$") @Nullable String version) {}

    @PostMapping(
            value = "/events",
            consumes = {CLOUD_EVENT, MediaType.APPLICATION_JSON_VALUE})
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            summary = "Announce that a service was deployed",
            description =
                    "A CloudEvent 1.0, in structured or in binary mode. The same event (subject, source and id) again has no"
                            + " effect. In place of a login, the body may have a signature with the secret of a webhook; then the"
                            + " event is in structured mode, and its time is not older than 12 hours.",
            operationId = "announceDeploy",
            requestBody =
                    @io.swagger.v3.oas.annotations.parameters.RequestBody(
                            required = true,
                            content = {
                                @Content(mediaType = CLOUD_EVENT, schema = @Schema(implementation = CloudEvent.class)),
                                @Content(
                                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                                        schema = @Schema(implementation = CloudEvent.class))
                            }))
    @Fails({ProblemType.UNKNOWN_SERVICE, ProblemType.WRONG_SIGNATURE, ProblemType.NO_DATABASE})
    Announced announce(
            @RequestBody byte[] body,
            @Parameter(
                            description = "sha256= and the HMAC-SHA256 of the body in hexadecimal digits",
                            schema = @Schema(type = "string"))
                    @RequestHeader(name = Webhooks.HEADER, required = false)
                    @Nullable
                    String signature,
            HttpServletRequest request) {
        Identity caller = signature == null ? Identity.of(request) : sender(body, signature);
        Instant now = clock.instant();
        DeployEvent event = event(body, signature == null ? name -> request.getHeader("ce-" + name) : name -> null);
        if (signature != null) {
            requireFresh(event.time(), now);
        }
        caller.require(Right.RUN, event.service());
        Deploys.Taken taken = announcements
                .take(event, caller.name(), now)
                .orElseThrow(() -> ApiProblem.noSuchService(event.service()));
        return new Announced(event.service(), event.version(), taken.known(), taken.schedules());
    }

    private static DeployEvent event(byte[] body, Function<String, @Nullable String> attribute) {
        try {
            return DeployEvent.read(body, attribute);
        } catch (InvalidEvent e) {
            throw ApiProblem.badRequest(String.valueOf(e.getMessage()));
        }
    }

    private Identity sender(byte[] body, String signature) {
        return webhooks.sender(body, signature).orElseThrow(ApiProblem::wrongSignature);
    }

    /** After the row of a deploy was deleted, a recorded event could otherwise be sent again. */
    private static void requireFresh(@Nullable Instant time, Instant now) {
        if (time == null || !Announcements.isFresh(time, now)) {
            throw ApiProblem.badRequest("A signed event needs a time of the last 12 hours.");
        }
    }

    /**
     * A deploy.
     *
     * @param version its version; empty if the event had none
     * @param at when it was deployed
     * @param announcedBy the caller
     */
    record DeployView(String version, Instant at, String source, String id, String announcedBy) {}

    @GetMapping("/services/{name}/deploys")
    @Operation(
            summary = "The deploys of a service that were announced, the newest first",
            description = "The header Link has the page with earlier ones.",
            operationId = "listDeploys")
    @Fails({ProblemType.BAD_REQUEST, ProblemType.UNKNOWN_SERVICE, ProblemType.NO_DATABASE})
    ResponseEntity<List<DeployView>> list(
            @ServiceName @PathVariable String name,
            @Parameter(description = Cursor.DESCRIPTION) @RequestParam(required = false) @Nullable String cursor) {
        Optional<Cursor> place = Cursor.of(cursor);
        if (!name.matches(ServiceName.PATTERN) || catalog.stored(name).isEmpty()) {
            throw ApiProblem.noSuchService(name);
        }
        List<Deploy> found =
                place.map(it -> after(name, it)).orElseGet(() -> deploys.of(name, Instant.EPOCH, LISTED + 1));
        List<Deploy> page = found.subList(0, Math.min(LISTED, found.size()));
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        if (found.size() > LISTED) {
            Deploy last = page.get(LISTED - 1);
            new Cursor(last.at(), last.source() + " " + last.id()).linkFrom(answer);
        }
        return answer.body(page.stream()
                .map(it -> new DeployView(it.version(), it.at(), it.source(), it.id(), it.who()))
                .toList());
    }

    /** Neither a source nor an id has a space. */
    private List<Deploy> after(String service, Cursor place) {
        String[] parts = place.name().split(" ", 2);
        return deploys.after(service, place.at(), parts[0], parts.length > 1 ? parts[1] : "", LISTED + 1);
    }
}
