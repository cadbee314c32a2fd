package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.outcome.Answers;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copies exceptions that carry a secret, and their causes and suppressed exceptions, without it. The copy is of the same type
 * where a type's whole state is its text and the type can be made of one; else of the closest superclass of which that
 * holds. What is clean stays the very object. Where an answer was behind an exception, it is behind the copy too, so that
 * retries and breakers read the same from it.
 */
final class SecretCleaner {

    /** Whoever makes longer chains has nothing to say in them: they are not searched to their end, but cut. */
    private static final int MOST = 1_000;

    private final OutcomeClassifier classifier;

    SecretCleaner(OutcomeClassifier classifier) {
        this.classifier = classifier;
    }

    /** The exception, if it carries none of the secrets; else a copy without them. */
    Throwable clean(Throwable error, Collection<String> secrets) {
        try {
            SecretForms forms = new SecretForms(secrets);
            return carries(error, forms, newSet()) ? new Copying(forms, classifier).copyOfAll(error) : error;
        } catch (Throwable e) {
            return new IllegalStateException("An exception of type "
                    + error.getClass().getName() + " was withheld: it could not be searched for secrets ("
                    + e.getClass().getName() + ")");
        }
    }

    private static boolean carries(@Nullable Throwable error, SecretForms forms, Set<Throwable> seen) {
        if (error == null || !seen.add(error)) {
            return false;
        }
        if (seen.size() > MOST || showsAny(error, forms) || carries(error.getCause(), forms, seen)) {
            return true;
        }
        for (Throwable suppressed : error.getSuppressed()) {
            if (carries(suppressed, forms, seen)) {
                return true;
            }
        }
        return false;
    }

    private static boolean showsAny(Throwable error, SecretForms forms) {
        return forms.areIn(error.getMessage())
                || forms.areIn(error.getLocalizedMessage())
                || forms.areIn(error.toString());
    }

    private static Set<Throwable> newSet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** The copying of one exception. */
    private static final class Copying {

        private final SecretForms forms;
        private final OutcomeClassifier classifier;
        private final IdentityHashMap<Throwable, Optional<Throwable>> copies = new IdentityHashMap<>();

        Copying(SecretForms forms, OutcomeClassifier classifier) {
            this.forms = forms;
            this.classifier = classifier;
        }

        /** The outermost: what was said about its answer must be true of the copy too. */
        Throwable copyOfAll(Throwable error) {
            copies.put(error, Optional.empty());
            Throwable cause = copyOf(error.getCause());
            Outcome outcome = classifier.classify(null, error);
            Optional<ResponseView> answer = Answers.answerIn(error);
            Optional<String> method = Answers.methodIn(error);
            Throwable behind = answer.isPresent() || method.isPresent()
                    ? new AnswerWithoutSecrets(answer.orElse(null), method.orElse(null), forms, cause)
                    : cause;
            Throwable first = null;
            for (Class<?> type : candidates(error.getClass())) {
                Throwable made = make(type, error, behind);
                if (made != null && classifier.classify(null, made).equals(outcome)) {
                    return dressed(made, error);
                }
                first = first == null ? made : first;
            }
            return first == null ? withheld(error) : dressed(first, error);
        }

        private @Nullable Throwable copyOf(@Nullable Throwable error) {
            if (error == null) {
                return null;
            }
            Optional<Throwable> known = copies.get(error);
            if (known != null) {
                return known.orElse(null);
            }
            if (copies.size() > MOST) {
                return null;
            }
            if (!carries(error, forms, newSet())) {
                return error;
            }
            // Until it is made, whoever meets it again goes in a circle, and ends there.
            copies.put(error, Optional.empty());
            Throwable cause = copyOf(error.getCause());
            Throwable copy = null;
            for (Class<?> type : candidates(error.getClass())) {
                copy = make(type, error, cause);
                if (copy != null) {
                    break;
                }
            }
            copy = copy == null ? withheld(error) : dressed(copy, error);
            copies.put(error, Optional.of(copy));
            return copy;
        }

        private Throwable dressed(Throwable copy, Throwable error) {
            copy.setStackTrace(error.getStackTrace());
            for (Throwable suppressed : error.getSuppressed()) {
                Throwable clean = copyOf(suppressed);
                if (clean != null && clean != copy) {
                    copy.addSuppressed(clean);
                }
            }
            return copy;
        }

        private @Nullable Throwable make(Class<?> type, Throwable error, @Nullable Throwable cause) {
            String message = forms.removedFrom(error.getMessage());
            if (type != error.getClass()) {
                message = error.getClass().getName() + (message == null ? "" : ": " + message);
            }
            Throwable made = made(type, message, cause);
            return made == null || made.getCause() != cause || showsAny(made, forms) ? null : made;
        }

        private static Throwable withheld(Throwable error) {
            return new IllegalStateException("An exception of type "
                    + error.getClass().getName() + " was withheld: it carries a secret and cannot be copied");
        }
    }

    /** From the type itself to the first that every exception can be. */
    private static List<Class<?>> candidates(Class<?> type) {
        List<Class<?>> candidates = new ArrayList<>();
        for (Class<?> it = type; it != null && it != Object.class; it = it.getSuperclass()) {
            if (Modifier.isPublic(it.getModifiers()) && !Modifier.isAbstract(it.getModifiers()) && isItsText(it)) {
                candidates.add(it);
            }
        }
        return candidates;
    }

    /** Whether nothing is lost with the fields of a type. Those of the platform are known to be of no importance here. */
    private static boolean isItsText(Class<?> type) {
        for (Class<?> it = type; it != null && !isPlatform(it); it = it.getSuperclass()) {
            for (var field : it.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isPlatform(Class<?> type) {
        return type.getName().startsWith("java.");
    }

    private static @Nullable Throwable made(Class<?> type, @Nullable String message, @Nullable Throwable cause) {
        try {
            for (Constructor<?> constructor : type.getConstructors()) {
                Class<?>[] parameters = constructor.getParameterTypes();
                if (parameters.length == 2
                        && parameters[0] == String.class
                        && Throwable.class.isAssignableFrom(parameters[1])
                        && (cause == null || parameters[1].isInstance(cause))
                        && (cause != null || parameters[1] == Throwable.class)) {
                    return (Throwable) constructor.newInstance(message, cause);
                }
            }
            Throwable made = (Throwable) type.getConstructor(String.class).newInstance(message);
            return cause == null ? made : made.initCause(cause);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }
}
