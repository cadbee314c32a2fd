package io.github.resilience4j.adaptive.outcome.internal;

import static java.util.Map.entry;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.Map;
import java.util.Optional;

/**
 * The readers of clients that may not be there. Their types are known by name first; a reader that names them in code is
 * loaded for the first object that is one.
 */
final class ClientReaders implements AnswerReader {

    private enum Client {
        SPRING_WEB,
        SPRING_WEBFLUX,
        OKHTTP,
        RETROFIT,
        APACHE_CORE,
        APACHE_CLIENT,
        FEIGN,
        JAX_RS,
        GRPC;

        AnswerReader reader() {
            return switch (this) {
                case SPRING_WEB -> new SpringWebAnswerReader();
                case SPRING_WEBFLUX -> new SpringWebFluxAnswerReader();
                case OKHTTP -> new OkHttpAnswerReader();
                case RETROFIT -> new RetrofitAnswerReader();
                case APACHE_CORE -> new ApacheCoreAnswerReader();
                case APACHE_CLIENT -> new ApacheClientAnswerReader();
                case FEIGN -> new FeignAnswerReader();
                case JAX_RS -> new JaxRsAnswerReader();
                case GRPC -> new GrpcAnswerReader();
            };
        }
    }

    private static final Map<String, Client> BY_TYPE = Map.ofEntries(
            entry("org.springframework.http.ResponseEntity", Client.SPRING_WEB),
            entry("org.springframework.http.client.ClientHttpResponse", Client.SPRING_WEB),
            entry("org.springframework.web.client.RestClientResponseException", Client.SPRING_WEB),
            entry("org.springframework.web.reactive.function.client.ClientResponse", Client.SPRING_WEBFLUX),
            entry("org.springframework.web.reactive.function.client.WebClientRequestException", Client.SPRING_WEBFLUX),
            entry("org.springframework.web.reactive.function.client.WebClientResponseException", Client.SPRING_WEBFLUX),
            entry("okhttp3.Response", Client.OKHTTP),
            entry("retrofit2.Response", Client.RETROFIT),
            entry("retrofit2.HttpException", Client.RETROFIT),
            entry("org.apache.hc.core5.http.HttpResponse", Client.APACHE_CORE),
            entry("org.apache.hc.core5.http.Message", Client.APACHE_CORE),
            entry("org.apache.hc.client5.http.async.methods.SimpleHttpResponse", Client.APACHE_CLIENT),
            entry("org.apache.hc.client5.http.HttpResponseException", Client.APACHE_CLIENT),
            entry("feign.Response", Client.FEIGN),
            entry("feign.FeignException", Client.FEIGN),
            entry("jakarta.ws.rs.core.Response", Client.JAX_RS),
            entry("jakarta.ws.rs.WebApplicationException", Client.JAX_RS),
            entry("jakarta.ws.rs.client.ResponseProcessingException", Client.JAX_RS),
            entry("io.grpc.StatusException", Client.GRPC),
            entry("io.grpc.StatusRuntimeException", Client.GRPC));

    private static final AnswerReader NONE = object -> Optional.empty();

    // Every result and every exception is asked, so the walk through its supertypes is made once for each class.
    private static final ClassValue<AnswerReader> READER_OF = new ClassValue<>() {
        @Override
        protected AnswerReader computeValue(Class<?> type) {
            Client client = TypeNames.find(type, BY_TYPE);
            try {
                return client == null ? NONE : client.reader();
            } catch (LinkageError e) {
                // A part of the client is missing, or it is not the one of our own class loader.
                return NONE;
            }
        }
    };

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        return READER_OF.get(resultOrThrowable.getClass()).answerIn(resultOrThrowable);
    }

    @Override
    public Optional<String> methodIn(Object resultOrThrowable) {
        return READER_OF.get(resultOrThrowable.getClass()).methodIn(resultOrThrowable);
    }
}
