package io.github.resilience4j.adaptive.client.grpc;

import io.github.resilience4j.adaptive.client.OutgoingCall;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.internal.Alarms;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call that starts when it has its permit. What is asked of it before is kept, in order.
 *
 * <p>One word under the lock decides how the waiting ends: a permit opens the gate, or a cancellation, a deadline or a
 * refusal closes it. Whoever comes second changes nothing. No foreign code runs under the lock.
 */
final class GatedCall<ReqT, RespT> extends ClientCall<ReqT, RespT> {

    private enum Gate {
        WAITING,
        OPEN,
        CLOSED
    }

    private final OutgoingCalls calls;
    private final MethodDescriptor<ReqT, RespT> method;
    private final CallOptions options;
    private final Channel next;
    private final Context context = Context.current();

    private final ReentrantLock lock = new ReentrantLock();
    private Gate gate = Gate.WAITING;
    private List<Consumer<ClientCall<ReqT, RespT>>> early = new ArrayList<>();

    private volatile @Nullable Listener<RespT> listener;
    private volatile @Nullable CompletableFuture<Void> end;

    /** The call as soon as it is started; it may still be handed what was kept. */
    private volatile @Nullable ClientCall<ReqT, RespT> started;

    /** The call when it has all that was kept: from then on everything goes straight to it. */
    private volatile @Nullable ClientCall<ReqT, RespT> passing;

    GatedCall(OutgoingCalls calls, MethodDescriptor<ReqT, RespT> method, CallOptions options, Channel next) {
        this.calls = calls;
        this.method = method;
        this.options = options;
        this.next = next;
    }

    @Override
    public void start(Listener<RespT> responses, Metadata headers) {
        if (gate() == Gate.CLOSED) {
            throw new IllegalStateException("call was cancelled");
        }
        listener = responses;
        String authority = options.getAuthority() == null ? next.authority() : options.getAuthority();
        OutgoingCall call = calls.begin(new SeenCall(authority, method.getFullMethodName(), headers));
        call.addedHeaders()
                .forEach((name, value) -> headers.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value));
        CompletableFuture<Void> ended = call.sendAsync(new Wire(responses, headers));
        // Published first and the gate looked at afterwards; who closes it does both the other way round.
        end = ended;
        if (gate() == Gate.CLOSED) {
            ended.cancel(false);
        } else if (gate() == Gate.WAITING) {
            armUntil(ended);
        }
        var unused = ended.whenComplete((any, error) -> {
            if (error != null) {
                refused(error);
            }
        });
    }

    /** A deadline and a context end the waiting too. Once the gate is open, gRPC sees to both, and these do no harm. */
    private void armUntil(CompletableFuture<Void> ended) {
        Deadline deadline = earlier(options.getDeadline(), context.getDeadline());
        Status late = Status.DEADLINE_EXCEEDED.withDescription("deadline passed while waiting for a permit");
        Future<?> alarm = deadline == null
                ? CompletableFuture.completedFuture(null)
                : Alarms.after(deadline.timeRemaining(TimeUnit.NANOSECONDS), () -> Alarms.deliver(() -> close(late)));
        Context.CancellationListener cancellation =
                cancelled -> cancel("context was cancelled", cancelled.cancellationCause());
        context.addListener(cancellation, Runnable::run);
        var unused = ended.whenComplete((any, error) -> {
            alarm.cancel(false);
            context.removeListener(cancellation);
        });
    }

    private static @Nullable Deadline earlier(@Nullable Deadline one, @Nullable Deadline other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.minimum(other);
    }

    private void refused(Throwable error) {
        boolean refused = close(
                Status.RESOURCE_EXHAUSTED.withDescription(error.getMessage()).withCause(error));
        if (!refused && gate() == Gate.OPEN && started == null) {
            // The channel could not even begin.
            deliver(Status.INTERNAL.withDescription("could not be started").withCause(error));
        }
    }

    /** True if this ended the waiting: then the permit goes back, and the caller hears why. */
    private boolean close(Status why) {
        if (!leave(Gate.CLOSED)) {
            return false;
        }
        CompletableFuture<Void> waiting = end;
        if (waiting != null) {
            waiting.cancel(false);
        }
        deliver(why);
        return true;
    }

    /** On the executor that gRPC would use: a blocking stub runs nothing else. */
    private void deliver(Status why) {
        Listener<RespT> responses = listener;
        if (responses == null) {
            return;
        }
        Runnable told = context.wrap(() -> responses.onClose(why, new Metadata()));
        Executor executor = options.getExecutor();
        if (executor == null) {
            Alarms.deliver(told);
        } else {
            executor.execute(told);
        }
    }

    private Gate gate() {
        lock.lock();
        try {
            return gate;
        } finally {
            lock.unlock();
        }
    }

    /** True for the first. */
    private boolean leave(Gate to) {
        lock.lock();
        try {
            if (gate != Gate.WAITING) {
                return false;
            }
            gate = to;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void perform(Consumer<ClientCall<ReqT, RespT>> operation) {
        ClientCall<ReqT, RespT> call = passing;
        if (call == null) {
            lock.lock();
            try {
                call = passing;
                if (call == null) {
                    early.add(operation);
                    return;
                }
            } finally {
                lock.unlock();
            }
        }
        operation.accept(call);
    }

    /** Hands over what was kept, also what comes in meanwhile; then nothing is kept any more. */
    private void pass(ClientCall<ReqT, RespT> call) {
        while (true) {
            List<Consumer<ClientCall<ReqT, RespT>>> kept;
            lock.lock();
            try {
                if (early.isEmpty()) {
                    passing = call;
                    return;
                }
                kept = early;
                early = new ArrayList<>();
            } finally {
                lock.unlock();
            }
            kept.forEach(operation -> operation.accept(call));
        }
    }

    @Override
    public void cancel(@Nullable String message, @Nullable Throwable cause) {
        Status why = Status.CANCELLED
                .withDescription(message == null ? "cancelled while waiting for a permit" : message)
                .withCause(cause);
        if (!close(why) && gate() == Gate.OPEN) {
            perform(call -> call.cancel(message, cause));
        }
    }

    @Override
    public void request(int messages) {
        perform(call -> call.request(messages));
    }

    @Override
    public void halfClose() {
        perform(ClientCall::halfClose);
    }

    @Override
    public void sendMessage(ReqT message) {
        perform(call -> call.sendMessage(message));
    }

    @Override
    public void setMessageCompression(boolean enabled) {
        perform(call -> call.setMessageCompression(enabled));
    }

    @Override
    public boolean isReady() {
        ClientCall<ReqT, RespT> call = started;
        return call != null && call.isReady();
    }

    @Override
    public Attributes getAttributes() {
        ClientCall<ReqT, RespT> call = started;
        return call == null ? Attributes.EMPTY : call.getAttributes();
    }

    /** Opens the gate. */
    private final class Wire implements OutgoingCall.AsyncWire<Void> {

        private final Listener<RespT> responses;
        private final Metadata headers;

        Wire(Listener<RespT> responses, Metadata headers) {
            this.responses = responses;
            this.headers = headers;
        }

        @Override
        public CompletionStage<Void> send(Permit permit) {
            CompletableFuture<Void> answered = new CompletableFuture<>();
            if (!leave(Gate.OPEN)) {
                permit.release();
                answered.complete(null);
                return answered;
            }
            // A call belongs to the context in which it is made, and this is another thread's at times.
            Context before = context.attach();
            try {
                ClientCall<ReqT, RespT> call = next.newCall(method, options);
                boolean streaming = !method.getType().serverSendsOneMessage();
                call.start(new ToldListener<>(responses, permit, streaming, answered, () -> started = call), headers);
                started = call;
                handOver(call);
            } finally {
                context.detach(before);
            }
            return answered;
        }

        /** Whoever asked for what cannot be done has gone on meanwhile: he hears of it by the end of the call. */
        private void handOver(ClientCall<ReqT, RespT> call) {
            try {
                pass(call);
            } catch (RuntimeException | Error e) {
                call.cancel("failed to hand over what was asked of it before it had a permit", e);
                throw e;
            }
        }

        @Override
        public boolean isRepeatable() {
            return false;
        }
    }
}
