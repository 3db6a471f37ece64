package dev.redliner.controller.api;

import dev.redliner.controller.audit.AuditHead;
import dev.redliner.controller.audit.AuditRecord;
import dev.redliner.controller.audit.AuditTrail;
import dev.redliner.controller.audit.AuditVerification;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who did what, when and why. Nothing here can be changed. */
@RestController
@RequestMapping("/api/v1/audit")
@Tag(name = "audit")
class AuditApi {
    private static final int MOST_LISTED = 1000;

    private final AuditTrail trail;

    AuditApi(AuditTrail trail) {
        this.trail = trail;
    }

    @GetMapping
    @Operation(summary = "Audit entries, in order", operationId = "listAudit")
    List<AuditRecord> list(
            @Parameter(description = "only what comes after this entry; without it, the newest")
                    @RequestParam(required = false)
                    @Nullable
                    Long after,
            @RequestParam(defaultValue = "100") int limit,
            @Parameter(description = "only of this pool or of this run") @RequestParam(required = false) @Nullable
                    String subject) {
        if (limit < 1 || limit > MOST_LISTED || after != null && after < 0) {
            throw ApiProblem.badRequest("limit is 1 to " + MOST_LISTED + ", after is not below 0");
        }
        return trail.list(
                after == null ? OptionalLong.empty() : OptionalLong.of(after),
                Optional.ofNullable(subject).filter(it -> !it.isBlank()),
                limit);
    }

    @GetMapping("/verification")
    @Operation(
            summary = "Walk the whole chain, and name the first entry that is missing or does not hold",
            operationId = "verifyAudit")
    AuditVerification verify(
            @Parameter(description = "the number of an entry that was noted earlier and must still be there")
                    @RequestParam(required = false)
                    @Nullable
                    Long seq,
            @Parameter(description = "the hash of that entry") @RequestParam(required = false) @Nullable String hash) {
        if ((seq == null) != (hash == null) || seq != null && seq < 1) {
            throw ApiProblem.badRequest("a noted entry is its seq, which is above 0, and its hash");
        }
        return trail.verify(seq == null || hash == null ? Optional.empty() : Optional.of(new AuditHead(seq, hash)));
    }
}
