package io.github.resilience4j.adaptive.samples.portal;

import io.github.resilience4j.adaptive.spring.polling.Polling;
import java.util.List;
import org.springframework.stereotype.Component;

/** Tabs that stay open. Where polling is switched off they stay as they are. */
@Component
class OpenTabs {

    /** All fragments of a tab ask for news. */
    @Polling
    public void refresh(List<Fragment> fragments) {
        fragments.forEach(Fragment::refresh);
    }
}
