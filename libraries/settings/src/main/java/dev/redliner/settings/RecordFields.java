package dev.redliner.settings;

import dev.redliner.settings.Below.Anything;
import dev.redliner.settings.Below.Elements;
import dev.redliner.settings.Below.Entries;
import dev.redliner.settings.Below.Field;
import dev.redliner.settings.Below.Fields;
import dev.redliner.settings.Below.Nothing;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.ResolvableType;

/**
 * The names below the settings of Redliner, from the records that they are bound to. Spring's metadata has the type of
 * the elements of a list or a map, but not the fields of that type.
 */
final class RecordFields {
    private static final String OURS = "dev.redliner.";
    private static final Set<String> FACTORIES = Set.of("valueOf", "of", "from");

    private RecordFields() {}

    /**
     * The names below a setting.
     *
     * @param type the name of the class that declares the setting
     * @param field the last part of the setting's name
     * @return empty if the class is not a record of Redliner, or does not have that field
     */
    static Optional<Below> below(String type, String field) {
        if (!type.startsWith(OURS)) {
            return Optional.empty();
        }
        try {
            Class<?> declaring = Class.forName(type, false, RecordFields.class.getClassLoader());
            return fields(declaring).stream()
                    .filter(one -> KnownSettings.same(one.name(), field))
                    .map(RecordFields::leaf)
                    .findFirst();
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /** The metadata has the fields of other objects as settings of their own, so none follow here. */
    private static Below leaf(Field field) {
        return field.below() instanceof Anything ? new Nothing() : field.below();
    }

    private static List<Field> fields(Class<?> type) {
        Constructor<?>[] constructors = type.getDeclaredConstructors();
        if (!type.isRecord() || constructors.length != 1) {
            return List.of();
        }
        RecordComponent[] components = type.getRecordComponents();
        Parameter[] parameters = constructors[0].getParameters();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            Name name = parameters[i].getAnnotation(Name.class);
            fields.add(new Field(
                    name == null ? dashed(components[i].getName()) : name.value(),
                    of(ResolvableType.forType(components[i].getGenericType()))));
        }
        return fields;
    }

    private static Below of(ResolvableType type) {
        Class<?> raw = type.resolve(Object.class);
        if (raw.isArray()) {
            return new Elements(of(type.getComponentType()));
        }
        if (Map.class.isAssignableFrom(raw)) {
            return new Entries(of(type.asMap().getGeneric(1)));
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return new Elements(of(type.asCollection().getGeneric(0)));
        }
        if (raw == Optional.class) {
            return of(type.getGeneric(0));
        }
        List<Field> fields = fields(raw);
        if (!fields.isEmpty() && !isFromText(raw)) {
            return new Fields(fields);
        }
        return isValue(raw) ? new Nothing() : new Anything();
    }

    private static boolean isValue(Class<?> type) {
        return type.isPrimitive() || type.isEnum() || (type.getName().startsWith("java.") && type != Object.class);
    }

    /** Whether Spring converts a text to that type, as its ObjectToObjectConverter does. */
    private static boolean isFromText(Class<?> type) {
        return Stream.<Executable>concat(
                        Stream.of(type.getDeclaredConstructors()),
                        Stream.of(type.getDeclaredMethods()).filter(method -> FACTORIES.contains(method.getName())))
                .anyMatch(creator -> Arrays.equals(creator.getParameterTypes(), new Class<?>[] {String.class}));
    }

    private static String dashed(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }
}
