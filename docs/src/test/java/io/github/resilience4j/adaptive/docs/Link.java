package io.github.resilience4j.adaptive.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A link of a page; what stands in code is none.
 *
 * @param page the page it is on
 * @param line its line, from 1
 * @param target where it leads
 */
record Link(Page page, int line, String target) {

    private static final Pattern LINK = Pattern.compile("\\]\\(\\s*<?([^)>\\s]+)>?[^)]*\\)|(?:href|src)=\"([^\"]+)\""
            + "|^\\[[^\\]]+\\]:\\s+(\\S+)|(https?://[^\\s|)>]+)");
    private static final Pattern CODE = Pattern.compile("(`+)(?!`).*?(?<!`)\\1(?!`)");
    private static final Pattern EXTERNAL = Pattern.compile("[a-z][a-z0-9+.-]*:.*");

    static List<Link> on(Page page) {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < page.prose().size(); i++) {
            Matcher link = LINK.matcher(CODE.matcher(page.prose().get(i)).replaceAll(""));
            while (link.find()) {
                String target = Stream.of(1, 2, 3, 4)
                        .map(link::group)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElseThrow();
                links.add(new Link(page, i + 1, target));
            }
        }
        return links;
    }

    boolean isExternal() {
        return EXTERNAL.matcher(target).matches();
    }

    String location() {
        return page.path() + ":" + line;
    }
}
