package io.github.resilience4j.adaptive.samples.portal;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The portal and the unknown limit: the same minute with limiter and coalescer, with the limiter alone, and with neither, over
 * real HTTP on this machine.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(Story.class)
public class PortalSample {

    /** For Spring. */
    PortalSample() {}

    /** Plays the story and prints one table. */
    public static void main(String[] args) throws InterruptedException {
        try (ConfigurableApplicationContext app = SpringApplication.run(PortalSample.class, args)) {
            System.out.println(Report.introduction(app.getBean(Story.class)));
            System.out.println(
                    "To watch it: http://localhost:" + app.getEnvironment().getProperty("local.server.port") + "/");
            Comparison comparison = app.getBean(Show.class).play(System.out::println);
            System.out.println();
            System.out.println(Report.table(comparison));
        }
    }
}
