package io.github.resilience4j.adaptive.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import feign.FeignException;
import feign.Request;
import feign.RetryableException;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.client.ResponseProcessingException;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.RequestBody;
import okhttp3.ResponseBody;
import org.apache.hc.client5.http.HttpResponseException;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** What is seen of each client's answers, made by hand: status, lines of a header in any case, a body in memory. */
class HandMadeAnswersTest {

    private static final String SLOW = "slow down, ünlikely to be told twice";

    private static ResponseView seen(Object resultOrThrowable) {
        return Answers.answerIn(resultOrThrowable).orElseThrow();
    }

    /** A 429 with two lines of one header and the text above. */
    private static void isSeenWhole(Object resultOrThrowable) {
        ResponseView seen = seen(resultOrThrowable);

        assertThat(seen.status()).isEqualTo(429);
        assertThat(seen.header("RATELIMIT")).containsExactly("one", "two");
        assertThat(seen.header("Absent")).isEmpty();
        assertThat(seen.body()).isEqualTo(SLOW);
    }

    @Nested
    class OkHttpAndRetrofit {

        private static okhttp3.Response.Builder response(int status) {
            return new okhttp3.Response.Builder()
                    .request(new okhttp3.Request.Builder()
                            .url("http://localhost/")
                            .patch(RequestBody.create("x", MediaType.get("text/plain")))
                            .build())
                    .protocol(Protocol.HTTP_1_1)
                    .code(status)
                    .message("?")
                    .addHeader("RateLimit", "one")
                    .addHeader("ratelimit", "two");
        }

        private static ResponseBody body(String text) {
            return ResponseBody.create(text, MediaType.get("text/plain"));
        }

        @Test
        void anAnswerInMemoryIsSeenWhole() {
            okhttp3.Response response = response(429).body(body(SLOW)).build();

            isSeenWhole(response);
            assertThat(Answers.methodIn(response)).hasValue("PATCH");
        }

        @Test
        void aBodyThatHasNotArrivedBelongsToTheCaller() throws Exception {
            okio.Buffer wire = new okio.Buffer().writeUtf8(SLOW);
            ResponseBody arriving = ResponseBody.create(
                    okio.Okio.buffer((okio.Source) new okio.ForwardingSource(wire) {}),
                    MediaType.get("text/plain"),
                    -1);
            okhttp3.Response response = response(429).body(arriving).build();

            assertThat(seen(response).body()).isEmpty();
            assertThat(arriving.string()).isEqualTo(SLOW);
        }

        @Test
        void ofALongBodyTheBeginningIsSeen() {
            String longer = "x".repeat(70_000);

            assertThat(seen(response(429).body(body(longer)).build()).body()).hasSize(64 * 1024);
            assertThat(seen(response(429).body(body("")).build()).body()).isEmpty();
        }

        @Test
        void retrofitsRefusalIsSeenWhole() {
            retrofit2.Response<String> refusal =
                    retrofit2.Response.error(body(SLOW), response(429).build());

            isSeenWhole(refusal);
            isSeenWhole(new retrofit2.HttpException(refusal));
            assertThat(Answers.methodIn(refusal)).hasValue("PATCH");
            assertThat(Answers.methodIn(new retrofit2.HttpException(refusal))).hasValue("PATCH");
        }

        @Test
        void ofRetrofitsSuccessATextIsSeenAndNoObject() {
            assertThat(seen(retrofit2.Response.success("text", response(200).build()))
                            .body())
                    .isEqualTo("text");
            assertThat(seen(retrofit2.Response.success(List.of(7), response(200).build()))
                            .body())
                    .isEmpty();
        }
    }

    @Nested
    class Apache {

        private static void refuse(org.apache.hc.core5.http.HttpResponse response) {
            response.addHeader("RateLimit", "one");
            response.addHeader("ratelimit", "two");
        }

        @Test
        void anEntityThatCanBeReadTwiceIsSeen() {
            BasicClassicHttpResponse response = new BasicClassicHttpResponse(429);
            refuse(response);
            response.setEntity(new StringEntity(SLOW, ContentType.parse("text/plain; charset=UTF-8")));

            isSeenWhole(response);
        }

        @Test
        void aStreamIsLeftToTheCallerAndNoEntityIsNoText() throws Exception {
            BasicClassicHttpResponse response = new BasicClassicHttpResponse(429);
            assertThat(seen(response).body()).isEmpty();

            response.setEntity(new InputStreamEntity(
                    new ByteArrayInputStream(SLOW.getBytes(StandardCharsets.UTF_8)), ContentType.TEXT_PLAIN));
            assertThat(seen(response).body()).isEmpty();
            assertThat(response.getEntity().getContent().readAllBytes()).isNotEmpty();
        }

        @Test
        void ofTheAsynchronousClientAnAnswerAndAMessageAreSeen() {
            SimpleHttpResponse simple = new SimpleHttpResponse(429);
            refuse(simple);
            simple.setBody(SLOW, ContentType.parse("text/plain; charset=UTF-8"));
            isSeenWhole(simple);

            BasicHttpResponse head = new BasicHttpResponse(429);
            refuse(head);
            isSeenWhole(new org.apache.hc.core5.http.Message<>(head, SLOW));
            assertThat(Answers.answerIn(new org.apache.hc.core5.http.Message<>(
                            new org.apache.hc.core5.http.message.BasicHttpRequest("GET", "/"), SLOW)))
                    .as("a request is no answer")
                    .isEmpty();
        }

        @Test
        void anExceptionHasAStatusAndNoHeaders() {
            ResponseView seen = seen(new HttpResponseException(429, "Too Many Requests"));

            assertThat(seen.status()).isEqualTo(429);
            assertThat(seen.header("RateLimit")).isEmpty();
            assertThat(seen.body()).isEmpty();
        }
    }

    @Nested
    class Feign {

        private static final Map<String, Collection<String>> LINES =
                new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);

        static {
            LINES.put("RateLimit", List.of("one", "two"));
        }

        private static Request request() {
            return Request.create(Request.HttpMethod.PUT, "http://localhost/", Map.of(), (Request.Body) null, null);
        }

        private static feign.Response.Builder response() {
            return feign.Response.builder().status(429).request(request()).headers(LINES);
        }

        private static byte[] slow() {
            return SLOW.getBytes(StandardCharsets.UTF_8);
        }

        private static FeignException thrown() {
            return new FeignException.FeignClientException(429, "?", request(), slow(), LINES);
        }

        @Test
        void whatIsReturnedAndWhatIsThrownIsSeenWhole() {
            isSeenWhole(response().body(slow()).build());
            isSeenWhole(thrown());
            assertThat(Answers.methodIn(response().build())).hasValue("PUT");
            assertThat(Answers.methodIn(thrown())).hasValue("PUT");
        }

        @Test
        void aStreamIsLeftToTheCaller() {
            ByteArrayInputStream stream = new ByteArrayInputStream(slow());

            assertThat(seen(response().body(stream, slow().length).build()).body())
                    .isEmpty();
            assertThat(stream.available()).isEqualTo(slow().length);
            assertThat(seen(response().build()).body()).isEmpty();
        }

        @Test
        void ofALongBodyTheBeginningIsSeen() {
            byte[] longer = new byte[70_000];
            Arrays.fill(longer, (byte) 'x');

            assertThat(seen(response().body(longer).build()).body()).hasSize(64 * 1024);
            assertThat(seen(new FeignException.FeignClientException(429, "?", request(), longer, LINES))
                            .body())
                    .hasSize(64 * 1024);
            assertThat(seen(new FeignException.FeignClientException(429, "?", request(), null, LINES))
                            .body())
                    .isEmpty();
        }

        @Test
        void aWaitThatFeignHasReadIsSeenWithTheAnswerBehindIt() {
            RetryableException wrapped = new RetryableException(
                    429, "?", Request.HttpMethod.PUT, thrown(), (Long) 1_893_456_000_000L, request());

            isSeenWhole(wrapped);
            assertThat(seen(wrapped).header("Retry-After")).containsExactly("1893456000000");
            assertThat(Answers.methodIn(wrapped)).hasValue("PUT");
        }

        @Test
        void whatTheServerWroteIsSeenBeforeWhatWasReadOfIt() {
            Map<String, Collection<String>> lines = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            lines.put("Retry-After", List.of("7"));
            RetryableException wrapped = new RetryableException(
                    429, "?", Request.HttpMethod.PUT, (Long) 1_893_456_000_000L, request(), slow(), lines);

            assertThat(seen(wrapped).header("retry-after")).containsExactly("7");
            assertThat(seen(wrapped).header("Other")).isEmpty();
        }

        @Test
        void withoutAnAnswerThereIsNoWait() {
            RetryableException other =
                    new RetryableException(503, "?", Request.HttpMethod.PUT, thrown(), (Long) null, request());

            assertThat(seen(other).status()).isEqualTo(503);
            assertThat(seen(other).header("Retry-After")).isEmpty();
            assertThat(seen(other).header("RateLimit")).as("of another answer").isEmpty();
        }
    }

    @Nested
    class JaxRs {

        private static Response response() {
            return Response.status(429)
                    .header("RateLimit", "one")
                    .header("RateLimit", "two")
                    .entity(SLOW)
                    .build();
        }

        @Test
        void whatIsReturnedAndWhatIsThrownIsSeenWhole() {
            isSeenWhole(response());
            isSeenWhole(new ResponseProcessingException(response(), "?"));
            assertThat(seen(new ServiceUnavailableException(5L)).header("retry-after"))
                    .containsExactly("5");
        }
    }

    @Nested
    class Spring {

        private static HttpHeaders headers() {
            HttpHeaders headers = new HttpHeaders();
            headers.add("RateLimit", "one");
            headers.add("RateLimit", "two");
            return headers;
        }

        private static ClientHttpResponse intercepted(boolean broken) {
            return new ClientHttpResponse() {
                @Override
                public HttpStatusCode getStatusCode() throws java.io.IOException {
                    if (broken) {
                        throw new java.io.IOException("closed");
                    }
                    return HttpStatusCode.valueOf(429);
                }

                @Override
                public String getStatusText() {
                    return "?";
                }

                @Override
                public void close() {}

                @Override
                public java.io.InputStream getBody() {
                    throw new AssertionError("it belongs to the caller");
                }

                @Override
                public HttpHeaders getHeaders() {
                    return headers();
                }
            };
        }

        @Test
        void whatIsReturnedAndWhatIsThrownIsSeenWhole() {
            isSeenWhole(ResponseEntity.status(429).headers(headers()).body(SLOW));
            isSeenWhole(new HttpServerErrorException(
                    HttpStatusCode.valueOf(429), "?", headers(), SLOW.getBytes(StandardCharsets.UTF_8), null));
            isSeenWhole(new WebClientResponseException(
                    429, "?", headers(), SLOW.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        }

        @Test
        void whatAnInterceptorSeesHasNoBodyYet() {
            ResponseView seen = seen(intercepted(false));

            assertThat(seen.status()).isEqualTo(429);
            assertThat(seen.header("ratelimit")).containsExactly("one", "two");
            assertThat(seen.body()).isEmpty();
            assertThat(seen(intercepted(true)).status())
                    .as("no status is no answer")
                    .isZero();

            ClientResponse response = ClientResponse.create(HttpStatusCode.valueOf(429))
                    .headers(all -> all.addAll(headers()))
                    .build();
            assertThat(seen(response).status()).isEqualTo(429);
            assertThat(seen(response).header("ratelimit")).containsExactly("one", "two");
        }

        @Test
        void aProblemIsSeenByItsType() {
            ProblemDetail problem = ProblemDetail.forStatus(503);
            problem.setType(URI.create("urn:test:busy"));

            assertThat(seen(ResponseEntity.status(503).body(problem)).body()).isEqualTo("{\"type\":\"urn:test:busy\"}");
        }

        @Test
        void whatWasNotAnsweredStillTellsItsMethod() {
            WebClientRequestException error = new WebClientRequestException(
                    new java.net.ConnectException(), HttpMethod.PUT, URI.create("http://localhost/"), headers());

            assertThat(Answers.answerIn(error)).isEmpty();
            assertThat(Answers.methodIn(error)).hasValue("PUT");
            assertThat(Answers.methodIn(new WebClientResponseException(429, "?", headers(), null, null)))
                    .isEqualTo(Optional.empty());
        }
    }

    @Nested
    class Grpc {

        private static final Metadata.Key<byte[]> DETAILS =
                Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

        private static Metadata trailers(String... namesAndValues) {
            Metadata trailers = new Metadata();
            for (int i = 0; i < namesAndValues.length; i += 2) {
                trailers.put(
                        Metadata.Key.of(namesAndValues[i], Metadata.ASCII_STRING_MARSHALLER), namesAndValues[i + 1]);
            }
            return trailers;
        }

        private static Metadata details(Message... details) {
            com.google.rpc.Status.Builder status =
                    com.google.rpc.Status.newBuilder().setCode(8).setMessage("slow down");
            for (Message detail : details) {
                status.addDetails(Any.pack(detail));
            }
            Metadata trailers = new Metadata();
            trailers.put(DETAILS, status.build().toByteArray());
            return trailers;
        }

        private static RetryInfo retryIn(long seconds, int nanos) {
            return RetryInfo.newBuilder()
                    .setRetryDelay(Duration.newBuilder().setSeconds(seconds).setNanos(nanos))
                    .build();
        }

        private static ResponseView refused(Metadata trailers) {
            return seen(Status.RESOURCE_EXHAUSTED.withDescription("a \"b\" \\").asRuntimeException(trailers));
        }

        @ParameterizedTest
        @CsvSource({
            "OK, 200",
            "INVALID_ARGUMENT, 400",
            "FAILED_PRECONDITION, 400",
            "OUT_OF_RANGE, 400",
            "UNAUTHENTICATED, 401",
            "PERMISSION_DENIED, 403",
            "NOT_FOUND, 404",
            "ALREADY_EXISTS, 409",
            "ABORTED, 409",
            "RESOURCE_EXHAUSTED, 429",
            "UNKNOWN, 500",
            "INTERNAL, 500",
            "DATA_LOSS, 500",
            "UNIMPLEMENTED, 501",
            "UNAVAILABLE, 503",
            "DEADLINE_EXCEEDED, 504"
        })
        void aCodeIsSeenAsTheStatusThatMeansTheSame(Status.Code code, int status) {
            assertThat(seen(code.toStatus().asRuntimeException()).status()).isEqualTo(status);
            assertThat(seen(new StatusException(code.toStatus())).status()).isEqualTo(status);
        }

        @ParameterizedTest
        @CsvSource({
            "HTTP status code 429, 429",
            "HTTP status code 503 and more, 503",
            "HTTP status code 4x9, 503",
            "HTTP status code 000, 503",
            "not HTTP status code 429, 503"
        })
        void aStatusOfAProxyIsSeenAsItIs(String description, int status) {
            assertThat(seen(Status.UNAVAILABLE.withDescription(description).asRuntimeException())
                            .status())
                    .isEqualTo(status);
        }

        @ParameterizedTest
        @CsvSource({
            "gRPC message exceeds maximum size 10: 100, 413",
            "grpc: received message larger than max (5 vs. 4), 413",
            "too many calls, 429"
        })
        void aMessageThatIsTooLargeIsNoLimitOfCalls(String description, int status) {
            assertThat(seen(Status.RESOURCE_EXHAUSTED
                                    .withDescription(description)
                                    .asRuntimeException())
                            .status())
                    .isEqualTo(status);
        }

        @Test
        void whatWasCancelledOrIsKnownByItsCauseIsNoAnswer() {
            assertThat(Answers.answerIn(Status.CANCELLED.asRuntimeException())).isEmpty();
            assertThat(Answers.answerIn(Status.UNAVAILABLE
                            .withCause(new java.net.ConnectException())
                            .asRuntimeException()))
                    .isEmpty();
        }

        @Test
        void trailersAreSeenLikeHeaders() {
            Metadata trailers = trailers("ratelimit", "one", "ratelimit", "two");

            assertThat(refused(trailers).header("RateLimit")).containsExactly("one", "two");
            assertThat(refused(trailers).header("Absent")).isEmpty();
            assertThat(seen(new StatusException(Status.UNAVAILABLE, trailers)).header("RateLimit"))
                    .containsExactly("one", "two");
            assertThat(seen(Status.UNAVAILABLE.asRuntimeException()).header("RateLimit"))
                    .isEmpty();
        }

        @Test
        void pushbackIsAWaitOrAVeto() {
            ResponseView waits = refused(trailers("grpc-retry-pushback-ms", "1500"));
            assertThat(waits.header("Retry-After-Ms")).containsExactly("1500");
            assertThat(waits.header("X-Should-Retry")).isEmpty();

            ResponseView vetoes = refused(trailers("grpc-retry-pushback-ms", "-1"));
            assertThat(vetoes.header("Retry-After-Ms")).isEmpty();
            assertThat(vetoes.header("X-Should-Retry")).containsExactly("false");

            ResponseView both = refused(trailers("grpc-retry-pushback-ms", "1500", "retry-after-ms", "7"));
            assertThat(both.header("Retry-After-Ms")).containsExactly("7");
        }

        @Test
        void detailsAreSeenAsABody() {
            ErrorInfo info = ErrorInfo.newBuilder()
                    .setReason("BUSY")
                    .setDomain("example.com")
                    .build();

            assertThat(refused(new Metadata()).body()).isEqualTo("{\"message\":\"a \\\"b\\\" \\\\\"}");
            assertThat(refused(details(info, retryIn(53, 500_000_000))).body())
                    .endsWith("\",\"reason\":\"BUSY\",\"retryDelay\":\"53.500000000s\"}");
            assertThat(refused(details(retryIn(0, 1))).body()).endsWith("\"retryDelay\":\"0.000000001s\"}");
            assertThat(refused(details(RetryInfo.getDefaultInstance())).body()).doesNotContain("retryDelay");
            assertThat(seen(Status.UNAVAILABLE.asRuntimeException()).body()).isEqualTo("{\"message\":\"\"}");
        }

        @ParameterizedTest
        @CsvSource({"-1, 0", "0, -1", "0, 1000000000"})
        void whatIsNoDurationIsNoWait(long seconds, int nanos) {
            assertThat(refused(details(retryIn(seconds, nanos))).body()).doesNotContain("retryDelay");
        }

        /** Fields that are not known come in all the forms there are; whatever follows them is read. */
        @Test
        void unknownFieldsArePassedOver() {
            com.google.protobuf.UnknownFieldSet unknown = com.google.protobuf.UnknownFieldSet.newBuilder()
                    .addField(
                            20,
                            com.google.protobuf.UnknownFieldSet.Field.newBuilder()
                                    .addVarint(1L << 60)
                                    .addFixed32(-1)
                                    .addFixed64(-1)
                                    .addLengthDelimited(com.google.protobuf.ByteString.copyFromUtf8("longer"))
                                    .build())
                    .build();
            byte[] before = unknown.toByteArray();
            byte[] status = com.google.rpc.Status.newBuilder()
                    .addDetails(Any.pack(retryIn(53, 0)))
                    .build()
                    .toByteArray();
            byte[] both = Arrays.copyOf(before, before.length + status.length);
            System.arraycopy(status, 0, both, before.length, status.length);
            Metadata trailers = new Metadata();
            trailers.put(DETAILS, both);

            assertThat(refused(trailers).body()).contains("53.000000000s");
        }

        /** A group, which nobody sends any more, ends the reading: where it ends is not known. */
        @Test
        void whatCannotBePassedOverEndsTheReading() {
            byte[] status = com.google.rpc.Status.newBuilder()
                    .addDetails(Any.pack(retryIn(53, 0)))
                    .build()
                    .toByteArray();
            byte[] grouped = new byte[status.length + 1];
            grouped[0] = 4 << 3 | 3;
            System.arraycopy(status, 0, grouped, 1, status.length);
            Metadata trailers = new Metadata();
            trailers.put(DETAILS, grouped);

            assertThat(refused(trailers).body()).doesNotContain("retryDelay");
        }

        @Test
        void aBrokenDetailIsNoDetail() {
            byte[] whole = details(retryIn(53, 0)).get(DETAILS);
            for (int length = 0; length < whole.length; length++) {
                Metadata trailers = new Metadata();
                trailers.put(DETAILS, Arrays.copyOf(whole, length));

                assertThat(refused(trailers).body())
                        .as("%d of %d bytes", length, whole.length)
                        .doesNotContain("retryDelay");
            }
        }

        @Test
        void refusalsMeanWhatTheyMeanAnywhere() {
            Outcome outcome = OutcomeClassifier.standard()
                    .classify(null, Status.UNAVAILABLE.asRuntimeException(details(retryIn(2, 0))));

            assertThat(outcome.kind()).isEqualTo(Kind.THROTTLED);
            assertThat(outcome.traits()).containsExactly(Trait.FAILURE);
            assertThat(outcome.hint().delay()).isEqualTo(java.time.Duration.ofSeconds(2));
        }
    }

    /** What the JDK says in a message only. */
    @Nested
    class Errors {

        private static Outcome outcome(Throwable error) {
            return OutcomeClassifier.standard().classify(null, error);
        }

        @Test
        void whetherSomethingWasSentIsInTheMessage() {
            Outcome notSent = Outcome.of(Kind.UNAVAILABLE, Trait.FAILURE, Trait.NOT_EXECUTED);
            Outcome perhapsSent = Outcome.of(Kind.UNAVAILABLE, Trait.FAILURE);

            assertThat(outcome(new java.net.SocketTimeoutException("Connect timed out")))
                    .isEqualTo(notSent);
            assertThat(outcome(new java.net.SocketTimeoutException("failed to connect to x")))
                    .isEqualTo(notSent);
            assertThat(outcome(new java.net.SocketTimeoutException("Read timed out")))
                    .isEqualTo(perhapsSent);
            assertThat(outcome(new java.net.SocketTimeoutException())).isEqualTo(perhapsSent);
            assertThat(outcome(new java.io.InterruptedIOException("timeout"))).isEqualTo(perhapsSent);
            assertThat(outcome(new java.io.InterruptedIOException("it timed out")))
                    .isEqualTo(perhapsSent);
        }

        @Test
        void whatWasGivenUpIsNoFailure() {
            Outcome cancelled = Outcome.of(Kind.CANCELLED);

            assertThat(outcome(new java.io.InterruptedIOException("interrupted")))
                    .isEqualTo(cancelled);
            assertThat(outcome(Status.CANCELLED.asRuntimeException())).isEqualTo(cancelled);
            assertThat(outcome(new StatusException(Status.CANCELLED))).isEqualTo(cancelled);
            assertThat(outcome(Status.UNAVAILABLE.asRuntimeException())).isNotEqualTo(cancelled);
        }

        @Test
        void aCertificateIsNotMadeGoodByAsking() {
            javax.net.ssl.SSLHandshakeException refused = new javax.net.ssl.SSLHandshakeException("?");
            assertThat(outcome(refused).traits()).contains(Trait.NOT_EXECUTED);

            refused.initCause(new java.security.cert.CertificateException());
            assertThat(outcome(refused).kind()).isEqualTo(Kind.UNKNOWN);
        }
    }
}
