package io.github.resilience4j.adaptive.queue;

/**
 * Does the work of a queue, on a thread of the queue, several entries at a time but not two of the same queue key. Two can meet only
 * in several JVMs: if one JVM stood still for longer than its lease, or if both entries were submitted, or one was revived from the
 * dead letters, while the other was being claimed. An entry may come more than once (a JVM may die between the call and the note that
 * it is done): what must not happen twice is asked for with {@link QueuedWork#idempotencyKey()}.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @param <P> the type of the payloads
 * @since 0.1
 */
@FunctionalInterface
public interface QueueHandler<P> {

    /**
     * Does it. Returning means done.
     *
     * @param work what is to be done
     * @throws Exception whatever went wrong. A refusal of our own side puts the entry back and costs no attempt; what else
     *     comes is judged by the queue's classifier and costs one
     */
    void handle(QueuedWork<P> work) throws Exception;
}
