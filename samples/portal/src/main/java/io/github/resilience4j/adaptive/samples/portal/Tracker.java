package io.github.resilience4j.adaptive.samples.portal;

/** What a portal asks for; throws whatever stands in the way of an answer. */
interface Tracker {

    /** Which slots there are: a path in each line. */
    String list();

    /** What is in a slot. */
    String slot(String path);
}
