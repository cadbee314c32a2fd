package io.github.resilience4j.adaptive.spring.internal;

import java.util.Set;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * Which values nobody may read: of key pools all that is not known to be harmless, since a typing error in a name must not
 * show the secret behind it.
 */
public final class SecretProperties {

    /** What is shown instead, as Boot's actuator does. */
    public static final String HIDDEN = "******";

    private static final ConfigurationPropertyName POOLS =
            ConfigurationPropertyName.of(PropertiesCheck.ROOT + ".keypool");
    private static final Set<String> HARMLESS_OF_A_KEY = Set.of("secretsupplier", "quotagroup", "weight");
    private static final Set<String> HARMLESS = Set.of(
            "authbench",
            "baseconfig",
            "benchstore",
            "enabled",
            "limiterconfig",
            "maxbench",
            "onallbenched",
            "onlykeybench",
            "pinginterval",
            "pingjitter",
            "quotabench",
            "throttlebench",
            "waitupto",
            "writablestacktraceenabled");

    private SecretProperties() {}

    /** {@return whether the value of a property is hidden} */
    public static boolean isHidden(ConfigurationPropertyName name) {
        if (!POOLS.isAncestorOf(name)) {
            return false;
        }
        int last = name.getNumberOfElements() - 1;
        String setting = name.getElement(last, Form.UNIFORM);
        for (int i = POOLS.getNumberOfElements(); i <= last; i++) {
            if (name.getElement(i, Form.UNIFORM).equals("keys")) {
                return last != i + 2 || !HARMLESS_OF_A_KEY.contains(setting);
            }
        }
        return !HARMLESS.contains(setting) && !isTag(name, last - POOLS.getNumberOfElements());
    }

    /** Of all pools, or of an instance or config: either may be called "tags" itself. */
    private static boolean isTag(ConfigurationPropertyName name, int depth) {
        return (depth == 1 || depth == 3)
                && name.getElement(name.getNumberOfElements() - 2, Form.UNIFORM).equals("tags");
    }
}
