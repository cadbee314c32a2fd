package io.github.resilience4j.adaptive.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.spring.actuator.ActuatorApp.Web;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page in a real browser. Its pictures are kept in {@code target/screenshots}. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardTest {

    private static final Path PICTURES = Path.of("target/screenshots");

    private static final String[] SCENE = Stream.concat(
                    Stream.of(ActuatorApp.EXPOSED, "resilience4j.adaptive.actuator.history.interval=1d"),
                    IntStream.rangeClosed(2, 6)
                            .mapToObj(key -> "resilience4j.adaptive.keypool.instances.maps.keys.key-" + key
                                    + ".secret=secret-number-" + key))
            .toArray(String[]::new);

    private Browser browser;
    private ActuatorApp readable;
    private ActuatorApp writable;

    @BeforeAll
    void start() {
        browser = new Browser();
        readable = new ActuatorApp(DashboardScene.class, Web.MVC, SCENE);
        DashboardScene.play(readable);
        writable = new ActuatorApp(Web.WEBFLUX, ActuatorApp.EXPOSED, ActuatorApp.WRITABLE);
    }

    @AfterAll
    void stop() {
        Stream.of(writable, readable, browser).forEach(each -> {
            try {
                if (each != null) {
                    each.close();
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private void open(ActuatorApp app, int width, String scheme) {
        browser.screen(width, 900, scheme);
        browser.complaints();
        browser.open(app.url() + "/dashboard");
        browser.awaitText("#updated", "live");
    }

    private static String card(String name) {
        return "article[data-name=" + name + "]";
    }

    @Test
    void whatHoldsCallsBackIsSeenAtOnce() {
        open(readable, 1240, "light");

        browser.awaitText("#summary", "2 of 3 hold calls back: invoices (stopped), subscriptions (paused).");
        assertThat(browser.find(card("subscriptions")).getText())
                .contains("Paused", "17 h", "the server asked for it (Retry-After)")
                .contains("The server takes 19 in 1 s");
        assertThat(browser.find(card("invoices")).getText())
                .contains("Stopped", "by a person: their database moves until the evening, says Ines");
        assertThat(browser.find(card("subscriptions") + " dl div:first-child").getText())
                .matches("(?s)Last success\\s.* min .*ago");
        assertThat(browser.find("#away").getText()).contains("subscriptions", "RETRY_AFTER");
        assertThat(browser.find("#section-1").getText()).contains("key-2", "Benched", "AUTH_REJECTED");
        assertThat(browser.find("#section-0").getText()).contains("pages", "94 %");
        assertThat(browser.find("#keyed").getText()).contains("globex", "Paused", "42 min");
        assertThat(browser.all(".hands button").stream().filter(WebElement::isDisplayed))
                .as("buttons without write access")
                .isEmpty();
    }

    @Test
    void thePageIsQuietAndNothingComesFromElsewhere() {
        open(readable, 1240, "light");

        assertThat(browser.all(".chart canvas")).hasSize(3);
        assertThat(browser.complaints()).isEmpty();
        assertThat(
                        browser.script(
                                "return performance.getEntriesByType('resource')"
                                        + ".filter(each => !each.name.startsWith(location.origin) && !each.name.startsWith('data:')).length"))
                .isEqualTo(0L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void itIsDrawnInBothSchemes(String scheme) {
        open(readable, 1240, scheme);

        browser.screenshot(PICTURES.resolve("dashboard-" + scheme + ".png"), 3000);
        if (Boolean.getBoolean("screenshots.write") && "light".equals(scheme)) {
            browser.screenshot(images().resolve("dashboard.png"), 1000);
        }
        assertThat(browser.script("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("light".equals(scheme) ? "rgb(246, 247, 249)" : "rgb(15, 20, 26)");
    }

    @Test
    void itFitsAPhone() {
        open(readable, 360, "dark");

        browser.screenshot(PICTURES.resolve("dashboard-phone.png"), 4000);
        if (Boolean.getBoolean("screenshots.write")) {
            browser.screenshot(images().resolve("dashboard-phone.png"), 900);
        }
        assertThat(((Number) browser.script("return document.documentElement.scrollWidth")).intValue())
                .isLessThanOrEqualTo(360);
    }

    @Test
    void whoDoesNotSeeTheChartHasItInWordsAndAsATable() {
        open(readable, 1240, "light");

        assertThat(browser.find(card("subscriptions") + " .chart").getAttribute("aria-label"))
                .matches(
                        "Limit of subscriptions in the last 39 min 55 s: between .* and 300, now .* calls turned away");
        browser.find(card("subscriptions") + " .as-table summary").sendKeys(Keys.ENTER);
        browser.awaitText(".as-table[open] thead", "Configured");
        assertThat(browser.find(card("subscriptions") + " .as-table").getText()).contains("Paused", "300");
    }

    @Test
    void everythingHasANameAndAPlace() {
        open(readable, 1240, "light");

        assertThat(browser.script("return [...document.querySelectorAll('button, summary')].filter(each => "
                        + "each.checkVisibility() && !each.innerText && !each.getAttribute('aria-label')).length"))
                .as("controls without a name")
                .isEqualTo(0L);
        assertThat(browser.script("return [...document.querySelectorAll('th')].filter(each => !each.scope).length"))
                .isEqualTo(0L);
        assertThat(browser.script("return [...document.querySelectorAll('section')].filter(each => "
                        + "!document.getElementById(each.getAttribute('aria-labelledby'))).length"))
                .isEqualTo(0L);
        assertThat(browser.script("return document.querySelectorAll('h1').length"))
                .isEqualTo(1L);
        assertThat(browser.script("const ids = [...document.querySelectorAll('[id]')].map(each => each.id);"
                        + "return ids.length - new Set(ids).size"))
                .as("ids given twice")
                .isEqualTo(0L);
    }

    @Test
    void scriptInNamesKeysAndReasonsIsText() throws Exception {
        String script = DashboardScene.SCRIPT;
        try (ActuatorApp app = new ActuatorApp(Web.MVC, ActuatorApp.EXPOSED, ActuatorApp.WRITABLE)) {
            app.limiters().rateLimiter(script).stop(script);
            app.limiters().forKey(script, script).stop(script);
            app.pools().keyPool(script, List.of(ApiKey.of(script, "a-secret-of-it")));
            app.context().getBean(CoalescerRegistry.class).coalescer(script);
            open(app, 1240, "light");
            browser.awaitText("h3", script);
            browser.find("[data-state=STOPPED] [data-action=resume]").click();
            browser.awaitText("#ask-title", script);

            assertThat(browser.find("[data-state=STOPPED] .why").getText()).isEqualTo("by a person: " + script);
            assertThat(browser.find("#sections").getText()).contains(script);
            assertThat(browser.find("#keyed").getText()).contains(script);
            assertThat(browser.find("#events").getText()).contains(script);
            assertThat(browser.script("return typeof window.hacked")).isEqualTo("undefined");
            assertThat(browser.all("main img, main script")).isEmpty();
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void aPersonStopsAndResumesWithTheKeyboardAlone() {
        open(writable, 1240, "light");

        browser.find(card("tracker") + " [data-action=stop]").sendKeys(Keys.ENTER);
        assertThat(browser.active().getAttribute("name")).isEqualTo("reason");
        browser.active().sendKeys(Keys.ENTER);
        browser.awaitText("#ask-error", "reason is missing");
        browser.active().sendKeys("a test by keyboard", Keys.ENTER);
        browser.awaitText(card("tracker") + " .badge", "Stopped");
        assertThat(writable.tracker().snapshot().stopReason()).isEqualTo("a test by keyboard");
        browser.screenshot(PICTURES.resolve("dashboard-writable.png"), 1200);

        browser.find(card("tracker") + " [data-action=resume]").sendKeys(Keys.ENTER);
        browser.active().sendKeys(Keys.ENTER);
        browser.awaitText(card("tracker") + " .badge", "Running");
        assertThat(writable.tracker().snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(browser.find("#events").getText()).contains("a test by keyboard", "resumed");
    }

    @Test
    void whenTheApplicationIsGoneItSaysSo() {
        try (ActuatorApp app = new ActuatorApp(Web.MVC, ActuatorApp.EXPOSED)) {
            open(app, 1240, "light");
        }
        browser.awaitText("#trouble", "Nothing could be read");
    }

    @Test
    void lookingChangesNothing() {
        var before = readable.limiters().rateLimiter("subscriptions").snapshot();
        long keys = readable.limiters().keyedRateLimiters("tenants").size();
        open(readable, 1240, "light");
        browser.awaitText("#events", "stopped");

        assertThat(readable.limiters().rateLimiter("subscriptions").snapshot()).isEqualTo(before);
        assertThat(readable.limiters().keyedRateLimiters("tenants")).hasSize((int) keys);
    }

    /** This runs in two modules, one below the other. */
    private static Path images() {
        for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            if (Files.exists(dir.resolve("docs/spring-boot.md"))) {
                return dir.resolve("docs/images");
            }
        }
        throw new AssertionError("no pages");
    }
}
