package io.github.resilience4j.adaptive.samples.geocode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.samples.geocode.Geocoder.Counts;
import org.junit.jupiter.api.Test;

/** The story in short; judged by what the geocoder counted. */
class GeocodeSampleTest {

    @Test
    void thePoolLosesNoRequestAndTurnsLoseMany() throws InterruptedException {
        Comparison comparison = Comparison.of(Story.ofTwoSeconds());

        assertThat(comparison.pooled().failed()).isZero();
        assertThat(comparison.byTurns().failed()).isGreaterThan(600 / 6);

        // At most what was out when the first answer came; and then pings.
        Counts suspended = comparison.pooled().keys().get("key-5");
        assertThat(suspended).isNotNull();
        assertThat((long) suspended.calls()).isLessThanOrEqualTo(8 + comparison.pings());
        assertThat(comparison.pooled().keys().get(Story.OVER_QUOTA))
                .satisfies(spent -> assertThat(spent.rejected()).isBetween(1, 8));
        assertThat(comparison.table()).anySatisfy(key -> {
            assertThat(key.keyId()).isEqualTo(Story.REINSTATED);
            assertThat(key.state()).isEqualTo("AVAILABLE");
        });

        String report = Report.of(comparison);
        assertThat(report).contains("key-5", "BENCHED AUTH_REJECTED (401)", "BENCHED THROTTLED (429), Retry-After");
        assertThat(Story.keys()).extracting(ApiKey::readSecret).noneMatch(report::contains);
    }
}
