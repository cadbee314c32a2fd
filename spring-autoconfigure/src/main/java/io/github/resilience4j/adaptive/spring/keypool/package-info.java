/**
 * Key pools from properties, {@code resilience4j.adaptive.keypool.instances.<name>.*}, by name; nobody sees a secret.
 * What is no text is changed by beans of type {@link
 * io.github.resilience4j.adaptive.spring.keypool.ApiKeyPoolConfigCustomizer} and {@link
 * io.github.resilience4j.adaptive.spring.keypool.ApiKeyPoolRegistryCustomizer}.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.keypool;

import org.jspecify.annotations.NullMarked;
