package io.github.resilience4j.adaptive.spring.aspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.annotation.Coalesce;
import io.github.resilience4j.adaptive.annotation.CoalesceEvict;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** When evictions happen, and what becomes of one when another fails. */
class EvictionTest {

    /** A database of one value. */
    static class Database {
        final AtomicReference<String> committed = new AtomicReference<>("old");
        final AtomicReference<String> pending = new AtomicReference<>("old");
    }

    static class Users {

        private final Database database;

        Users(Database database) {
            this.database = database;
        }

        @Coalesce(name = "users", key = "#id", maxAge = "1h")
        public String user(long id) {
            return database.committed.get();
        }

        @Transactional
        @CoalesceEvict(name = "users", key = "#id")
        public void save(long id, String name) {
            database.pending.set(name);
        }

        @Transactional(rollbackFor = IOException.class)
        @CoalesceEvict(name = "users", key = "#id")
        public void failToSave(long id, String name) throws IOException {
            database.pending.set(name);
            throw new IOException("not saved");
        }

        @CoalesceEvict(name = "users", key = "#name.length() / 0")
        @CoalesceEvict(name = "users", key = "#name.substring(9)")
        @CoalesceEvict(name = "users", key = "#id")
        public void saveWithMistakes(long id, String name) {
            database.committed.set(name);
        }
    }

    /** Somebody reads at the last moment before a commit: what that reader got must not stay. */
    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Transactions {

        @Bean
        Database database() {
            return new Database();
        }

        @Bean
        Users users(Database database) {
            return new Users(database);
        }

        @Bean
        PlatformTransactionManager transactions(Database database, ObjectProvider<Users> users) {
            return new AbstractPlatformTransactionManager() {
                @Override
                protected Object doGetTransaction() {
                    return database;
                }

                @Override
                protected void doBegin(Object transaction, TransactionDefinition definition) {
                    // Nothing to open.
                }

                @Override
                protected void doCommit(DefaultTransactionStatus status) {
                    assertThat(users.getObject().user(1)).isEqualTo("old");
                    database.committed.set(database.pending.get());
                }

                @Override
                protected void doRollback(DefaultTransactionStatus status) {
                    database.pending.set(database.committed.get());
                }
            };
        }
    }

    @Test
    void comesAfterTheCommit() {
        AspectApps.with(Transactions.class).run(context -> {
            Users users = context.getBean(Users.class);
            assertThat(users.user(1)).isEqualTo("old");
            users.save(1, "new");
            assertThat(users.user(1)).isEqualTo("new");
        });
    }

    @Test
    void doesNotComeAfterARollback() {
        AspectApps.with(Transactions.class).run(context -> {
            Users users = context.getBean(Users.class);
            assertThat(users.user(1)).isEqualTo("old");
            context.getBean(Database.class).committed.set("changed by others");
            assertThatThrownBy(() -> users.failToSave(1, "new")).isInstanceOf(IOException.class);
            assertThat(users.user(1)).isEqualTo("old");
        });
    }

    @Test
    void oneThatFailsDoesNotKeepTheOthersFromHappening() {
        AspectApps.with(Transactions.class).run(context -> {
            Users users = context.getBean(Users.class);
            assertThat(users.user(1)).isEqualTo("old");
            assertThatThrownBy(() -> users.saveWithMistakes(1, "new"))
                    .isInstanceOf(RuntimeException.class)
                    .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
            assertThat(users.user(1)).isEqualTo("new");
        });
    }
}
