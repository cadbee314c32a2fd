package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.ratelimiter.internal.DirectoryLock;
import io.github.resilience4j.adaptive.ratelimiter.internal.StateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps what limiters must not forget in a directory of its own: a small text file for each. A file is replaced as a
 * whole or not at all, and has a checksum; one that is torn, changed or unreadable is put aside as {@code .broken} and
 * taken for lost. The directory belongs to one process at a time.
 *
 * <p>To be closed after the limiters; files of limiters that were not heard of for 30 days and that hold nothing back
 * are removed when it is opened.
 *
 * @since 0.1
 */
public final class FileLimiterStateStore implements LimiterStateStore, AutoCloseable {

    private final StateFiles files;
    private final DirectoryLock lock;
    private final Lock saving = new ReentrantLock();
    private boolean closed;

    private FileLimiterStateStore(StateFiles files, DirectoryLock lock) {
        this.files = files;
        this.lock = lock;
    }

    /**
     * Opens a directory.
     *
     * @param directory where the files are; created if need be, and used for nothing else
     * @return the store
     * @throws IllegalArgumentException if the directory cannot be created or written, naming it
     * @throws IllegalStateException if another process, or another store of this one, has it
     */
    public static FileLimiterStateStore in(Path directory) {
        return in(directory, Clock.systemUTC());
    }

    /**
     * Opens a directory on another clock.
     *
     * @param directory where the files are; created if need be, and used for nothing else
     * @param clock tells which files are old
     * @return the store
     * @throws IllegalArgumentException if the directory cannot be created or written, naming it
     * @throws IllegalStateException if another process, or another store of this one, has it
     */
    public static FileLimiterStateStore in(Path directory, Clock clock) {
        SettingsCheck.present("directory", directory);
        SettingsCheck.present("clock", clock);
        try {
            StateFiles files = StateFiles.in(directory);
            DirectoryLock lock = DirectoryLock.of(directory);
            try {
                files.sweep(clock.instant());
            } catch (IOException | RuntimeException e) {
                lock.release();
                throw e;
            }
            return new FileLimiterStateStore(files, lock);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "directory is " + directory + ", it must be one that can be created and written: " + e, e);
        }
    }

    @Override
    public Optional<LimiterState> load(String limiter) throws IOException {
        return files.read(limiter);
    }

    @Override
    public void save(LimiterState state) throws IOException {
        saving.lock();
        try {
            if (closed) {
                throw new IllegalStateException(this + " is closed; it is to be closed after the limiters");
            }
            files.write(state);
        } finally {
            saving.unlock();
        }
    }

    /** Lets another process have the directory. Closing twice changes nothing. */
    @Override
    public void close() {
        saving.lock();
        try {
            if (!closed) {
                closed = true;
                lock.release();
            }
        } finally {
            saving.unlock();
        }
    }

    @Override
    public String toString() {
        return "The store of limiters in " + files.directory();
    }
}
