package io.github.resilience4j.adaptive.coalesce.internal;

/** Somebody who waits for a flight, compared by identity. */
abstract class Waiter {

    private final Flight<?, ?> flight;

    Waiter(Flight<?, ?> flight) {
        this.flight = flight;
    }

    final Flight<?, ?> awaited() {
        return flight;
    }

    /** The flight has landed. Neither blocks nor runs anybody else's code: others wait to be told, too. */
    abstract void landed();
}
