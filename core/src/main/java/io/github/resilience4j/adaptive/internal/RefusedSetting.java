package io.github.resilience4j.adaptive.internal;

import org.jspecify.annotations.Nullable;

/** A setting out of range, told in parts for whoever knows by another name where it was set: in a property, say. */
public final class RefusedSetting extends IllegalArgumentException {

    private final String setting;
    private final String range;

    RefusedSetting(String setting, @Nullable Object value, String range) {
        super(setting + " is " + value + ", it must be " + range);
        this.setting = setting;
        this.range = range;
    }

    /** {@return its name in the builder} */
    public String setting() {
        return setting;
    }

    /** {@return what it must be} */
    public String range() {
        return range;
    }
}
