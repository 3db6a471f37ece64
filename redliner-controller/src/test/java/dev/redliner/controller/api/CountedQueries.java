package dev.redliner.controller.api;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Counts the statements that the requests to a server prepare. Those of its own threads do not count. */
final class CountedQueries implements BeanPostProcessor {
    private static final String THREADS_OF_REQUESTS = "http-";

    private final AtomicInteger count = new AtomicInteger();

    int count() {
        return count.get();
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource source ? counted(DataSource.class, source) : bean;
    }

    /** The same object, whose connections count their statements. */
    private <T> T counted(Class<T> type, T target) {
        Object proxy =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        Object result = method.invoke(target, arguments);
                        if (result instanceof Connection connection
                                && method.getName().equals("getConnection")) {
                            return counted(Connection.class, connection);
                        }
                        boolean prepares = method.getName().equals("prepareStatement")
                                || method.getName().equals("createStatement");
                        if (prepares && Thread.currentThread().getName().startsWith(THREADS_OF_REQUESTS)) {
                            count.incrementAndGet();
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return type.cast(proxy);
    }
}
