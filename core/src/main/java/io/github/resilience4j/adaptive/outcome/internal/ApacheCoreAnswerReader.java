package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.jspecify.annotations.Nullable;

/** Responses of Apache HttpClient 5, classic and asynchronous, and a head with its body. */
final class ApacheCoreAnswerReader implements AnswerReader {

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        if (resultOrThrowable instanceof Message<?, ?> message) {
            return message.getHead() instanceof HttpResponse response
                    ? Optional.of(new View(response, message.getBody()))
                    : Optional.empty();
        }
        return Optional.of(new View((HttpResponse) resultOrThrowable, null));
    }

    /** An answer whose body, if there is any, was read by the client. */
    record View(HttpResponse response, @Nullable Object content) implements ResponseView {

        @Override
        public int status() {
            return response.getCode();
        }

        @Override
        public List<String> header(String name) {
            Header[] fields = response.getHeaders(name);
            if (fields.length == 0) {
                return List.of();
            }
            List<String> lines = new ArrayList<>(fields.length);
            for (Header field : fields) {
                lines.add(field.getValue());
            }
            return lines;
        }

        @Override
        public String body() {
            return BodyFacts.textInMemory(content == null ? bufferedIn(response) : content);
        }
    }

    /** A body that can be read again from memory: whoever wants it finds it as it was. */
    private static byte @Nullable [] bufferedIn(HttpResponse response) {
        HttpEntity entity = response instanceof ClassicHttpResponse classic ? classic.getEntity() : null;
        if (entity == null || !entity.isRepeatable() || entity.isStreaming() || entity.getContentLength() < 0) {
            return null;
        }
        try {
            return EntityUtils.toByteArray(entity, BodyFacts.BOUND);
        } catch (IOException e) {
            return null;
        }
    }
}
