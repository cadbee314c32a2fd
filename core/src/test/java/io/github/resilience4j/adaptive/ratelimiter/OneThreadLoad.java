package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.budget.Load;
import java.util.ArrayList;
import java.util.List;

/** The calls of a {@link OneThreadLimiter} that are out, and what can be known of those that were. */
final class OneThreadLoad {

    private static final long MINUTE = 60_000_000_000L;
    private static final long HALF_MINUTE = 30_000_000_000L;
    private static final long TENTH = 100_000_000L;
    private static final int NOTES = 64;
    private static final int FEWEST_SAMPLES = 10;

    final Outstanding known;
    final Outstanding anonymous;
    private final List<Note> notes;
    private final List<Seen> accepted;
    private Note lost = NONE;

    private static final Note NONE = new Note(-1, 0);

    /** How many permits had ever left when the first answer of a tenth of a second came. */
    private record Note(long tenth, long leftEver) {}

    /** A call was accepted with so many in flight. */
    private record Seen(long half, int inFlight) {}

    OneThreadLoad() {
        this.known = new Outstanding();
        this.anonymous = new Outstanding();
        this.notes = new ArrayList<>();
        this.accepted = new ArrayList<>();
    }

    OneThreadLoad(OneThreadLoad other) {
        this.known = new Outstanding(other.known);
        this.anonymous = new Outstanding(other.anonymous);
        this.notes = new ArrayList<>(other.notes);
        this.accepted = new ArrayList<>(other.accepted);
        this.lost = other.lost;
    }

    int inFlight(long now) {
        return known.count(now) + anonymous.count(now);
    }

    boolean isUnsure(long now) {
        return known.hasForgotten(now) || anonymous.hasForgotten(now);
    }

    void ended(long now) {
        long tenth = now / TENTH;
        if (notes.stream().noneMatch(note -> note.tenth() == tenth)) {
            notes.stream()
                    .filter(note -> note.tenth() % NOTES == tenth % NOTES)
                    .findAny()
                    .ifPresent(note -> lost = note);
            notes.remove(lost);
            notes.add(new Note(tenth, leftEver()));
        }
    }

    void accepted(int inFlight, long now) {
        if (inFlight > 0) {
            accepted.add(new Seen(now / HALF_MINUTE, inFlight));
        }
    }

    Load at(long sentAt, int inFlight, long now) {
        return inFlight == 0 || isUnsure(now)
                ? new Load(justSent(sentAt), 0, Double.NaN)
                : new Load(justSent(sentAt), inFlight, crowding(inFlight, now));
    }

    private int justSent(long sentAt) {
        long until = sentAt / TENTH;
        long before = 0;
        long beforeTenth = -1;
        long after = leftEver();
        long afterTenth = Long.MAX_VALUE;
        for (Note note : notes) {
            if (note.tenth() <= until - 10 && note.tenth() > beforeTenth) {
                beforeTenth = note.tenth();
                before = note.leftEver();
            } else if (note.tenth() > until && note.tenth() < afterTenth) {
                afterTenth = note.tenth();
                after = note.leftEver();
            }
        }
        if (lost.tenth() >= 0 && lost.tenth() > until - 10) {
            return 0;
        }
        return (int) Math.max(0, after - (lost.tenth() > beforeTenth ? lost.leftEver() : before));
    }

    private double crowding(int inFlight, long now) {
        long half = now / HALF_MINUTE;
        accepted.removeIf(seen -> seen.half() < half - 1);
        double fewer =
                accepted.stream().filter(seen -> seen.inFlight() < inFlight).count();
        double asMany =
                accepted.stream().filter(seen -> seen.inFlight() == inFlight).count();
        return accepted.size() < FEWEST_SAMPLES ? Double.NaN : (fewer + asMany / 2.0) / accepted.size();
    }

    private long leftEver() {
        return known.leftEver + anonymous.leftEver;
    }

    /** Calls that left and were not answered: young ones, and those of the minute before. */
    static final class Outstanding {

        private long minute;
        private long minuteBefore = -1;
        private long forgetful = -11;
        private long leftEver;
        private int young;
        private int old;

        private Outstanding() {}

        private Outstanding(Outstanding other) {
            this.minute = other.minute;
            this.minuteBefore = other.minuteBefore;
            this.forgetful = other.forgetful;
            this.leftEver = other.leftEver;
            this.young = other.young;
            this.old = other.old;
        }

        void left(int permits) {
            young++;
            leftEver += permits;
        }

        /** In which minute a call is counted that has just left. */
        long minute() {
            return minute;
        }

        void age(long now) {
            long current = now / MINUTE;
            if (current > minute) {
                forgetful = old > 0 ? current : forgetful;
                minuteBefore = minute;
                minute = current;
                old = young;
                young = 0;
            }
        }

        boolean end(long now) {
            age(now);
            if (young + old == 0) {
                return false;
            }
            take(young > 0);
            return true;
        }

        boolean end(long countedIn, long now) {
            age(now);
            boolean isYoung = countedIn == minute && young > 0;
            boolean isOld = countedIn == minuteBefore && old > 0;
            if (isYoung || isOld) {
                take(isYoung);
            }
            return isYoung || isOld;
        }

        void withdraw(long countedIn, int permits, long now) {
            leftEver -= end(countedIn, now) ? permits : permits - 1;
        }

        private void take(boolean ofYoung) {
            young -= ofYoung ? 1 : 0;
            old -= ofYoung ? 0 : 1;
        }

        private boolean hasForgotten(long now) {
            return now / MINUTE - forgetful <= 10;
        }

        int count(long now) {
            return young + (now / MINUTE <= minute ? old : 0);
        }
    }

    /** Equal for two that nothing to come can tell apart under {@link Recovery#LINEAR}, which does not look at the past. */
    Object fingerprint() {
        return List.of(known.young, known.old, anonymous.young, anonymous.old);
    }
}
