package io.github.resilience4j.adaptive.client.okhttp;

import io.github.resilience4j.adaptive.client.internal.ProblemDetails;
import java.io.IOException;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;

/** Reads a problem detail in advance, so that a refusal of our own side one hop away is known as one. */
final class Problems {

    private Problems() {}

    /** The same answer, to be read by the caller as ever; a problem that is not too long is in memory. */
    static Response inMemory(Response response) throws IOException {
        if (!ProblemDetails.isOne(response.code(), response.header("Content-Type"))) {
            return response;
        }
        ResponseBody body = response.body();
        BufferedSource source = body.source();
        Buffer whole = new Buffer();
        try {
            if (source.request(ProblemDetails.BOUND + 1)) {
                return response;
            }
            whole.writeAll(source);
        } catch (IOException e) {
            response.close();
            throw e;
        }
        body.close();
        return response.newBuilder()
                .body(ResponseBody.create(whole, body.contentType(), whole.size()))
                .build();
    }
}
