package io.github.resilience4j.adaptive.samples.portal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The story over real HTTP, five times as fast. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PortalSampleTest {

    private final List<String> progress = new CopyOnWriteArrayList<>();
    private Story story;
    private Figures shared;
    private Figures limiter;
    private Figures unprotected;
    private String table;

    @BeforeAll
    void play() throws InterruptedException {
        warmUp();
        try (ConfigurableApplicationContext app = SpringApplication.run(PortalSample.class, Speed.FIVE_TIMES)) {
            story = app.getBean(Story.class);
            Comparison comparison = app.getBean(Show.class).play(progress::add);
            shared = comparison.shared();
            limiter = comparison.limiter();
            unprotected = comparison.unprotected();
            table = Report.table(comparison);
        }
    }

    /** Classes are loaded now, and not while a page waits for them. */
    private static void warmUp() throws InterruptedException {
        try (ConfigurableApplicationContext app = SpringApplication.run(PortalSample.class, Speed.SIXTY_TIMES)) {
            app.getBean(Show.class).play(line -> {});
        }
    }

    @Test
    void nobodyBehindTheLimiterIsShownAnError() {
        assertThat(limiter.pages()).as(table).isNotEmpty().allMatch(Page::complete);
        assertThat(limiter.errorsShown()).as(table).isZero();
        assertThat(limiter.worstPageTime()).as(table).isLessThan(story.patience());
    }

    @Test
    void nothingBehindTheLimiterIsSentInAPause() {
        assertThat(limiter.upstream().inPause()).as(table).isZero();
    }

    @Test
    void theHiddenLimitIsFoundInThreeCongestionEventsAtMost() {
        assertThat(limiter.congestionEvents().orElseThrow()).as(table).isBetween(1L, 3L);
        assertThat(limiter.limits().get(limiter.limits().size() - 1))
                .as(table)
                .isLessThanOrEqualTo(story.configuredLimit() / 2.0);
    }

    @Test
    void pollsGetWhatPeopleLeaveThem() {
        assertThat(limiter.freshPieces()).as(table).isPositive();
        assertThat(limiter.keptPieces()).as(table).isPositive();
    }

    @Test
    void withSharedAnswersTheUpstreamHardlyNoticesAndNobodyIsRefused() {
        assertThat(shared.upstream().calls()).as(table).isLessThanOrEqualTo(16);
        assertThat(shared.upstream().refused()).as(table).isZero();
        assertThat(shared.errorsShown()).as(table).isZero();
        assertThat(shared.keptPieces()).as(table).isZero();
    }

    @Test
    void unprotectedItKnocksOnAClosedDoorAndShowsErrors() {
        assertThat(unprotected.upstream().refused()).as(table).isGreaterThan(24);
        assertThat(unprotected.upstream().inPause()).as(table).isPositive();
        assertThat(unprotected.errorsShown()).as(table).isPositive();
    }

    @Test
    void itIsToldWhileItHappensAndInOneTable() {
        assertThat(progress).isNotEmpty();
        assertThat(table.lines()).hasSize(9);
    }
}
