package dev.redliner.controller.api;

import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditFilter;
import dev.redliner.controller.audit.AuditHead;
import dev.redliner.controller.audit.AuditRecord;
import dev.redliner.controller.audit.AuditTrail;
import dev.redliner.controller.audit.AuditVerification;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The audit log: each action with its actor, time and reason. It is read-only. */
@RestController
@RequestMapping("/api/v1/audit")
@Tag(name = "audit")
class AuditApi {
    private static final int USUALLY_LISTED = 100;
    private static final int MOST_LISTED = 1000;

    private final AuditTrail trail;

    AuditApi(AuditTrail trail) {
        this.trail = trail;
    }

    @GetMapping
    @Fails(ProblemType.NO_DATABASE)
    @Operation(
            summary = "Audit entries, in order",
            description = "The header Link has the next page: of earlier entries, or with after, of later ones.",
            operationId = "listAudit")
    ResponseEntity<List<AuditRecord>> list(
            @Parameter(
                            description = "only what comes after this entry; without it, the newest",
                            schema = @Schema(type = "integer", format = "int64", minimum = "0"))
                    @RequestParam(required = false)
                    @Nullable
                    String after,
            @Parameter(
                            schema =
                                    @Schema(
                                            type = "integer",
                                            format = "int32",
                                            minimum = "1",
                                            maximum = "1000",
                                            defaultValue = "100"))
                    @RequestParam(required = false)
                    @Nullable
                    String limit,
            @Parameter(description = "only of this pool or of this run") @RequestParam(required = false) @Nullable
                    String subject,
            @Parameter(description = "only of this actor") @RequestParam(required = false) @Nullable String who,
            @Parameter(description = Cursor.DESCRIPTION) @RequestParam(required = false) @Nullable String cursor) {
        int most = WholeNumber.of("limit", limit, USUALLY_LISTED, 1, MOST_LISTED);
        Long from = WholeNumber.of("after", after, 0);
        AuditFilter of = new AuditFilter(AuditEntry.searched(subject), AuditEntry.searched(who));
        Optional<Long> place = Cursor.of(cursor).map(AuditApi::seq);
        List<AuditRecord> page = from == null && place.isPresent()
                ? trail.before(place.get(), of, most)
                : trail.list(from == null ? OptionalLong.empty() : OptionalLong.of(place.orElse(from)), of, most);
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        if (page.size() == most) {
            // with after, the pages follow the entries in their order
            AuditRecord last = page.get(from == null ? 0 : most - 1);
            new Cursor(last.at(), Long.toString(last.seq())).linkFrom(answer);
        }
        return answer.body(page);
    }

    private static Long seq(Cursor cursor) {
        try {
            return Long.valueOf(cursor.name());
        } catch (NumberFormatException e) {
            throw ApiProblem.badRequest("The parameter 'cursor' is of another list.");
        }
    }

    @GetMapping("/verification")
    @Fails(ProblemType.NO_DATABASE)
    @Operation(
            summary = "Walk the whole chain, and name the first entry that is missing or does not hold",
            operationId = "verifyAudit")
    AuditVerification verify(
            @Parameter(
                            description =
                                    "the number of an entry that was noted earlier and must still be there; with its"
                                            + " hash",
                            schema = @Schema(type = "integer", format = "int64", minimum = "1"))
                    @RequestParam(required = false)
                    @Nullable
                    String seq,
            @Parameter(description = "the hash of that entry; with its number")
                    @RequestParam(required = false)
                    @Nullable
                    String hash) {
        Long number = WholeNumber.of("seq", seq, 1);
        if ((number == null) != (hash == null)) {
            throw ApiProblem.badRequest("A noted entry is both its number 'seq' and its 'hash'.");
        }
        return trail.verify(
                number == null || hash == null ? Optional.empty() : Optional.of(new AuditHead(number, hash)));
    }
}
