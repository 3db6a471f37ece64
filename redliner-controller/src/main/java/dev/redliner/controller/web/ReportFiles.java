package dev.redliner.controller.web;

import dev.redliner.api.RunReport;
import dev.redliner.controller.engine.Runs;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;

/** The report of a run as a file: HTML that needs nothing else, JSON as in the API, and its steps as CSV. */
@Controller
class ReportFiles {
    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

    private final Runs runs;
    private final String styles = styles();
    private final String stylesHash = hash(styles);

    ReportFiles(Runs runs) {
        this.runs = runs;
    }

    @GetMapping("/runs/{id}/report.json")
    ResponseEntity<RunReport> json(@PathVariable String id) {
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_DISPOSITION, attachment(id, "json"))
                .contentType(MediaType.APPLICATION_JSON)
                .body(run(id));
    }

    @GetMapping("/runs/{id}/report.csv")
    ResponseEntity<String> csv(@PathVariable String id) {
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_DISPOSITION, attachment(id, "csv"))
                .contentType(CSV)
                .body(StepsCsv.of(run(id)));
    }

    @GetMapping("/runs/{id}/report.html")
    ModelAndView html(@PathVariable String id, HttpServletResponse response) {
        RunReport run = run(id);
        response.setHeader(HttpHeaders.CONTENT_DISPOSITION, attachment(id, "html"));
        // the styles are in the file; nothing else may be loaded or run
        response.setHeader("Content-Security-Policy", "default-src 'none'; style-src 'sha256-" + stylesHash + "'");
        ModelAndView page = new ModelAndView("report-file");
        page.addObject("run", run);
        page.addObject("styles", styles);
        page.addObject("startedAt", Figures.iso(run.startedAt()));
        page.addObject("endedAt", run.endedAt() == null ? "now" : Figures.iso(run.endedAt()));
        page.addObject("report", ReportView.of(run));
        page.addObject("steps", StepRow.all(run.steps()));
        return page;
    }

    private RunReport run(String id) {
        return runs.find(id)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no run " + id + "."));
    }

    private static String attachment(String id, String extension) {
        return ContentDisposition.attachment()
                .filename(id + "." + extension, StandardCharsets.UTF_8)
                .build()
                .toString();
    }

    private static String styles() {
        try {
            return new ClassPathResource("static/pages/redliner.css").getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the style sheet is missing in this build", e);
        }
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
