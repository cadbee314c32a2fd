package io.github.resilience4j.adaptive.samples.portal;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What happens to a portal. Its page is opened by people again and again, and stays open in tabs whose fragments refresh
 * themselves.
 *
 * @param slots how many slots the upstream has; a page is one call more
 * @param hiddenLimit calls the upstream takes in a window, and tells nobody
 * @param window its fixed window
 * @param configuredLimit what the limiter is told instead, for a period as long
 * @param pageEvery how often somebody opens a page
 * @param patience how long people wait for it
 * @param tabs how many tabs stay open
 * @param fragments how many fragments there are in each
 * @param refreshEvery how often they refresh themselves
 * @param length how long it goes on
 */
@ConfigurationProperties("portal")
record Story(
        int slots,
        int hiddenLimit,
        Duration window,
        int configuredLimit,
        Duration pageEvery,
        Duration patience,
        int tabs,
        int fragments,
        Duration refreshEvery,
        Duration length) {

    /** The calls that a page takes. */
    int pieces() {
        return 1 + slots;
    }

    /** When somebody opens a page for the first time. */
    Duration firstPage() {
        return pageEvery.dividedBy(4);
    }

    /** When a tab refreshes for the first time: they were not opened at the same moment. */
    Duration firstRefresh(int tab) {
        return refreshEvery.multipliedBy(tab).dividedBy(tabs);
    }
}
