package io.github.resilience4j.adaptive.budget;

/** How the rate comes back after a cut, as a function of nothing but the time since the pause ended. */
public enum RecoveryShape {

    /** Quickly to the plateau that was learned, hold it, look a little above it, then creep to the ceiling. */
    ADAPTIVE {
        @Override
        RateCurve curve(BudgetSettings settings, Learned learned) {
            double ceiling = settings.ceiling();
            double plateau = learned.plateau();
            double top = Math.min(ceiling, plateau + Math.max(LOOK_ABOVE * plateau, LOOK_ABOVE_CEILING * ceiling));
            return new RateCurve.Builder()
                    .settle(learned.startRate(), plateau, SETTLE_SECONDS)
                    .hold(plateau, HOLD_SHARE * learned.quietSeconds())
                    .climb(plateau, top, learned.quietSeconds())
                    .climb(top, ceiling, (ceiling - top) / ceiling * settings.recoverySeconds())
                    .endLevelAt(ceiling);
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
    private static final double LOOK_ABOVE = 0.045;
    private static final double LOOK_ABOVE_CEILING = 0.01;

    abstract RateCurve curve(BudgetSettings settings, Learned learned);

    abstract Learned learn(Learned learned, Refusal refusal, BudgetSettings settings);

    /** The curve in force: level at the ceiling as long as no server ever refused. */
    RateCurve curveAfter(BudgetSettings settings, Learned learned) {
        return learned.isNothing() ? RateCurve.level(settings.ceiling()) : curve(settings, learned.within(settings));
    }
}
