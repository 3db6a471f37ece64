package dev.redliner.controller.web;

import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditRecord;
import dev.redliner.controller.audit.AuditTrail;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The audit log: who changed something, when and why, and whether its chain holds. */
@Controller
class AuditPages {
    private static final Set<String> ELSEWHERE = Set.of("cross-site", "same-site");
    private static final int LISTED = 100;
    private static final int LONGEST_SUBJECT = 200;

    private final Frame frame;
    private final AuditTrail trail;

    AuditPages(Frame frame, AuditTrail trail) {
        this.frame = frame;
        this.trail = trail;
    }

    /**
     * The page.
     *
     * @param subject only the newest entries of this pool or run
     * @param before only entries before this number, for older ones
     * @param verify whether to walk the whole chain, which takes a while if the log is long. A link on another site
     *     cannot ask for it
     * @param site where the request comes from, as the browser states it; null: not a browser
     */
    @GetMapping("/audit")
    ModelAndView audit(
            @RequestParam(defaultValue = "") String subject,
            @RequestParam(required = false) @Nullable Long before,
            @RequestParam(defaultValue = "false") boolean verify,
            @RequestHeader(name = "Sec-Fetch-Site", required = false) @Nullable String site) {
        Optional<String> of = Optional.of(subject)
                .filter(text -> !text.isBlank())
                .map(text -> AuditEntry.storable(text.strip(), LONGEST_SUBJECT));
        List<AuditRecord> entries = trail.list(after(before), of, LISTED).stream()
                .filter(entry -> before == null || entry.seq() < before)
                .sorted(Comparator.comparingLong(AuditRecord::seq).reversed())
                .toList();
        ModelAndView page = frame.page("audit", "audit", HttpStatus.OK);
        page.addObject("entries", entries);
        page.addObject("subject", of.orElse(""));
        boolean whole = of.isPresent() || entries.isEmpty();
        page.addObject("older", whole ? 0 : entries.get(entries.size() - 1).seq());
        page.addObject(
                "verification",
                verify && !ELSEWHERE.contains(String.valueOf(site)) ? trail.verify(Optional.empty()) : null);
        return page;
    }

    private static OptionalLong after(@Nullable Long before) {
        return before == null ? OptionalLong.empty() : OptionalLong.of(Math.max(0, before - 1 - LISTED));
    }
}
