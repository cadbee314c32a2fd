/** RxJava 3: calls that wait for their permits without a thread. Needs {@code io.reactivex.rxjava3:rxjava}. */
@NullMarked
package io.github.resilience4j.adaptive.rxjava3;

import org.jspecify.annotations.NullMarked;
