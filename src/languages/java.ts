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
  program: `// Java 17 or later with jackson-databind: java -cp "lib/*" «Interface».java «usage»
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
G|import com.fasterxml.jackson.databind.node.BooleanNode;
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

public class «Interface» {
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
S|    /** The headers for a body. */
S|    public static Map<String, String> sign(byte[] body) throws Exception {
S|        return Map.of("X-Signature", hmac(required("PVG_SECRET_KEY"), body));
S|    }

    private static String hmac(String key, byte[] data) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(data));
    }

    /** Status 0: no answer. */
    public record Answer(int status, String text, int attempts) {
        /** The members of the answer; none if it is not a JSON object. */
        public JsonNode members() {
            try {
                return new ObjectMapper().readTree(text);
            } catch (IOException notJson) {
                return new ObjectMapper().createObjectNode();
            }
        }
    }

    /** After 5xx or a lost answer it waits and signs again. */
    private static Answer post(String path, Map<String, ?> fields) throws Exception {
        // Sign and send these same bytes; never serialise again.
        byte[] body = new ObjectMapper().writeValueAsBytes(fields);
        URI uri = URI.create(required("PVG_«INTERFACE»_URL").replaceFirst("/$", "") + path);
        for (int attempts = 1; ; attempts++) {
            int status = 0;
            String text = "";
            HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
            sign(body).forEach(request::header);
            try {
                HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
                status = response.statusCode();
                text = response.body();
            } catch (IOException lost) {
                // Status 0.
            }
            if ((status != 0 && status < 500) || attempts == 4) return new Answer(status, text, attempts);
            Thread.sleep((long) ((100 << attempts) * (0.5 + Math.random() / 2)));
        }
    }

G|    private static Map<String, ?> purchase(String productId, String packageName, String receipt) {
G|        return Map.of("os_id", 1, "product_id", productId, "package", packageName, "receipt", receipt);
G|    }
G|
G|    public static Answer lookup(String productId, String packageName, String receipt) throws Exception {
G|        return post("/iap/gateway/lookup-receipt", purchase(productId, packageName, receipt));
G|    }
G|
G|    /**
G|     * Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|     * Returns null if it granted the purchase, or why not.
G|     */
G|    public static String verify(String productId, String packageName, String receipt) throws Exception {
G|        Answer answer = post("/iap/gateway/verify", purchase(productId, packageName, receipt));
G|        JsonNode members = answer.members();
G|        if (answer.status() == 200 && members.path("success").equals(BooleanNode.TRUE)) {
G|            grant(members.path("transaction_id").asText());
G|            return null;
G|        }
G|        boolean isUnknown =
G|            answer.status() == 0 || answer.status() == 200 || (answer.status() == 409 && answer.attempts() > 1);
G|        return answer.status() + " " + members.path("error").asText("without an error code")
G|            + (isUnknown ? ": the outcome is unknown: look it up" : "");
G|    }
G|
G|    /** Give the item here: insert the id under a unique key, and give nothing if it is there already. */
G|    private static void grant(String transactionId) {
G|        System.out.println("granted " + transactionId);
G|    }
S|    /** Only xmdtCompleted of this answer says whether the player is verified, never the device. */
S|    public static Answer session(String gameId, String username) throws Exception {
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
G|            String problem = verify(args[1], args[2], args[3]);
G|            if (problem == null) return;
G|            System.err.println("not granted: " + problem);
G|            System.exit(1);
G|        }
G|        Answer answer = lookup(args[1], args[2], args[3]);
S|        Answer answer = session(args[1], args[2]);
        System.out.println(answer.status() + " " + answer.text());
G|        if (answer.status() != 200) System.exit(1);
S|        if (answer.status() != 200 || !answer.members().path("xmdtCompleted").isBoolean()) System.exit(1);
    }

    private static String required(String name) {
        String value = System.getenv(name);
        if (value == null || value.isEmpty()) throw new IllegalStateException(name + " is not set");
        return value;
    }
}
`,
};
