@NullMarked
package io.github.resilience4j.adaptive.spring.web;

import org.jspecify.annotations.NullMarked;
