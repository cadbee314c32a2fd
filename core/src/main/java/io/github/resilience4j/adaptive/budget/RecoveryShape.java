package io.github.resilience4j.adaptive.budget;

/**
 * How the rate comes back after a cut, as a function of nothing but the time since the pause ended.
 *
 * @since 0.1
 */
public enum RecoveryShape {

    /** Quickly to the plateau that was learned, hold it, look a little above it, then creep to the ceiling. */
    ADAPTIVE {
        @Override
        RateCurve curve(BudgetSettings settings, Learned learned) {
            double ceiling = settings.ceiling();
            double plateau = learned.plateau();
            double quiet = learned.quietSeconds();
            double look = Math.max(LOOK_ABOVE, LOOK_ABOVE_SECONDS / quiet) * plateau;
            double top = Math.min(ceiling, plateau + Math.max(look, LOOK_ABOVE_CEILING * ceiling));
            double rest = (ceiling - top) / ceiling;
            RateCurve.Builder seen = new RateCurve.Builder()
                    .settle(learned.startRate(), plateau, SETTLE_SECONDS)
                    .hold(plateau, HOLD_SHARE * quiet)
                    .climb(plateau, top, quiet);
            // Who was long sure of the limit is most likely right: the first steps above the look are small.
            RateCurve.Builder creep = quiet >= SURE_SECONDS
                    ? seen.accelerate(top, ceiling, Math.sqrt(rest) * settings.recoverySeconds())
                    : seen.climb(top, ceiling, rest * settings.recoverySeconds());
            return creep.endLevelAt(ceiling);
        }

        @Override
        Learned learn(Learned learned, Refusal refusal, BudgetSettings settings) {
            return learned.after(refusal, settings);
        }
    },

    /** In a straight line, back at the ceiling after exactly the recovery duration. */
    LINEAR {
        @Override
        RateCurve curve(BudgetSettings settings, Learned learned) {
            return new RateCurve.Builder()
                    .climb(learned.startRate(), settings.ceiling(), settings.recoverySeconds())
                    .endLevelAt(settings.ceiling());
        }

        @Override
        Learned learn(Learned learned, Refusal refusal, BudgetSettings settings) {
            return Learned.onlyThatLessIsBetter(refusal, settings);
        }
    };

    private static final double SETTLE_SECONDS = 20;
    private static final double HOLD_SHARE = 0.4;
    private static final double LOOK_ABOVE = 0.04;

    /** Who is not sure of the limit looks further: a tenth above after the shortest quiet time. */
    private static final double LOOK_ABOVE_SECONDS = 12;

    private static final double LOOK_ABOVE_CEILING = 0.01;
    private static final double SURE_SECONDS = 240;

    abstract RateCurve curve(BudgetSettings settings, Learned learned);

    abstract Learned learn(Learned learned, Refusal refusal, BudgetSettings settings);

    /** The curve in force: level at the ceiling as long as no server ever refused. */
    RateCurve curveAfter(BudgetSettings settings, Learned learned) {
        return learned.isNothing() ? RateCurve.level(settings.ceiling()) : curve(settings, learned.within(settings));
    }
}
