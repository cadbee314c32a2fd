package io.github.resilience4j.adaptive.spring.actuator;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.WebFilter;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * The policy of the page where the endpoint is served: on the port of the application or on one of its own.
 *
 * @since 0.1
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnAvailableEndpoint(endpoint = AdaptiveEndpoint.class)
public class PagePolicyConfiguration {

    /** For Spring. */
    public PagePolicyConfiguration() {}

    private static PagePolicy policy(PathMappedEndpoints endpoints) {
        return new PagePolicy(String.valueOf(endpoints.getPath(EndpointId.of(AdaptiveEndpoint.ID))));
    }

    /** In MVC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass(DispatcherServlet.class)
    static class Mvc {

        @Bean
        MvcPageFilter adaptivePagePolicy(PathMappedEndpoints endpoints) {
            return new MvcPageFilter(policy(endpoints));
        }
    }

    /** In WebFlux. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    @ConditionalOnClass(WebFilter.class)
    static class Flux {

        @Bean
        WebFluxPageFilter adaptivePagePolicy(PathMappedEndpoints endpoints) {
            return new WebFluxPageFilter(policy(endpoints));
        }
    }
}
