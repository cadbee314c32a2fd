package io.github.resilience4j.adaptive.samples.portal;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * The portal in a browser. Whoever is turned away by the limiter, and not by the upstream, is answered 503 with Retry-After:
 * no line here is about that.
 */
@RestController
class PortalPages {

    private final PatientTracker tracker;
    private final Show show;

    PortalPages(PatientTracker tracker, Show show) {
        this.tracker = tracker;
        this.show = show;
    }

    /** What the page at / shows. */
    @GetMapping("/status")
    List<Status> status() {
        return show.status();
    }

    /** Which slots there are. */
    @GetMapping("/slots")
    String slots() {
        return tracker.list();
    }

    /** What is in one. */
    @GetMapping("/slots/{slot}")
    String slot(@PathVariable("slot") int slot) {
        return tracker.slot(Upstream.LIST + "/" + slot);
    }
}
