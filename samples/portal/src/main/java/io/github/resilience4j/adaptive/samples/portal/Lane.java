package io.github.resilience4j.adaptive.samples.portal;

import java.net.http.HttpResponse;
import java.util.concurrent.Callable;

/** A way to the upstream. */
@FunctionalInterface
interface Lane {

    /** At once, whatever the upstream has said. */
    Lane UNPROTECTED = Callable::call;

    HttpResponse<String> send(Callable<HttpResponse<String>> call) throws Exception;
}
