package io.github.resilience4j.adaptive.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.NoAvailableKeyException;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.queue.RetryQueueRegistry;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.spring.actuator.ActuatorApp.Web;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class AdaptiveEndpointTest {

    private static void refuse(ActuatorApp app, String retryAfter) {
        app.tracker()
                .tryAcquire(1)
                .orElseThrow()
                .onResult(ResponseView.of(429, Map.of("Retry-After", List.of(retryAfter)), ""));
    }

    @ParameterizedTest
    @EnumSource
    void allIsReported(Web web) throws Exception {
        try (ActuatorApp app = new ActuatorApp(web, ActuatorApp.EXPOSED)) {
            refuse(app, "63160");
            app.tracker().acquirePermission(1);
            Coalescer<String, String> pages =
                    app.context().getBean(CoalescerRegistry.class).coalescer("pages");
            pages.get("a", () -> "value");
            pages.get("a", () -> "value");
            app.context()
                    .getBean(RetryQueueRegistry.class)
                    .<String>queue("orders")
                    .submit("customer-1", "order-1");

            Map<String, Object> report = app.json("");

            assertThat(report).containsEntry("application", "shop").containsEntry("writable", false);
            assertThat(report.get("limiters"))
                    .asInstanceOf(list(Map.class))
                    .singleElement()
                    .satisfies(limiter -> {
                        assertThat(limiter.get("name")).isEqualTo("tracker");
                        assertThat(limiter.get("state")).isEqualTo("PAUSED");
                        assertThat(limiter.get("reason")).isEqualTo("RETRY_AFTER");
                        assertThat(((Number) limiter.get("pauseRemainingMillis")).longValue())
                                .isBetween(63_000_000L, 63_160_000L);
                        assertThat(limiter.get("lastSuccessAt")).isNull();
                        assertThat(limiter.get("rejectedCalls")).isEqualTo(1);
                        assertThat(limiter.get("refreshPeriodMillis")).isEqualTo(60_000);
                        assertThat(((Map<?, ?>) limiter.get("evidence")).get("rows"))
                                .asInstanceOf(list(Map.class))
                                .hasSize(7);
                    });
            assertThat(report.get("sections"))
                    .asInstanceOf(list(Map.class))
                    .extracting(section -> section.get("id"))
                    .containsExactly("coalescers", "keys", "queues");
            assertThat(app.get("").body()).contains("\"saved\":0.5", "\"key\":\"key-1\"", "\"state\":\"AVAILABLE\"");
            assertThat(app.get("").body())
                    .contains("\"name\":\"orders\"", "\"submitted\":1")
                    .doesNotContain("order-1");
        }
    }

    @Test
    void keyedLimitersAreCountedAndTheWorstAreShown() throws Exception {
        try (ActuatorApp app =
                new ActuatorApp(Web.MVC, ActuatorApp.EXPOSED, "resilience4j.adaptive.actuator.max-keys=2")) {
            for (String key : List.of("a", "b", "c")) {
                app.limiters().forKey("tenants", key).acquirePermission(1);
            }
            app.limiters().forKey("tenants", "c").stop("does not pay");

            assertThat(app.json("").get("keyed"))
                    .asInstanceOf(list(Map.class))
                    .singleElement()
                    .satisfies(keyed -> {
                        assertThat(keyed.get("name")).isEqualTo("tenants");
                        assertThat(keyed.get("keys")).isEqualTo(3);
                        assertThat(keyed.get("shown"))
                                .asInstanceOf(list(Map.class))
                                .extracting(each -> each.get("name"))
                                .containsExactly("c", "a");
                    });
        }
    }

    @Test
    void noSecretIsAnywhere() throws Exception {
        try (ActuatorApp app = new ActuatorApp(Web.MVC, ActuatorApp.EXPOSED)) {
            ApiKeyPool maps = app.pools().find("maps").orElseThrow();
            Throwable own = catchThrowable(() -> maps.execute(lease -> {
                throw new IllegalStateException("with " + lease.secret());
            }));
            Throwable dead = catchThrowable(
                    () -> maps.execute(lease -> ResponseView.of(401, Map.of(), "no such key: " + lease.secret())));
            assertThat(own).isInstanceOf(IllegalStateException.class);
            assertThat(dead).isInstanceOf(NoAvailableKeyException.class);

            for (String path : List.of("", "/events", "/history")) {
                assertThat(app.get(path).body()).doesNotContain(ActuatorApp.secret());
            }
            assertThat(app.get("/events").body()).contains("key benched", "key-1");
            assertThat(app.get("").body()).contains("BENCHED");
        }
    }

    @Test
    void readingChangesNothing() throws Exception {
        try (ActuatorApp app = new ActuatorApp(Web.MVC, ActuatorApp.EXPOSED)) {
            app.tracker().acquirePermission(1);
            var before = app.tracker().snapshot();
            int keys = app.limiters().keyedRateLimiters("tenants").size();
            for (int i = 0; i < 20; i++) {
                for (String path : List.of("", "/events", "/history", "/history/3", "/dashboard")) {
                    assertThat(app.get(path).statusCode()).isEqualTo(200);
                }
            }
            assertThat(app.tracker().snapshot()).isEqualTo(before);
            assertThat(app.limiters().keyedRateLimiters("tenants")).hasSize(keys);
            assertThat(app.limiters().getAllRateLimiters()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MVC", "WEBFLUX"})
    void withoutWriteAccessNobodyStopsAnything(Web web) throws Exception {
        try (ActuatorApp app = new ActuatorApp(web, ActuatorApp.EXPOSED)) {
            assertThat(app.command("limiter", "tracker", "action", "stop", "reason", "test")
                            .statusCode())
                    .isEqualTo(405);
            assertThat(app.tracker().snapshot().state()).isEqualTo(State.RUNNING);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MVC", "WEBFLUX"})
    void withWriteAccessAPersonStopsPausesAndResumes(Web web) throws Exception {
        try (ActuatorApp app = new ActuatorApp(web, ActuatorApp.EXPOSED, ActuatorApp.WRITABLE)) {
            assertThat(app.json("")).containsEntry("writable", true);

            HttpResponse<String> stopped =
                    app.command("limiter", "tracker", "action", "stop", "reason", "they are moving house");
            assertThat(stopped.statusCode()).isEqualTo(200);
            assertThat(stopped.body()).contains("\"state\":\"STOPPED\"", "they are moving house");
            assertThat(app.tracker().snapshot().stopReason()).isEqualTo("they are moving house");

            app.command("limiter", "tracker", "action", "resume");
            assertThat(app.tracker().snapshot().state()).isEqualTo(State.RUNNING);

            app.command("limiter", "tracker", "action", "pause", "duration", "2h");
            assertThat(app.tracker().snapshot().pauseRemaining())
                    .isBetween(Duration.ofMinutes(119), Duration.ofMinutes(120));
        }
    }

    @Test
    void theLimiterOfAKeyIsStoppedByItsKey() throws Exception {
        try (ActuatorApp app = new ActuatorApp(Web.MVC, ActuatorApp.EXPOSED, ActuatorApp.WRITABLE)) {
            app.limiters().forKey("tenants", "a/b").acquirePermission(1);

            app.command("limiter", "tenants", "key", "a/b", "action", "stop", "reason", "test");

            assertThat(app.limiters().forKey("tenants", "a/b").snapshot().state())
                    .isEqualTo(State.STOPPED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MVC", "WEBFLUX"})
    void whatMakesNoSenseIsRefusedAndNamed(Web web) throws Exception {
        try (ActuatorApp app = new ActuatorApp(web, ActuatorApp.EXPOSED, ActuatorApp.WRITABLE)) {
            assertRefused(app.command("action", "stop"), 400, "limiter is missing");
            assertRefused(app.command("limiter", "tracker"), 400, "action is missing");
            assertRefused(app.command("limiter", "tracker", "action", "stop"), 400, "reason is missing");
            assertRefused(app.command("limiter", "tracker", "action", "stop", "reason", " "), 400, "reason is missing");
            assertRefused(
                    app.command("limiter", "tracker", "action", "stop", "reason", "x".repeat(201)),
                    400,
                    "reason has 201 characters: 200 are the most");
            assertRefused(
                    app.command("limiter", "tracker", "action", "halt"),
                    400,
                    "action is 'halt': it must be stop, pause or resume");
            assertRefused(app.command("limiter", "tracker", "action", "pause"), 400, "duration is missing");
            for (String duration : List.of("90", "+90", "0s", "-5m", "soon", "999999999999d")) {
                assertRefused(
                        app.command("limiter", "tracker", "action", "pause", "duration", duration),
                        400,
                        "duration is '" + duration + "': it must be above 0 and have a unit");
            }
            assertRefused(
                    app.command("limiter", "trakcer", "action", "resume"),
                    404,
                    "limiter is 'trakcer': there is none of that name");
            assertRefused(
                    app.command("limiter", "tracker", "key", "a", "action", "resume"), 404, "key is 'a': limiter");
            assertThat(app.tracker().snapshot().state()).isEqualTo(State.RUNNING);
            assertThat(app.limiters().getAllRateLimiters()).hasSize(1);
            assertThat(app.limiters().getKeyedNames()).isEmpty();
        }
    }

    private static void assertRefused(HttpResponse<String> answer, int status, String error) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains("\"error\":\"" + error).doesNotContain("Exception", "trace", "\\tat ");
    }

    @Test
    void aClosedLimiterIsNotResumed() throws Exception {
        try (ActuatorApp app = new ActuatorApp(Web.MVC, ActuatorApp.EXPOSED, ActuatorApp.WRITABLE)) {
            app.tracker().close();

            assertRefused(app.command("limiter", "tracker", "action", "resume"), 409, "limiter 'tracker' is closed");
        }
    }

    /** Boot would take the values from the address, and no browser asks before it sends one of these elsewhere. */
    @ParameterizedTest
    @EnumSource
    void noOtherSiteCanSendACommand(Web web) throws Exception {
        String query = "?limiter=tracker&action=stop&reason=forged";
        try (ActuatorApp app = new ActuatorApp(web, ActuatorApp.EXPOSED, ActuatorApp.WRITABLE)) {
            for (String path : List.of("", "/", "/../%61daptive", ";a=b")) {
                for (String type :
                        List.of("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data")) {
                    app.post(path + query, type, "");
                    app.post(path + query, type, "{\"limiter\":\"tracker\",\"action\":\"stop\",\"reason\":\"forged\"}");
                }
            }
            assertThat(app.post(query, "", "").statusCode()).isEqualTo(415);
            assertThat(app.post("/../%61daptive" + query, "", "").statusCode()).isEqualTo(415);
            assertThat(app.tracker().snapshot().state()).isEqualTo(State.RUNNING);
        }
    }

    @ParameterizedTest
    @EnumSource
    void thePageComesWithAllItNeedsAndAStrictPolicy(Web web) throws Exception {
        try (ActuatorApp app = new ActuatorApp(web, ActuatorApp.EXPOSED)) {
            HttpResponse<String> page = app.get("/dashboard");

            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
            assertThat(page.headers().firstValue("Content-Security-Policy"))
                    .contains(PagePolicy.CONTENT_SECURITY)
                    .hasValueSatisfying(policy -> assertThat(policy)
                            .contains("default-src 'none'", "script-src 'self'")
                            .doesNotContain("unsafe"));
            assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(page.body())
                    .as("the page says itself what the header says, but for frames")
                    .contains(PagePolicy.CONTENT_SECURITY.replace("; frame-ancestors 'none'", ""))
                    .doesNotContain("http://", "https://", "style=", "onclick");
            for (String file : List.of("dashboard.css", "uPlot.min.css")) {
                assertThat(app.get("/" + file)
                                .headers()
                                .firstValue("Content-Type")
                                .orElseThrow())
                        .startsWith("text/css");
            }
            for (String file : List.of("dashboard.js", "charts.js", "words.js", "uPlot.iife.min.js")) {
                HttpResponse<String> script = app.get("/" + file);
                assertThat(script.statusCode()).as(file).isEqualTo(200);
                assertThat(script.headers().firstValue("Content-Type").orElseThrow())
                        .startsWith("text/javascript");
            }
        }
    }

    @Test
    void nothingElseIsThere() throws Exception {
        try (ActuatorApp app = new ActuatorApp(Web.MVC, ActuatorApp.EXPOSED)) {
            for (String path : List.of(
                    "/nothing", "/dashboard/more", "/dashboard.html", "/LICENSE", "/history/1/2", "/events/1")) {
                assertThat(app.get(path).statusCode()).as(path).isEqualTo(404);
            }
            assertRefused(app.get("/history/now"), 400, "'now' is no number of a sample");
        }
    }

    @Test
    void whoWasTurnedAwayAndWhenIsRemembered() throws Exception {
        try (ActuatorApp app = new ActuatorApp(Web.MVC, ActuatorApp.EXPOSED)) {
            refuse(app, "63160");
            for (int i = 0; i < 568; i++) {
                app.tracker().acquirePermission(1, Duration.ZERO);
            }

            assertThat(app.json("/events").get("events"))
                    .asInstanceOf(list(Map.class))
                    .extracting(event -> event.get("what") + " " + event.get("count"))
                    .containsExactly("turned away 568", "paused 1", "limit cut 1", "refused by the server 1");
            assertThat(app.get("/events").body()).contains("it asked to wait 17 h 32 min", "80 → 38.8");
        }
    }

    @Test
    void limitersThatComeLaterAreListenedToAndRemovedOnesAreNot() throws Exception {
        try (ActuatorApp app = new ActuatorApp(Web.MVC, ActuatorApp.EXPOSED)) {
            var later = app.limiters().rateLimiter("later");
            later.stop("heard");
            app.limiters().remove("later");
            later.resume();

            assertThat(app.get("/events").body()).contains("heard").doesNotContain("resumed");
        }
    }

    @Test
    void withNoRoomForEventsNobodyListens() throws Exception {
        try (ActuatorApp app =
                new ActuatorApp(Web.MVC, ActuatorApp.EXPOSED, "resilience4j.adaptive.actuator.events.size=0")) {
            app.tracker().stop("unheard");

            assertThat(app.get("/events").body()).isEqualTo("{\"events\":[]}");
        }
    }

    @Test
    void whereItIsNotExposedNothingRuns() {
        try (ActuatorApp app = new ActuatorApp(Web.MVC)) {
            assertThat(app.context().getBeansOfType(AdaptiveEndpoint.class)).isEmpty();
            assertThat(app.context().getBeansOfType(EventListening.class)).isEmpty();
            assertThat(app.context().getBeansOfType(LimiterHistory.class)).isEmpty();
            assertThat(app.context().getBeansOfType(MvcPageFilter.class)).isEmpty();
        }
    }
}
