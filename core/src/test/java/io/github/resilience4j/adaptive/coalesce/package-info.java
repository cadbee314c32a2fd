@NullMarked
package io.github.resilience4j.adaptive.coalesce;

import org.jspecify.annotations.NullMarked;
