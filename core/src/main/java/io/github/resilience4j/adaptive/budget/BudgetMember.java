package io.github.resilience4j.adaptive.budget;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One limiter that draws from a shared budget.
 *
 * @param budget the name of the budget
 * @param instance a name that no other member has
 * @param settings what this member was told about the budget; those of the highest version count for all
 * @param version of the settings, 0 to 2^52: to be raised with every change that shall reach all
 * @param group members that are capped together; empty for none
 * @param groupShare the part of the rate and of the burst that the group may use, in (0, 1]
 * @param lastSeen where this member last saw the budget stand; null before it ever did
 * @since 0.1
 */
public record BudgetMember(
        String budget,
        String instance,
        BudgetSettings settings,
        long version,
        String group,
        double groupShare,
        @Nullable BudgetStanding lastSeen) {

    /**
     * Checks them.
     *
     * @throws IllegalArgumentException naming the value and what is allowed
     */
    public BudgetMember {
        Objects.requireNonNull(settings, "settings");
        if (budget.isEmpty() || instance.isEmpty()) {
            throw new IllegalArgumentException(
                    "budget is '" + budget + "' and instance '" + instance + "', neither may be empty");
        }
        if (version < 0 || version > StoreTime.MOST_COUNTED) {
            throw new IllegalArgumentException(
                    "version is " + version + ", it must be between 0 and " + StoreTime.MOST_COUNTED);
        }
        if (!(groupShare > 0 && groupShare <= 1)) {
            throw new IllegalArgumentException("groupShare is " + groupShare + ", it must be above 0 and at most 1");
        }
    }

    /**
     * A member of no group that has seen nothing yet.
     *
     * @param budget the name of the budget
     * @param instance a name that no other member has
     * @param settings what it was told about the budget
     */
    public BudgetMember(String budget, String instance, BudgetSettings settings) {
        this(budget, instance, settings, 0, "", 1, null);
    }

    /**
     * The same member later.
     *
     * @param standing what it saw
     * @return a member that has seen it
     */
    public BudgetMember seeing(BudgetStanding standing) {
        return new BudgetMember(budget, instance, settings, version, group, groupShare, standing);
    }
}
