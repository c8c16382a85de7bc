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
  program: `G|// Java 17 or later with jackson-databind: java -cp "lib/*" Gateway.java lookup|verify <product_id> <package> <receipt>
S|// Java 17 or later with jackson-databind: java -cp "lib/*" Session.java session <gameId> <username>
G|import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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

G|public class Gateway {
G|    /** The headers for a body. The timestamp is Unix seconds; header and message need the same text. */
G|    public static Map<String, String> sign(byte[] body, String timestamp) throws Exception {
G|        String clientId = required("PVG_CLIENT_ID");
G|        String bodyHash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
G|        String message = clientId + "." + timestamp + "." + bodyHash;
G|        String signature = hmac(required("PVG_CLIENT_SECRET"), message.getBytes(StandardCharsets.UTF_8));
G|        return Map.of("X-Client-ID", clientId, "X-Timestamp", timestamp, "X-Signature", signature);
G|    }
G|
G|    public static Map<String, String> sign(byte[] body) throws Exception {
G|        return sign(body, Long.toString(Instant.now().getEpochSecond()));
G|    }
S|public class Session {
S|    /** The headers for a body. */
S|    public static Map<String, String> sign(byte[] body) throws Exception {
S|        return Map.of("X-Signature", hmac(required("PVG_SECRET_KEY"), body));
S|    }

    private static String hmac(String key, byte[] data) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(data));
    }

    /** After 5xx or a lost answer it waits and tries again, with a new signature. */
    private static HttpResponse<String> post(String path, Map<String, ?> fields) throws Exception {
        // Sign and send these same bytes; never serialise again.
        byte[] body = new ObjectMapper().writeValueAsBytes(fields);
G|        URI uri = URI.create(required("PVG_GATEWAY_URL").replaceFirst("/$", "") + path);
S|        URI uri = URI.create(required("PVG_SESSION_URL").replaceFirst("/$", "") + path);
        for (int attempt = 0; ; attempt++) {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
            sign(body).forEach(request::header);
            try {
                HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
                if (response.statusCode() < 500 || attempt == 3) return response;
            } catch (IOException lost) {
                if (attempt == 3) throw lost;
            }
            Thread.sleep(500L << attempt);
        }
    }

G|    private static Map<String, ?> purchase(String productId, String packageName, String receipt) {
G|        return Map.of("os_id", 1, "product_id", productId, "package", packageName, "receipt", receipt);
G|    }
G|
G|    public static HttpResponse<String> lookup(String productId, String packageName, String receipt) throws Exception {
G|        return post("/iap/gateway/lookup-receipt", purchase(productId, packageName, receipt));
G|    }
G|
G|    /** Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does. */
G|    public static HttpResponse<String> verify(String productId, String packageName, String receipt) throws Exception {
G|        return post("/iap/gateway/verify", purchase(productId, packageName, receipt));
G|    }
G|
G|    /** Give the item here: insert the id under a unique key, and give nothing if it is there already. */
G|    private static void grant(String transactionId) {
G|        System.out.println("granted " + transactionId);
G|    }
S|    /** Only xmdtCompleted of this answer says whether the player is verified, never the device. */
S|    public static HttpResponse<String> session(String gameId, String username) throws Exception {
S|        return post("/xmdt/session", Map.of("gameId", gameId, "username", username));
S|    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("sign")) {
G|            Map<String, String> headers = sign(System.in.readAllBytes(), required("PVG_TIMESTAMP"));
S|            Map<String, String> headers = sign(System.in.readAllBytes());
            System.out.println(headers.get("X-Signature"));
            return;
        }
G|        if (args[0].equals("verify")) {
G|            HttpResponse<String> response = verify(args[1], args[2], args[3]);
G|            JsonNode answer = new ObjectMapper().readTree(response.body());
G|            if (answer.path("success").isBoolean() && answer.path("success").booleanValue()) {
G|                grant(answer.path("transaction_id").asText());
G|                return;
G|            }
G|            System.err.println("not granted: " + response.statusCode() + " " + answer.path("error").asText());
G|            System.exit(1);
G|        }
G|        HttpResponse<String> response = lookup(args[1], args[2], args[3]);
S|        HttpResponse<String> response = session(args[1], args[2]);
        System.out.println(response.statusCode() + " " + response.body());
        if (response.statusCode() != 200) System.exit(1);
    }

    private static String required(String name) {
        String value = System.getenv(name);
        if (value == null || value.isEmpty()) throw new IllegalStateException(name + " is not set");
        return value;
    }
}
`,
};
