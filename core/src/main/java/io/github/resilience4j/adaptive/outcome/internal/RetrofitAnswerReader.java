package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import retrofit2.HttpException;
import retrofit2.Response;

/** What Retrofit returns and throws. It has the bodies of refusals in memory. */
final class RetrofitAnswerReader implements AnswerReader {

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        return Optional.ofNullable(response(resultOrThrowable)).map(View::new);
    }

    @Override
    public Optional<String> methodIn(Object resultOrThrowable) {
        return Optional.ofNullable(response(resultOrThrowable))
                .map(response -> response.raw().request().method());
    }

    private static @Nullable Response<?> response(Object resultOrThrowable) {
        return resultOrThrowable instanceof HttpException e ? e.response() : (Response<?>) resultOrThrowable;
    }

    private record View(Response<?> response) implements ResponseView {

        @Override
        public int status() {
            return response.code();
        }

        @Override
        public List<String> header(String name) {
            return response.headers().values(name);
        }

        @Override
        public String body() {
            return response.isSuccessful()
                    ? BodyFacts.textInMemory(response.body())
                    : OkHttpAnswerReader.textInMemory(response.errorBody());
        }
    }
}
