package io.github.resilience4j.adaptive.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.springframework.util.FileSystemUtils;

/** Chromium without a window. Where it is not installed tests are skipped, and say so; in CI it must be there. */
final class Browser implements AutoCloseable {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    private final Path profile;
    private final ChromeDriver driver;

    Browser() {
        assumeTrue(
                (Files.exists(CHROMIUM) && Files.exists(DRIVER)) || "true".equals(System.getenv("CI")),
                "skipped: no " + CHROMIUM + " with " + DRIVER);
        try {
            profile = Files.createTempDirectory("chromium");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toString());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--lang=en-GB",
                "--user-data-dir=" + profile);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .build();
        driver = new ChromeDriver(service, options);
    }

    /** A screen so wide, light or dark. */
    void screen(int width, int height, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    void open(String url) {
        driver.get(url);
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    Object script(String script) {
        return driver.executeScript(script);
    }

    /** Whoever has the focus. */
    WebElement active() {
        return driver.switchTo().activeElement();
    }

    /** Until an element with that text is there. */
    void awaitText(String selector, String text) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(textOf(selector)).contains(text));
    }

    private String textOf(String selector) {
        Object text =
                script("return [...document.querySelectorAll('" + selector + "')].map(e => e.innerText).join('|')");
        return String.valueOf(text);
    }

    /** What went wrong on the page: errors, and what its policy has refused. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** The page as far down as it goes, or as far as asked. */
    void screenshot(Path file, int most) {
        Number height = (Number) script("return document.documentElement.scrollHeight");
        Number width = (Number) script("return window.innerWidth");
        Map<String, Object> picture = driver.executeCdpCommand(
                "Page.captureScreenshot",
                Map.of(
                        "format",
                        "png",
                        "captureBeyondViewport",
                        true,
                        "clip",
                        Map.of(
                                "x", 0,
                                "y", 0,
                                "width", width,
                                "height", Math.min(most, height.intValue()),
                                "scale", 1)));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, Base64.getDecoder().decode(String.valueOf(picture.get("data"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
        FileSystemUtils.deleteRecursively(profile.toFile());
    }
}
