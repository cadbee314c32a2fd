package io.github.resilience4j.adaptive.outcome.internal;

/** One way in which servers say "not now". To add one: a class like the others, and a line in {@link HintForms}. */
interface HintForm {

    /** What it says about an answer; total. */
    Reading read(Answer answer);

    /** A name for it, as in the table of the documentation. */
    String name();
}
