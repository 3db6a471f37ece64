package dev.redliner.controller.web;

import dev.redliner.schedule.ScheduleYaml;
import dev.redliner.service.SchemaResource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The JSON Schemas of service and schedule files, for editors. */
@Controller
class SchemaFiles {
    private static final MediaType SCHEMA = MediaType.parseMediaType("application/schema+json");

    @GetMapping("/schemas/service.json")
    ResponseEntity<String> service() {
        return ResponseEntity.ok().contentType(SCHEMA).body(SchemaResource.service());
    }

    @GetMapping("/schemas/schedule.json")
    ResponseEntity<String> schedule() {
        return ResponseEntity.ok().contentType(SCHEMA).body(ScheduleYaml.schema());
    }
}
