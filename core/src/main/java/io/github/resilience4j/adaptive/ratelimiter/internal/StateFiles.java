package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.ratelimiter.LimiterState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One file for each limiter: written beside the old one, forced to the disk and put in its place in one step. */
public final class StateFiles {

    private static final Logger LOG = LoggerFactory.getLogger("io.github.resilience4j.adaptive.ratelimiter");
    private static final String STATE = ".state";
    private static final String UNFINISHED = ".tmp";
    private static final String BROKEN = ".broken";
    private static final int READABLE_CHARS = 40;
    private static final int HASH_BYTES = 16;
    private static final long LARGEST = 1 << 20;
    private static final Duration KEPT = Duration.ofDays(30);

    private final Path directory;

    private StateFiles(Path directory) {
        this.directory = directory;
    }

    /** Creates the directory and tries whether it can be written. */
    public static StateFiles in(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory);
        }
        Files.delete(Files.createTempFile(directory, "try", UNFINISHED));
        return new StateFiles(directory.toAbsolutePath());
    }

    public Path directory() {
        return directory;
    }

    /** Empty if there is no such file; one that cannot be used is put aside. */
    public Optional<LimiterState> read(String limiter) throws IOException {
        Path file = fileOf(limiter);
        try {
            LimiterState state = parsed(file);
            if (!state.limiter().equals(limiter)) {
                throw new IllegalArgumentException("it is of limiter '" + state.limiter() + "'");
            }
            return Optional.of(state);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException("file " + file + " cannot be used: " + e.getMessage() + putAside(file), e);
        }
    }

    /** What is not ASCII becomes a character that no checksum agrees with. */
    private static LimiterState parsed(Path file) throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new IllegalArgumentException("it is larger than " + LARGEST + " bytes");
        }
        return LimiterState.parse(new String(Files.readAllBytes(file), StandardCharsets.US_ASCII));
    }

    private static String putAside(Path file) {
        Path aside = withEnding(file, BROKEN);
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            return "; it was put aside as " + aside.getFileName();
        } catch (IOException e) {
            return "; it could not be put aside: " + e;
        }
    }

    public void write(LimiterState state) throws IOException {
        Path file = fileOf(state.limiter());
        Path unfinished = withEnding(file, UNFINISHED);
        ByteBuffer text = ByteBuffer.wrap(state.toText().getBytes(StandardCharsets.US_ASCII));
        try (FileChannel out = FileChannel.open(
                unfinished,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            while (text.hasRemaining()) {
                out.write(text);
            }
            out.force(true);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        forceDirectory();
    }

    /** So that the file is in its place even after a power failure; not every system lets a directory be opened. */
    private void forceDirectory() {
        try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
            entries.force(true);
        } catch (IOException e) {
            LOG.debug("Directory {} cannot be forced to the disk", directory, e);
        }
    }

    /** Limiters of keys come and go for ever; what holds nothing back and was left for long is no loss. */
    public void sweep(Instant now) throws IOException {
        Instant old = now.minus(KEPT);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
            for (Path file : all) {
                String name = file.getFileName().toString();
                if (name.endsWith(UNFINISHED) || (name.endsWith(STATE) && isOver(file, old))) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static boolean isOver(Path file, Instant old) {
        try {
            if (!Files.getLastModifiedTime(file).toInstant().isBefore(old)) {
                return false;
            }
            LimiterState state = parsed(file);
            return !state.standing().probing() && state.standing().stopReason() == null;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    /** What is readable of the name is for people. What tells names apart is the hash, whatever the file system does. */
    Path fileOf(String limiter) {
        String readable = limiter.substring(0, Math.min(READABLE_CHARS, limiter.length()))
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9_-]", "_");
        return directory.resolve(readable + "-" + hashOf(limiter) + STATE);
    }

    /** Of the chars, not of an encoding: half a surrogate pair is a name too. */
    private static String hashOf(String limiter) {
        ByteBuffer chars = ByteBuffer.allocate(Character.BYTES * limiter.length());
        chars.asCharBuffer().put(limiter);
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(chars.array());
            return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static Path withEnding(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }
}
