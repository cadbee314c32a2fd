package io.github.resilience4j.adaptive.client.apache;

import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.CredentialsProvider;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;

/** Who the clients are, where they are asked. */
final class Ann {

    private Ann() {}

    static CredentialsProvider credentials() {
        BasicCredentialsProvider credentials = new BasicCredentialsProvider();
        credentials.setCredentials(
                new AuthScope(null, -1), new UsernamePasswordCredentials("ann", "secret".toCharArray()));
        return credentials;
    }
}
