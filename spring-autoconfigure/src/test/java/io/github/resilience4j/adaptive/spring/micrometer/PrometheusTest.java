package io.github.resilience4j.adaptive.spring.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** What Prometheus gets from an application, and what dashboard and alarms ask it for. */
@Timeout(120)
class PrometheusTest {

    private static final Pattern METRIC = Pattern.compile("resilience4j_adaptive_\\w+");
    private static final Pattern LABEL = Pattern.compile("\\{\\{(\\w+)}}|(\\w+)(?:=~|=|!=)\"");
    private static String scraped;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {}

    @BeforeAll
    static void scrape() throws Exception {
        try (ConfigurableApplicationContext app = new SpringApplicationBuilder(App.class)
                .web(WebApplicationType.SERVLET)
                .properties("server.port=0", "server.shutdown=immediate", "spring.main.banner-mode=off")
                .properties("logging.level.root=off", "management.endpoints.web.exposure.include=prometheus")
                .properties("resilience4j.adaptive.ratelimiter.instances.tracker.limit-for-period=80")
                .properties("resilience4j.adaptive.coalescer.instances.pages.max-age=1m")
                .properties("resilience4j.adaptive.keypool.instances.maps.keys.key-1.secret=abcdefgh")
                .properties("resilience4j.adaptive.queue.instances.orders.max-attempts=3")
                .run()) {
            AdaptiveRateLimiter tracker =
                    app.getBean(AdaptiveRateLimiterRegistry.class).rateLimiter("tracker");
            tracker.executeSupplier(() -> "fine");
            tracker.acquire(1, Duration.ofSeconds(30))
                    .orElseThrow()
                    .onResult(ResponseView.of(429, Map.of("Retry-After", List.of("600")), ""));
            tracker.acquirePermission(1);
            app.getBean(CoalescerRegistry.class).coalescer("pages").get("a", () -> "page");
            URI address = URI.create("http://127.0.0.1:" + app.getEnvironment().getProperty("local.server.port")
                    + "/actuator/prometheus");
            scraped = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void limitersAreScrapedWithNamesDescriptionsAndUnits() {
        assertThat(scraped.lines())
                .contains("# TYPE resilience4j_adaptive_ratelimiter_limit gauge")
                .contains("# HELP resilience4j_adaptive_ratelimiter_limit "
                        + "The limit in force, in permits per refresh period")
                .contains("resilience4j_adaptive_ratelimiter_configured_limit{name=\"tracker\"} 80.0")
                .contains("resilience4j_adaptive_ratelimiter_state{name=\"tracker\",state=\"paused\"} 1.0")
                .contains("# TYPE resilience4j_adaptive_ratelimiter_throttled_calls_total counter")
                .contains("resilience4j_adaptive_ratelimiter_throttled_calls_total{name=\"tracker\"} 1.0")
                .contains("resilience4j_adaptive_ratelimiter_rejected_calls_total{name=\"tracker\"} 1.0")
                .contains("resilience4j_adaptive_ratelimiter_pauses_total{name=\"tracker\",reason=\"retry_after\"} 1.0")
                .anyMatch(line ->
                        line.startsWith("resilience4j_adaptive_ratelimiter_pause_remaining_seconds{name=\"tracker\"}"))
                .anyMatch(line -> line.startsWith(
                        "resilience4j_adaptive_ratelimiter_waiting_time_seconds_bucket{name=\"tracker\",le=\"0.01\"}"));
        assertThat(scraped).doesNotContain("abcdefgh");
    }

    @Test
    void everyMeterOfOursIsDescribed() {
        Set<String> described = scraped.lines()
                .filter(line -> line.matches("# HELP resilience4j_adaptive_\\S+ \\S.*"))
                .map(line -> line.replaceAll("# \\w+ (\\S+) .*", "$1"))
                .collect(Collectors.toSet());
        Set<String> typed = scraped.lines()
                .filter(line -> line.startsWith("# TYPE resilience4j_adaptive_"))
                .map(line -> line.replaceAll("# \\w+ (\\S+) .*", "$1"))
                .filter(name -> !name.endsWith("_max"))
                .collect(Collectors.toSet());
        assertThat(typed).hasSizeGreaterThan(25);
        assertThat(described).containsAll(typed);
    }

    @Test
    void grafanaReadsTheDashboard() throws IOException {
        assertThat(JsonParserFactory.getJsonParser().parseMap(dashboard())).containsKeys("title", "panels");
    }

    @Test
    void dashboardAndAlarmsAskOnlyForWhatIsThere() throws IOException {
        assertThat(names(METRIC, dashboard())).hasSizeGreaterThan(20);
        assertThat(names(METRIC, alarms())).hasSizeGreaterThan(15);
        assertThat(names(METRIC, scraped)).containsAll(names(METRIC, dashboard() + alarms()));
    }

    @Test
    void dashboardAndAlarmsUseOnlyLabelsThatAreThere() throws IOException {
        Set<String> labels = new TreeSet<>();
        LABEL.matcher(dashboard().replace("\\\"", "\"") + alarms()).results().forEach(match -> {
            String label = match.group(1) == null ? match.group(2) : match.group(1);
            labels.add(label);
        });

        assertThat(labels).isSubsetOf("name", "state", "reason", "key", "le", "__name__");
    }

    private static String dashboard() throws IOException {
        return Files.readString(page("docs/grafana/resilience4j-adaptive.json"));
    }

    private static String alarms() throws IOException {
        return Files.readString(page("docs/grafana/alerts.yml"));
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** This runs in two modules, one below the other. */
    private static Path page(String name) {
        for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            Path page = dir.resolve(name);
            if (Files.exists(page)) {
                return page;
            }
        }
        throw new AssertionError("no " + name);
    }
}
