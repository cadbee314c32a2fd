package io.github.resilience4j.adaptive.coalesce.internal;

/** Where the index has a key: by its path; the number tells keys with the same path apart. */
record Place(String path, long number) implements Comparable<Place> {

    @Override
    public int compareTo(Place other) {
        int byPath = path.compareTo(other.path);
        return byPath != 0 ? byPath : Long.compare(number, other.number);
    }
}
