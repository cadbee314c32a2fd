package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All readers in their order: the users' own, then ours. One that throws is passed over. */
public final class AnswerReaders {

    /** Whoever has no reader for his client may hand over the answer as we see it. */
    private static final AnswerReader PLAIN =
            object -> object instanceof ResponseView view ? Optional.of(view) : Optional.empty();

    /** Clients of the JDK, and those that may not be there. */
    private static final List<AnswerReader> OURS = List.of(PLAIN, new JdkAnswerReader(), new ClientReaders());

    private final AnswerReader[] readers;

    AnswerReaders(List<AnswerReader> readers) {
        this.readers = readers.toArray(new AnswerReader[0]);
    }

    /**
     * Ours, and those that users name as services.
     *
     * @return the shared list
     */
    public static AnswerReaders standard() {
        return Shared.INSTANCE;
    }

    /**
     * The answer in a result, or in an exception or the first of its causes that carries one.
     *
     * @param resultOrThrowable what a call gave or threw
     * @return the answer, empty if none
     */
    public Optional<ResponseView> answerIn(@Nullable Object resultOrThrowable) {
        return walk(resultOrThrowable, this::readOne);
    }

    /**
     * The request method behind a result, or behind an exception or one of its causes.
     *
     * @param resultOrThrowable what a call gave or threw
     * @return the method, empty if not seen
     */
    public Optional<String> methodIn(@Nullable Object resultOrThrowable) {
        return walk(resultOrThrowable, object -> ask(object, AnswerReader::methodIn));
    }

    /** The answer in this object itself. */
    Optional<ResponseView> readOne(Object resultOrThrowable) {
        return ask(resultOrThrowable, AnswerReader::answerIn);
    }

    private static <T> Optional<T> walk(@Nullable Object start, Function<Object, Optional<T>> question) {
        if (start == null) {
            return Optional.empty();
        }
        if (start instanceof Throwable error) {
            return Optional.ofNullable(
                    CauseChain.<T>first(error, link -> question.apply(link).orElse(null)));
        }
        return question.apply(start);
    }

    private <T> Optional<T> ask(Object object, Question<T> question) {
        for (AnswerReader reader : readers) {
            Optional<T> answer;
            try {
                answer = question.ask(reader, object);
            } catch (Throwable e) {
                // A stranger's reader must not turn an answer into an exception.
                continue;
            }
            if (answer != null && answer.isPresent()) {
                return answer;
            }
        }
        return Optional.empty();
    }

    @FunctionalInterface
    private interface Question<T> {
        Optional<T> ask(AnswerReader reader, Object object);
    }

    // Loaded by our own class loader, not by the thread's: which thread asks first must make no difference.
    private static final class Shared {

        static final AnswerReaders INSTANCE = new AnswerReaders(all());

        private static List<AnswerReader> all() {
            List<AnswerReader> all = new ArrayList<>();
            Iterator<AnswerReader> services = ServiceLoader.load(
                            AnswerReader.class, AnswerReader.class.getClassLoader())
                    .iterator();
            // A service that cannot be made costs itself, not the others; hasNext may fail too, but not for ever.
            for (int failures = 0; failures < 100; ) {
                try {
                    if (!services.hasNext()) {
                        break;
                    }
                    all.add(services.next());
                } catch (ServiceConfigurationError e) {
                    failures++;
                }
            }
            all.addAll(OURS);
            return all;
        }
    }
}
