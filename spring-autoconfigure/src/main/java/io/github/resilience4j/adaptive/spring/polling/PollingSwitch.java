package io.github.resilience4j.adaptive.spring.polling;

/**
 * Whether calls that nobody waits for may leave: background calls, and methods marked as {@link Polling}. While it is off
 * they do nothing, and all else works.
 *
 * <p>The bean follows {@code resilience4j.adaptive.polling.enabled}. A bean of your own, for instance on a feature flag,
 * takes its place; it is asked before every such call.
 *
 * <p>What "nothing" is: a method without a result ({@code void}, or a publisher or stage of {@link Void}) is not run and
 * ends well, one with a result is refused with {@code RequestNotPermitted}, as every background call is that finds the
 * budget empty.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface PollingSwitch {

    /** {@return whether they may leave, at this moment; cheap, for any thread} */
    boolean isOn();
}
