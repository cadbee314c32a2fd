package io.github.resilience4j.adaptive.ratelimiter.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory is this process's as long as it has a lock on a file in it; the system takes the lock off when the process
 * dies. On many systems a process loses it also when it closes <em>any</em> channel to that file: so no second one is
 * opened while there is a first, and one that was opened by mistake stays open.
 */
public final class DirectoryLock {

    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLock.class);
    private static final String FILE = "lock";
    /** Others can read who has the lock, also where what is locked cannot be read. */
    private static final long BEYOND_THE_TEXT = 1024;

    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();
    private static final Queue<FileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

    private final Path directory;
    private final FileChannel channel;

    private DirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /** Throws an {@link IllegalStateException} if somebody else has the directory. */
    public static DirectoryLock of(Path directory) throws IOException {
        Path real = directory.toRealPath();
        if (!HELD.add(real)) {
            throw new IllegalStateException(inUse(directory, "another store of this process"));
        }
        boolean locked = false;
        try {
            DirectoryLock lock = new DirectoryLock(real, lockedChannel(real));
            locked = true;
            return lock;
        } finally {
            if (!locked) {
                HELD.remove(real);
            }
        }
    }

    private static FileChannel lockedChannel(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock(BEYOND_THE_TEXT, 1, false) == null) {
                String owner = Files.readString(file, StandardCharsets.US_ASCII);
                throw new IllegalStateException(inUse(directory, "process " + owner));
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            return channel;
        } catch (OverlappingFileLockException e) {
            NEVER_CLOSED.add(channel);
            throw new IllegalStateException(inUse(directory, "another class loader of this process"), e);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static String inUse(Path directory, String owner) {
        return "directory " + directory + " is in use by " + owner + "; each process needs one of its own";
    }

    public void release() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("The lock on {} could not be released", directory, e);
        }
        HELD.remove(directory);
    }
}
