package dev.redliner.service;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** A mapping of a document with checked keys. */
public final class YamlMap {
    private final YamlValue self;
    private final Map<String, YamlValue> values = new LinkedHashMap<>();

    private YamlMap(YamlValue self) {
        this.self = self;
    }

    /** Reads the keys, and reports those that are unknown, duplicate or not text. */
    static YamlMap read(YamlValue self, MappingNode mapping, Set<String> known) {
        YamlMap map = new YamlMap(self);
        for (NodeTuple tuple : mapping.getValue()) {
            map.add(tuple.getKeyNode(), tuple.getValueNode(), known);
        }
        return map;
    }

    private void add(Node key, Node value, Collection<String> known) {
        if (!(key instanceof ScalarNode scalar)) {
            self.findings().at(key, self.pointer(), "a key must be a word", null);
            return;
        }
        String name = scalar.getValue();
        String pointer = self.pointer() + "/" + name.replace("~", "~0").replace("/", "~1");
        if (!known.contains(name)) {
            self.findings().at(key, pointer, "unknown key '" + name + "'", DidYouMean.hint(name, known));
        } else if (values.putIfAbsent(name, new YamlValue(value, pointer, self.findings())) != null) {
            self.findings().at(key, pointer, "key '" + name + "' is there twice", "keep one of them");
        }
    }

    /** The value of a key; empty if it is absent or null. */
    public Optional<YamlValue> value(String key) {
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isNull());
    }

    /** The value of a required key. */
    public Optional<YamlValue> required(String key, String hint) {
        Optional<YamlValue> value = value(key);
        if (value.isEmpty()) {
            Optional<YamlValue> written = Optional.ofNullable(values.get(key));
            written.orElse(self).problem("'" + key + "' is missing", hint);
        }
        return value;
    }

    /** The whole mapping, to report a problem that concerns several of its values. */
    public YamlValue self() {
        return self;
    }
}
