package dev.redliner.service;

import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Parses documents to trees whose nodes have their locations. Constructs that could grow beyond their text (anchors,
 * aliases, deep nesting) are refused in the event stream, before a tree is built.
 */
final class YamlComposer {
    /** No document needs more. The limit is far below a size that would strain the heap. */
    static final int MAX_CHARACTERS = 256 * 1024;

    private static final int MAX_DEPTH = 16;

    private final LoadSettings settings = LoadSettings.builder()
            .setUseMarks(true)
            .setCodePointLimit(MAX_CHARACTERS)
            .build();
    private final String kind;
    private final DocumentProblems findings;

    /** @param kind what a document declares, such as {@code service}; this is also its first key */
    YamlComposer(String kind, DocumentProblems findings) {
        this.kind = kind;
        this.findings = findings;
    }

    /**
     * The roots of the documents of a text; empty after a problem that leaves nothing to read.
     *
     * @param most the number of documents that the text may have
     */
    List<Node> compose(String text, int most) {
        if (text.length() > MAX_CHARACTERS) {
            findings.at(0, "", "the document has " + text.length() + " characters", "at most 262144 are read");
            return List.of();
        }
        try {
            return harmless(text, most) ? roots(text) : List.of();
        } catch (MarkedYamlEngineException e) {
            int place = e.getProblemMark().map(mark -> mark.getIndex()).orElse(0);
            findings.at(place, "", "not YAML: " + e.getProblem(), e.getContext());
        } catch (ReaderException e) {
            findings.at(e.getPosition(), "", String.format("character U+%04X is not allowed", e.getCodePoint()), null);
        } catch (YamlEngineException e) {
            findings.at(0, "", "not YAML: " + e.getMessage(), null);
        }
        return List.of();
    }

    private List<Node> roots(String text) {
        List<Node> roots = new ArrayList<>();
        new Compose(settings).composeAllFromString(text).forEach(roots::add);
        if (roots.isEmpty()) {
            findings.at(0, "", "the document is empty", "it begins with '" + kind + ": <name>'");
        }
        return roots;
    }

    private boolean harmless(String text, int most) {
        int depth = 0;
        int documents = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            documents += event instanceof DocumentStartEvent ? 1 : 0;
            if (depth > MAX_DEPTH) {
                return refuse(
                        event, "nested more than " + MAX_DEPTH + " deep", "a " + kind + " needs 4 levels at most");
            }
            if (documents > most) {
                return most == 1
                        ? refuse(event, "a second document", "one file declares one " + kind)
                        : refuse(event, "more than " + most + " documents", "split the file");
            }
            if (event instanceof AliasEvent || anchored(event)) {
                return refuse(event, "anchors and aliases are not read", "write the value out");
            }
            if (tagged(event)) {
                return refuse(event, "tags (!) are not read", "leave the tag out, or quote the text");
            }
        }
        return true;
    }

    private boolean refuse(Event event, String message, String hint) {
        findings.at(event.getStartMark().map(mark -> mark.getIndex()).orElse(0), "", message, hint);
        return false;
    }

    private static boolean anchored(Event event) {
        return event instanceof NodeEvent node && node.getAnchor().isPresent();
    }

    private static boolean tagged(Event event) {
        return event instanceof ScalarEvent scalar && scalar.getTag().isPresent()
                || event instanceof CollectionStartEvent collection
                        && collection.getTag().isPresent();
    }
}
