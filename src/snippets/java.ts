import type { Signer } from './signer.js';

export const java: Signer = {
  gateway: String.raw`// Java 17 or later with jackson-databind: java -cp "lib/*" Lookup.java <product_id> <package> <receipt>
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Lookup {
    public static void main(String[] args) throws Exception {
        String url = required("PVG_GATEWAY_URL").replaceFirst("/$", "") + "/iap/gateway/lookup-receipt";
        String clientId = required("PVG_CLIENT_ID");
        String clientSecret = required("PVG_CLIENT_SECRET");

        // Sign and send these same bytes; never serialise again.
        byte[] body = new ObjectMapper().writeValueAsBytes(
            Map.of("os_id", 1, "product_id", args[0], "package", args[1], "receipt", args[2]));

        // Seconds, taken once: the header and the message carry the same text.
        String timestamp = Long.toString(Instant.now().getEpochSecond());
        String bodyHash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        String message = clientId + "." + timestamp + "." + bodyHash;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(clientSecret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String signature = HexFormat.of().formatHex(mac.doFinal(message.getBytes(StandardCharsets.UTF_8)));

        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .header("X-Client-ID", clientId)
            .header("X-Timestamp", timestamp)
            .header("X-Signature", signature)
            .timeout(Duration.ofSeconds(10))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
        HttpResponse<String> response =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }

    static String required(String name) {
        String value = System.getenv(name);
        if (value == null || value.isEmpty()) throw new IllegalStateException(name + " is not set");
        return value;
    }
}
`,
  session: String.raw`// Java 17 or later with jackson-databind: java -cp "lib/*" Session.java <gameId> <username>
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Session {
    public static void main(String[] args) throws Exception {
        String url = required("PVG_SESSION_URL").replaceFirst("/$", "") + "/xmdt/session";
        String secretKey = required("PVG_SECRET_KEY");

        // Sign and send these same bytes; never serialise again.
        byte[] body = new ObjectMapper().writeValueAsBytes(Map.of("gameId", args[0], "username", args[1]));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secretKey.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String signature = HexFormat.of().formatHex(mac.doFinal(body));

        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .header("X-Signature", signature)
            .timeout(Duration.ofSeconds(10))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
        HttpResponse<String> response =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }

    static String required(String name) {
        String value = System.getenv(name);
        if (value == null || value.isEmpty()) throw new IllegalStateException(name + " is not set");
        return value;
    }
}
`,
};
