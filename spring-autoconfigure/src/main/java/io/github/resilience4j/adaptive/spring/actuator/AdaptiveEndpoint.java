package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.spring.actuator.LimiterCommands.RefusedCommand;
import java.security.Principal;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The endpoint {@code adaptive}: what there is, what happened, how the limits went, and a dashboard of it. Reading changes
 * nothing. Stopping, pausing and resuming limiters must be asked for by {@code management.endpoint.adaptive.access}.
 *
 * @since 0.1
 */
@WebEndpoint(id = AdaptiveEndpoint.ID, defaultAccess = Access.READ_ONLY)
public class AdaptiveEndpoint {

    static final String ID = "adaptive";

    private final AdaptiveReports reports;
    private final EventLog events;
    private final LimiterHistory history;
    private final LimiterCommands commands;
    private final BooleanSupplier writable;

    AdaptiveEndpoint(
            AdaptiveReports reports,
            EventLog events,
            LimiterHistory history,
            LimiterCommands commands,
            BooleanSupplier writable) {
        this.reports = reports;
        this.events = events;
        this.history = history;
        this.commands = commands;
        this.writable = writable;
    }

    @ReadOperation
    AdaptiveReport report() {
        return reports.read(writable.getAsBoolean());
    }

    /** {@code events}, {@code history}, {@code history/}number and the files of the dashboard. */
    @ReadOperation
    WebEndpointResponse<?> part(@Selector(match = Match.ALL_REMAINING) String[] path) {
        return switch (path.length == 0 ? "" : path[0]) {
            case "events" -> path.length == 1 ? events() : nothing();
            case "history" -> path.length <= 2 ? history(path.length == 1 ? "0" : path[1]) : nothing();
            default -> path.length == 1 ? file(path[0]) : nothing();
        };
    }

    /** Boot 3 knows an optional value by Spring's own annotation, Boot 4 by any of that name. */
    @WriteOperation
    @SuppressWarnings("deprecation")
    WebEndpointResponse<?> change(
            SecurityContext security,
            @org.springframework.lang.Nullable @Nullable String limiter,
            @org.springframework.lang.Nullable @Nullable String key,
            @org.springframework.lang.Nullable @Nullable String action,
            @org.springframework.lang.Nullable @Nullable String reason,
            @org.springframework.lang.Nullable @Nullable String duration) {
        Principal person = security.getPrincipal();
        String who = person == null ? "somebody" : person.getName();
        try {
            return new WebEndpointResponse<>(
                    LimiterReport.of(commands.carryOut(who, limiter, key, action, reason, duration)));
        } catch (RefusedCommand e) {
            return error(e.status(), String.valueOf(e.getMessage()));
        }
    }

    private WebEndpointResponse<?> events() {
        return new WebEndpointResponse<>(Map.of("events", events.read()));
    }

    private WebEndpointResponse<?> history(String after) {
        try {
            return new WebEndpointResponse<>(history.read(Long.parseLong(after)));
        } catch (NumberFormatException e) {
            return error(
                    WebEndpointResponse.STATUS_BAD_REQUEST,
                    "'" + after + "' is no number of a sample: the last that you have, or 0 for all");
        }
    }

    private static WebEndpointResponse<?> file(String name) {
        return PageFiles.find(name).<WebEndpointResponse<?>>map(file -> file).orElseGet(AdaptiveEndpoint::nothing);
    }

    private static WebEndpointResponse<?> nothing() {
        return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private static WebEndpointResponse<?> error(int status, String message) {
        return new WebEndpointResponse<>(Map.of("error", message), status);
    }
}
