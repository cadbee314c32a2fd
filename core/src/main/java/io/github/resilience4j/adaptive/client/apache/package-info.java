/** Apache HttpClient 5, classic and asynchronous. */
@NullMarked
package io.github.resilience4j.adaptive.client.apache;

import org.jspecify.annotations.NullMarked;
