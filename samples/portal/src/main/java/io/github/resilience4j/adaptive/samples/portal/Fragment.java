package io.github.resilience4j.adaptive.samples.portal;

import java.util.HashMap;
import java.util.Map;

/** A part of an open tab that refreshes itself. Pieces that cannot be had stay as they were. */
final class Fragment {

    private final Portal portal;
    private final Map<String, String> shown = new HashMap<>();
    private int refreshes;
    private int freshPieces;

    Fragment(Portal portal) {
        this.portal = portal;
    }

    void refresh() {
        var unused = portal.poll().thenAccept(this::show);
    }

    private synchronized void show(Map<String, String> pieces) {
        shown.putAll(pieces);
        refreshes++;
        freshPieces += pieces.size();
    }

    synchronized int freshPieces() {
        return freshPieces;
    }

    synchronized int keptPieces() {
        return refreshes * portal.pieces() - freshPieces;
    }
}
