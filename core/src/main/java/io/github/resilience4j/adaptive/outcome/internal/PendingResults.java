package io.github.resilience4j.adaptive.outcome.internal;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

/** Results that are no answer yet: whether the call was served is not known when they are returned. */
final class PendingResults {

    private static final Map<String, Boolean> OTHER_LIBRARIES = Map.of(
            "org.reactivestreams.Publisher", true,
            "io.reactivex.rxjava3.core.CompletableSource", true,
            "io.reactivex.rxjava3.core.MaybeSource", true,
            "io.reactivex.rxjava3.core.ObservableSource", true,
            "io.reactivex.rxjava3.core.SingleSource", true,
            "kotlinx.coroutines.Deferred", true,
            "kotlinx.coroutines.flow.Flow", true);

    // Answers are looked up once per class. The values are the JDK's, so that no class keeps our class loader alive.
    private static final ClassValue<Boolean> PENDING = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return Future.class.isAssignableFrom(type)
                    || CompletionStage.class.isAssignableFrom(type)
                    || Flow.Publisher.class.isAssignableFrom(type)
                    || TypeNames.find(type, OTHER_LIBRARIES) != null;
        }
    };

    private PendingResults() {}

    static boolean isPending(Object result) {
        return PENDING.get(result.getClass());
    }
}
