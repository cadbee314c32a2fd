package io.github.resilience4j.adaptive.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Markdown page, cut into prose and fenced blocks.
 *
 * @param path where it is, relative to the repository's root
 * @param prose its lines with fenced blocks blanked out, so that line numbers stay right
 * @param blocks its fenced blocks
 */
record Page(Path path, List<String> prose, List<Block> blocks) {

    static final Path ROOT = root();

    /**
     * A fenced block.
     *
     * @param page the page it is on
     * @param line the line of its opening fence, from 1
     * @param language what stands behind the fence, for instance {@code java}
     * @param lines what is between the fences
     * @param remarks the {@code <!-- snippet: … -->} comments that stand directly before it, without their frame
     */
    record Block(Path page, int line, String language, List<String> lines, List<String> remarks) {

        String location() {
            return page + ":" + line;
        }
    }

    /** Every page of the repository. */
    static List<Page> all() {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(it -> it.toString().endsWith(".md"))
                    .map(ROOT::relativize)
                    .filter(it -> !it.toString().matches("(.*/)?(target|node_modules|\\.[^/]+)/.*"))
                    .sorted()
                    .map(Page::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Page read(Path path) {
        return parse(path, text(ROOT.resolve(path)).lines().toList());
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Page parse(Path path, List<String> lines) {
        List<String> prose = new ArrayList<>();
        List<Block> blocks = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            int end = i;
            if (line.startsWith("```")) {
                end = indexOf(lines, i + 1, "```");
                List<String> code = List.copyOf(lines.subList(i + 1, Math.min(end, lines.size())));
                blocks.add(new Block(path, i + 1, line.substring(3).strip(), code, List.copyOf(remarks)));
                remarks.clear();
            } else if (line.startsWith("<!-- snippet:")) {
                end = line.endsWith("-->") ? i : indexOf(lines, i + 1, "-->");
                String remark = String.join("\n", lines.subList(i, Math.min(end + 1, lines.size())));
                remarks.add(
                        remark.strip().replaceAll("(?s)^<!-- snippet:|-->$", "").strip());
            } else {
                prose.add(lines.get(i));
                if (!line.isEmpty()) {
                    remarks.clear();
                }
                continue;
            }
            for (; i < end; i++) {
                prose.add("");
            }
            prose.add("");
        }
        return new Page(path, prose, blocks);
    }

    private static int indexOf(List<String> lines, int from, String text) {
        int at = from;
        while (at < lines.size() && !lines.get(at).strip().equals(text)) {
            at++;
        }
        return at;
    }

    private static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("CONTRIBUTING.md"))) {
            at = at.getParent();
        }
        return at;
    }
}
