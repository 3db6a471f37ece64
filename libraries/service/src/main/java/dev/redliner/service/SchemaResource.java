package dev.redliner.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A JSON Schema beside a class. Editors use it. The readers of documents are stricter, and do not need it. */
public final class SchemaResource {
    private SchemaResource() {}

    /** The schema of service documents, draft 2020-12. */
    public static String service() {
        return beside(SchemaResource.class, "service.schema.json");
    }

    /** @param name the name of a resource in the package of the class */
    public static String beside(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing beside " + owner.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
