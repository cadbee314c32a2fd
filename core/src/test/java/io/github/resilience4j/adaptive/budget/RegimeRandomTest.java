package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.Hold.State;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The promises of the controller under random events: whatever happens, in whatever order. */
class RegimeRandomTest {

    private static final long SECOND = Settings.SECOND;
    private static final List<Meaning> MEANINGS = List.of(Meaning.values());

    static Stream<Random> seeds() {
        return Settings.seeds(300);
    }

    /** A regime, the time, and the calls that are out. */
    private static final class World {
        private final Random random;
        private long now;
        private long calls;
        private Regime regime;

        private World(Random random) {
            this.random = random;
            this.now = random.nextInt(1000) * SECOND;
            RecoveryShape shape = random.nextBoolean() ? RecoveryShape.ADAPTIVE : RecoveryShape.LINEAR;
            this.regime = Regime.initial(
                    Settings.perMinute(1 + random.nextInt(1000))
                            .withShape(shape)
                            .withBurst(1 + random.nextInt(50))
                            .build(),
                    now);
        }

        private Sent sent() {
            long epoch = Math.max(0, regime.epoch() - random.nextInt(2));
            return new Sent(++calls, epoch, Math.max(0, now - random.nextInt(1000) * 1_000_000L), false);
        }

        private Answer answer() {
            Meaning meaning = MEANINGS.get(random.nextInt(MEANINGS.size()));
            long delay = random.nextBoolean() ? Answer.UNNAMED : random.nextInt(200) * SECOND;
            return new Answer(meaning, delay);
        }

        private Regime next() {
            return switch (random.nextInt(12)) {
                case 0 -> regime.stopped("reason");
                case 1 -> regime.resumed(now);
                case 2 -> regime.failing(now);
                case 3 -> regime.pausedByHand(1 + random.nextInt(100) * SECOND, now);
                case 4 -> regime.limited(1 + random.nextInt(1000), now);
                case 5 -> regime.drained(now);
                case 6 -> regime.rebased(now);
                case 7 -> regime.probedBy(random.nextBoolean() ? Probe.ANONYMOUS : ++calls, now);
                case 8 -> regime.answered(answer(), null, accepted(), now);
                case 9 -> {
                    Probe probe = regime.hold().probe();
                    Sent taker =
                            new Sent(probe == null || !probe.isOut() ? 1 : probe.call(), regime.epoch(), now, true);
                    yield regime.answered(answer(), taker, accepted(), now);
                }
                default -> regime.answered(answer(), sent(), accepted(), now);
            };
        }

        private Accepted accepted() {
            Load load = new Load(random.nextInt(60), random.nextInt(20), random.nextDouble());
            return new Accepted(random.nextInt(1000), random.nextDouble() * 60, load);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void promisesHold(Random random) {
        World world = new World(random);
        for (int step = 0; step < 400; step++) {
            world.now += random.nextInt(4) == 0 ? random.nextInt(300) * SECOND : random.nextInt(2) * 10_000_000L;
            Regime before = world.regime;
            Regime after = world.next();
            boolean resumed =
                    after.hold().pauses().end() < before.hold().pauses().end();

            double floor = after.settings().floor();
            double ceiling = after.settings().ceiling();
            assertThat(after.rateAt(world.now)).isBetween(floor * (1 - 1e-9), ceiling * (1 + 1e-9));
            assertThat(after.rateAt(world.now + 3600 * SECOND)).isBetween(floor, ceiling * (1 + 1e-9));

            double most = after.settings().burst();
            assertThat(after.burstAt(world.now)).isBetween(1.0, most);
            assertThat(after.burstAt(world.now + 4 * 3600 * SECOND)).isEqualTo(most);
            assertThat((double) after.bucket().capacity() / after.bucket().unit())
                    .isBetween(1.0, most);
            assertThat(after.mostInFlightAt(world.now)).isNotNegative();

            assertThat(after.epoch() - before.epoch()).isBetween(0L, 1L);
            if (after.epoch() > before.epoch()) {
                assertThat(after.keeps()).isZero();
            }
            if (resumed) {
                assertThat(before.hold().stateAt(world.now))
                        .as("only a passed probe or a person ends a pause")
                        .isIn(State.PROBING, State.PAUSED, State.STOPPED);
            }
            if (after.hold().stateAt(world.now) == State.PAUSED) {
                assertThat(after.refill().grantedBy(after.hold().pauses().end()))
                        .as("nothing is granted in a pause")
                        .isZero();
            }
            assertThat(after.refill().grantedBy(world.now)).isNotNegative();
            world.regime = after;
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aRefusalOfAnOldCallNeverCuts(Random random) {
        World world = new World(random);
        for (int step = 0; step < 100; step++) {
            world.now += random.nextInt(60) * SECOND;
            world.regime = world.next();
            if (world.regime.epoch() > 0) {
                Sent old = new Sent(++world.calls, world.regime.epoch() - 1, world.now, false);
                Regime after = world.regime.answered(world.answer(), old, world.accepted(), world.now);

                assertThat(after.epoch()).isEqualTo(world.regime.epoch());
                assertThat(after.learned().plateau())
                        .isEqualTo(world.regime.learned().plateau());
                assertThat(after.hold().pauses().end())
                        .isGreaterThanOrEqualTo(world.regime.hold().pauses().end());
            }
        }
    }

    /** What a bucket holds depends on the time that went by, not on how often or when somebody looked. */
    @ParameterizedTest
    @MethodSource("seeds")
    void takingOverChangesNeitherLevelNorRate(Random random) {
        World world = new World(random);
        for (int step = 0; step < 50; step++) {
            world.now += random.nextInt(60) * SECOND;
            world.regime = world.next();
        }
        Regime regime = world.regime;
        long later = world.now + random.nextInt(600) * SECOND;
        long middle = world.now + (later - world.now) / 2;
        long before = regime.refill().grantedBy(later) - regime.refill().grantedBy(world.now);

        Regime rebased = regime.rebased(world.now);
        Regime twice = rebased.rebased(middle);

        long allowed = regime.settings().unit() / 1000;
        assertThat(rebased.refill().grantedBy(later)).isBetween(before - allowed, before + allowed);
        assertThat(rebased.refill().grantedBy(middle) + twice.refill().grantedBy(later))
                .isBetween(before - allowed, before + allowed);
        assertThat(twice.rateAt(later)).isEqualTo(regime.rateAt(later));
    }
}
