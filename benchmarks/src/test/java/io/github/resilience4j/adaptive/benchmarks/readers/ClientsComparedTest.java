package io.github.resilience4j.adaptive.benchmarks.readers;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.benchmarks.readers.Client.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Runs the clients side by side on the vectors and writes the table of the page. */
class ClientsComparedTest {

    private static final Path PAGE = Path.of("../docs/clients-compared.md");
    private static final String BEGIN = "<!-- table, written by ClientsComparedTest -->\n";
    private static final String END = "<!-- end of table -->\n";

    private final List<Client> clients =
            List.of(new Ours(), new OkHttp(), new Feign(), new ApacheHc5(), new OpenAiJava());

    @Test
    void writesTheTable() throws Exception {
        List<Row> rows = Row.all();
        StringBuilder table = new StringBuilder("| answer | right | ")
                .append(clients.stream().map(Client::name).collect(Collectors.joining(" | ")))
                .append(" |\n|---|---|")
                .append("---|".repeat(clients.size()))
                .append('\n');
        int[] right = new int[clients.size()];
        for (Row row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.answer(), row.right()));
            for (int i = 0; i < clients.size(); i++) {
                Seen seen = clients.get(i).read(row);
                boolean same = seen.cell().equals(row.right());
                right[i] += seen.comparable() && same ? 1 : 0;
                cells.add(seen.comparable() && !same ? "**" + seen.cell() + "**" : seen.cell());
            }
            table.append("| ").append(String.join(" | ", cells)).append(" |\n");
        }
        table.append("| **as it should be, of ").append(rows.size()).append("** | |");
        for (int i = 0; i < clients.size(); i++) {
            table.append(clients.get(i) instanceof OkHttp ? " cannot be seen |" : " " + right[i] + " |");
        }
        replace(table.append('\n').toString());

        assertThat(right[0]).as("ours").isEqualTo(rows.size());
    }

    private static void replace(String table) throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        Files.writeString(PAGE, page.substring(0, begin) + "\n" + table + "\n" + page.substring(page.indexOf(END)));
    }
}
