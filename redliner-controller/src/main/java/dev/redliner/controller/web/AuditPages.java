package dev.redliner.controller.web;

import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditFilter;
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

    private final Frame frame;
    private final AuditTrail trail;

    AuditPages(Frame frame, AuditTrail trail) {
        this.frame = frame;
        this.trail = trail;
    }

    /**
     * The page.
     *
     * @param subject only entries of this pool or run
     * @param who only entries of this actor
     * @param before only entries before this number, for older ones
     * @param verify whether to walk the whole chain, which takes a while if the log is long. A link on another site
     *     cannot ask for it
     * @param site where the request comes from, as the browser states it; null: not a browser
     */
    @GetMapping("/audit")
    ModelAndView audit(
            @RequestParam(defaultValue = "") String subject,
            @RequestParam(defaultValue = "") String who,
            @RequestParam(required = false) @Nullable Long before,
            @RequestParam(defaultValue = "false") boolean verify,
            @RequestHeader(name = "Sec-Fetch-Site", required = false) @Nullable String site) {
        AuditFilter filter = new AuditFilter(AuditEntry.searched(subject), AuditEntry.searched(who));
        List<AuditRecord> entries = (before == null
                        ? trail.list(OptionalLong.empty(), filter, LISTED)
                        : trail.before(before, filter, LISTED))
                .stream()
                        .sorted(Comparator.comparingLong(AuditRecord::seq).reversed())
                        .toList();
        ModelAndView page = frame.page("audit", "audit", HttpStatus.OK);
        page.addObject("entries", entries);
        page.addObject("before", before);
        page.addObject("subject", filter.subject().orElse(""));
        page.addObject("who", filter.who().orElse(""));
        page.addObject(
                "older",
                entries.size() < LISTED
                        ? null
                        : older(filter, entries.get(LISTED - 1).seq()));
        page.addObject(
                "verification",
                verify && !ELSEWHERE.contains(String.valueOf(site)) ? trail.verify(Optional.empty()) : null);
        return page;
    }

    private static String older(AuditFilter filter, long seq) {
        return new PageAddress("/audit")
                .with("subject", filter.subject())
                .with("who", filter.who())
                .with("before", Optional.of(Long.toString(seq)))
                .toString();
    }
}
