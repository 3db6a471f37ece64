package dev.redliner.controller.api;

import com.fasterxml.jackson.databind.JavaType;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Describes which fields of the API can be null and which are always present. The source is the JSpecify annotations of
 * the records' components, because swagger-core does not read type annotations.
 */
final class NullableFields implements ModelConverter {
    @Override
    public @Nullable Schema<?> resolve(
            AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
        if (!chain.hasNext()) {
            return null;
        }
        Schema<?> resolved = chain.next().resolve(type, context, chain);
        JavaType javaType = Json31.mapper().constructType(type.getType());
        if (resolved != null && javaType != null && javaType.getRawClass().isRecord()) {
            model(resolved, context).ifPresent(model -> describe(model, javaType.getRawClass()));
        }
        return resolved;
    }

    private static Optional<Schema<?>> model(Schema<?> resolved, ModelConverterContext context) {
        String reference = resolved.get$ref();
        if (reference == null) {
            return Optional.of(resolved);
        }
        String name = reference.substring(reference.lastIndexOf('/') + 1);
        return Optional.ofNullable(context.getDefinedModels().get(name)).map(it -> (Schema<?>) it);
    }

    private static void describe(Schema<?> model, Class<?> type) {
        @SuppressWarnings("rawtypes")
        Map<String, Schema> properties = model.getProperties();
        if (properties == null) {
            return;
        }
        for (RecordComponent component : type.getRecordComponents()) {
            Schema<?> property = properties.get(component.getName());
            if (property != null && !isRequired(model, component)) {
                properties.put(component.getName(), describe(model, component, property));
            }
        }
    }

    /** Whether the component is already required, by its annotation or because an earlier call described it. */
    private static boolean isRequired(Schema<?> model, RecordComponent component) {
        return model.getRequired() != null && model.getRequired().contains(component.getName());
    }

    private static Schema<?> describe(Schema<?> model, RecordComponent component, Schema<?> property) {
        if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            return nullable(property);
        }
        model.addRequiredItem(component.getName());
        if (property.getItems() != null && hasNullableItems(component)) {
            property.setItems(nullable(property.getItems()));
        }
        return property;
    }

    private static boolean hasNullableItems(RecordComponent component) {
        return component.getAnnotatedType() instanceof AnnotatedParameterizedType list
                && Arrays.stream(list.getAnnotatedActualTypeArguments())
                        .anyMatch(item -> item.isAnnotationPresent(Nullable.class));
    }

    /**
     * Makes a schema nullable. A reference or an enumeration cannot include null itself, so null becomes an
     * alternative.
     */
    static Schema<?> nullable(Schema<?> property) {
        if (property.getAnyOf() != null) {
            return property;
        }
        if (property.get$ref() == null && property.getEnum() == null) {
            property.addType(property.getType() == null ? "null" : property.getType());
            property.addType("null");
            return property;
        }
        return new JsonSchema().anyOf(List.of(property, new JsonSchema().typesItem("null")));
    }
}
