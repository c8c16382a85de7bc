import { camelCase } from './names.js';
import type { Language } from './language.js';

const utf8 = 'StandardCharsets.UTF_8';

export const java: Language = {
  alsoCalled: ['spring'],
  userAgent: /^(?:Java|Java-http-client|Apache-HttpClient|okhttp)\//,
  comment: '//',
  pieces: {
    names: camelCase,
    payload: `byte[] body = new ObjectMapper().writeValueAsBytes(payload);`,
    text: `byte[] body = text.getBytes(${utf8});`,
    file: `byte[] body = Files.readAllBytes(Path.of("body.json")); // bytes, not lines`,
    nothing: `byte[] body = new byte[0];`,
    send: `request.POST(HttpRequest.BodyPublishers.ofByteArray(body));`,
    bodyHash: `String bodyHash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));`,
    bodyHex: `String bodyHex = HexFormat.of().formatHex(body);`,
    message: `String message = String.join(".", clientId, timestamp, bodyHash);`,
    signed: { gateway: `message.getBytes(${utf8})`, session: 'body' },
    hmac: (data) => `Mac mac = Mac.getInstance("HmacSHA256");
mac.init(new SecretKeySpec(secret.getBytes(${utf8}), "HmacSHA256"));
String signature = HexFormat.of().formatHex(mac.doFinal(${data}));`,
    readSecret: (
      variable,
    ) => `String secret = Objects.requireNonNullElse(System.getenv("${variable}"), "").trim();
if (secret.isEmpty() || "\\"'".indexOf(secret.charAt(0)) >= 0) {
    throw new IllegalStateException("${variable} is empty or in quotes");
}`,
    fingerprint: `byte[] sum = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(${utf8}));
// Never the secret itself.
System.err.println(secret.length() + " " + HexFormat.of().formatHex(sum, 0, 6));`,
    print: (label, value) => `System.err.println("${label}: " + ${value});`,
    order: `// mac.init(key), then mac.doFinal(data)`,
    timestamp: `String timestamp = Long.toString(Instant.now().getEpochSecond());`,
    clientId: `String clientId = System.getenv("CLIENT_ID").trim();`,
    header: (name, value) => `request.header("${name}", ${value});`,
    contentType: `request.header("Content-Type", "application/json");`,
  },
  program: `G|// Java 17 or later with jackson-databind: java -cp "lib/*" Lookup.java <product_id> <package> <receipt>
S|// Java 17 or later with jackson-databind: java -cp "lib/*" Session.java <gameId> <username>
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
G|import java.security.MessageDigest;
import java.time.Duration;
G|import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

G|public class Lookup {
S|public class Session {
    public static void main(String[] args) throws Exception {
G|        String url = required("PVG_GATEWAY_URL").replaceFirst("/$", "") + "/iap/gateway/lookup-receipt";
G|        String clientId = required("PVG_CLIENT_ID");
G|        String clientSecret = required("PVG_CLIENT_SECRET");
S|        String url = required("PVG_SESSION_URL").replaceFirst("/$", "") + "/xmdt/session";
S|        String secretKey = required("PVG_SECRET_KEY");

        // Sign and send these same bytes; never serialise again.
G|        byte[] body = new ObjectMapper().writeValueAsBytes(
G|            Map.of("os_id", 1, "product_id", args[0], "package", args[1], "receipt", args[2]));
G|
G|        // Take the time once, in seconds: the header and the message need the same text.
G|        String timestamp = Long.toString(Instant.now().getEpochSecond());
G|        String bodyHash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
G|        String message = clientId + "." + timestamp + "." + bodyHash;
S|        byte[] body = new ObjectMapper().writeValueAsBytes(Map.of("gameId", args[0], "username", args[1]));
        Mac mac = Mac.getInstance("HmacSHA256");
G|        mac.init(new SecretKeySpec(clientSecret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
G|        String signature = HexFormat.of().formatHex(mac.doFinal(message.getBytes(StandardCharsets.UTF_8)));
S|        mac.init(new SecretKeySpec(secretKey.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
S|        String signature = HexFormat.of().formatHex(mac.doFinal(body));

        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
G|            .header("X-Client-ID", clientId)
G|            .header("X-Timestamp", timestamp)
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
