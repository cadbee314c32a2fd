package io.github.resilience4j.adaptive.coalesce;

import java.lang.reflect.Method;
import org.slf4j.MDC;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.spi.MDCAdapter;

/** An MDC that keeps what is put into it. The one of the tests' silent logger does not. */
final class MdcAdapters implements AutoCloseable {

    private final MDCAdapter before = MDC.getMDCAdapter();

    MdcAdapters() {
        set(new BasicMDCAdapter());
    }

    @Override
    public void close() {
        set(before);
    }

    private static void set(MDCAdapter adapter) {
        try {
            Method setter = MDC.class.getDeclaredMethod("setMDCAdapter", MDCAdapter.class);
            setter.setAccessible(true);
            setter.invoke(null, adapter);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
