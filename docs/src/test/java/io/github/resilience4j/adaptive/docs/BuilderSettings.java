package io.github.resilience4j.adaptive.docs;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.resilience4j.adaptive.docs.SettingsTable.Row;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the builder of a class takes, and what a table of a page says of it that is not so. */
final class BuilderSettings {

    private final Method custom;
    private final Map<String, List<Method>> methods;

    BuilderSettings(String type) throws ReflectiveOperationException {
        this.custom = Arrays.stream(Class.forName(type).getMethods())
                .filter(method -> method.getName().equals("custom"))
                .min(Comparator.comparing(Method::getParameterCount))
                .orElseThrow(() -> new AssertionError(type + " has no custom()"));
        Class<?> builder = custom.getReturnType();
        this.methods = Arrays.stream(builder.getMethods())
                .filter(method -> method.getReturnType() == builder && !Modifier.isStatic(method.getModifiers()))
                .collect(groupingBy(Method::getName, TreeMap::new, toList()));
    }

    List<String> problems(List<Row> rows) throws ReflectiveOperationException {
        List<String> problems = new ArrayList<>();
        List<String> named = rows.stream().map(Row::setting).toList();
        methods.keySet().stream()
                .filter(name -> !named.contains(name))
                .forEach(name -> problems.add(name + " has no row"));
        for (Row row : rows) {
            List<Method> setters = methods.get(row.setting());
            if (setters == null) {
                problems.add(row.setting() + " is no setting");
            } else {
                wrongDefault(row).ifPresent(problems::add);
                for (Method setter : setters) {
                    problems.addAll(wrongRange(row, setter));
                }
            }
        }
        return problems;
    }

    private Optional<String> wrongDefault(Row row) throws ReflectiveOperationException {
        Optional<Object> value = standard(row.setting());
        if (value.isEmpty()) {
            return row.standard().isEmpty() ? Optional.of(row.setting() + " has no default") : Optional.empty();
        }
        boolean right = Shown.isReadable(value.get())
                ? Shown.is(value.get(), row.standard())
                : !isEmpty(value.get()) || row.standard().startsWith("none");
        return right
                ? Optional.empty()
                : Optional.of(row.setting() + " is by default " + value.get() + ", not " + row.standard());
    }

    /** What holds where nothing is set: told by what was built, or by the builder. Empty if it is null or told by nobody. */
    private Optional<Object> standard(String setting) throws ReflectiveOperationException {
        Object builder = builder();
        Object built = build(builder);
        String capital = setting.substring(0, 1).toUpperCase(Locale.ROOT) + setting.substring(1);
        for (String getter : List.of("get" + capital, "is" + capital)) {
            for (Method method : built.getClass().getMethods()) {
                if (method.getName().equals(getter) && method.getParameterCount() == 0) {
                    method.setAccessible(true);
                    return Optional.ofNullable(method.invoke(built));
                }
            }
        }
        for (Field field : builder.getClass().getDeclaredFields()) {
            if (field.getName().equals(setting)) {
                field.setAccessible(true);
                return Optional.ofNullable(field.get(builder));
            }
        }
        return Optional.empty();
    }

    /** Each parameter has a part of its own, cut by semicolons. */
    private List<String> wrongRange(Row row, Method setter) throws ReflectiveOperationException {
        List<String> problems = new ArrayList<>();
        String[] parts = row.allowed().split(";", -1);
        for (int i = 0; i < setter.getParameterCount() && i < parts.length; i++) {
            Class<?> type = setter.getParameterTypes()[i];
            if (!AllowedRange.isFor(type)) {
                continue;
            }
            AllowedRange range = AllowedRange.parse(parts[i], type);
            if (range.isEmpty() && !parts[i].contains("`")) {
                problems.add(row.setting() + ": what is allowed is not said");
            }
            for (Object value : range.inside()) {
                refusal(setter, i, value)
                        .ifPresent(why -> problems.add(row.setting() + " refuses " + value + ": " + why));
            }
            for (Object value : range.outside()) {
                Optional<Throwable> refusal = refusal(setter, i, value);
                if (refusal.isEmpty()
                        || !(refusal.get() instanceof IllegalArgumentException)
                        || !refusal.get().getMessage().contains(row.setting())) {
                    problems.add(row.setting() + " does not refuse " + value + " by its name: " + refusal);
                }
            }
        }
        return problems;
    }

    private Optional<Throwable> refusal(Method setter, int parameter, Object value)
            throws ReflectiveOperationException {
        @Nullable Object[] arguments = samples(setter);
        arguments[parameter] = value;
        try {
            build(setter.invoke(builder(), arguments));
            return Optional.empty();
        } catch (InvocationTargetException e) {
            return Optional.of(e.getCause());
        }
    }

    private Object builder() throws ReflectiveOperationException {
        return custom.invoke(null, samples(custom));
    }

    private static Object build(Object builder) throws ReflectiveOperationException {
        for (Method method : builder.getClass().getMethods()) {
            if (method.getName().matches("build|start") && method.getParameterCount() == 0) {
                Object built = method.invoke(builder);
                if (built instanceof AutoCloseable open) {
                    close(open);
                }
                return built;
            }
        }
        throw new AssertionError(builder + " builds nothing");
    }

    private static void close(AutoCloseable open) {
        try {
            open.close();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static @Nullable Object[] samples(Method method) {
        Class<?>[] types = method.getParameterTypes();
        @Nullable Object[] samples = new @Nullable Object[types.length];
        for (int i = 0; i < types.length; i++) {
            samples[i] = sample(types[i]);
        }
        return samples;
    }

    /** Something that is allowed, for parameters that are not looked at. */
    private static @Nullable Object sample(Class<?> type) {
        Map<Class<?>, Object> samples = Map.of(
                int.class,
                1,
                double.class,
                0.5,
                String.class,
                "any",
                Duration.class,
                Duration.ofSeconds(1),
                AdaptiveRateLimiter.class,
                AdaptiveRateLimiter.of("any", AdaptiveRateLimiterConfig.ofDefaults()));
        return samples.get(type);
    }

    private static boolean isEmpty(@Nullable Object value) {
        return (value instanceof Collection<?> all && all.isEmpty())
                || (value instanceof Map<?, ?> map && map.isEmpty())
                || "".equals(value);
    }
}
