package io.github.resilience4j.adaptive.samples.portal;

import java.io.IOException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * The portal and the unknown limit: the same minute with limiter and coalescer, with the limiter alone, and with neither, over
 * real HTTP on this machine.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(Story.class)
public class PortalSample {

    /** For Spring. */
    PortalSample() {}

    /** Plays the story, prints one table and, where somebody sits in front of it, stays open for a look. */
    public static void main(String[] args) throws InterruptedException, IOException {
        try (ConfigurableApplicationContext app = SpringApplication.run(PortalSample.class, args)) {
            Environment environment = app.getEnvironment();
            String address = "http://127.0.0.1:" + environment.getProperty("local.server.port");
            System.out.println("Dashboard: " + address + "/actuator/adaptive/dashboard");
            System.out.println(Report.introduction(app.getBean(Story.class)));
            System.out.println("To watch it: " + address + "/");
            Comparison comparison = app.getBean(Show.class).play(System.out::println);
            System.out.println();
            System.out.println(Report.table(comparison));
            if (environment.getProperty("portal.stay", Boolean.class, isAtATerminal())) {
                System.out.println("The dashboard stays open; Enter ends it.");
                var unused = System.in.read();
            }
        }
    }

    /** From JDK 22 on it may say so without one; then the end of the input ends the wait. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isAtATerminal() {
        return System.console() != null;
    }
}
