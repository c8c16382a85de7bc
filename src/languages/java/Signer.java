// Java 17 or later with jackson-databind: java -cp "lib/*" Signer.java <mode> <words>; the modes are at the end.
// When to grant, what to do about an unknown outcome, how to test this file: docs/guides/granting.md of pvg
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest; // only gateway
import java.time.Instant; // only gateway
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Signer {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    // only gateway
    /** The headers for these bytes. Each attempt is signed anew, since the service checks the time. */
    public static Map<String, String> signGateway(byte[] body, Instant now) throws Exception {
        // region: secret
        String clientId = System.getenv().getOrDefault("PVG_CLIENT_ID", "").trim();
        String secret = System.getenv().getOrDefault("PVG_CLIENT_SECRET", "").trim();
        if (clientId.isEmpty() || secret.isEmpty() || secret.matches("[\"'].*")) {
            throw new IllegalStateException("PVG_CLIENT_ID or PVG_CLIENT_SECRET is empty or in quotes");
        }

        // region: hash
        String bodyHash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));

        // region: message
        String timestamp = Long.toString(now.getEpochSecond()); // now: Instant.now()
        String message = String.join(".", clientId, timestamp, bodyHash);

        // region: sign
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String signature = HexFormat.of().formatHex(mac.doFinal(message.getBytes(StandardCharsets.UTF_8)));
        var headers = Map.of("X-Client-ID", clientId, "X-Timestamp", timestamp, "X-Signature", signature);

        return headers;
    }

    // only session
    public static Map<String, String> signSession(byte[] body) throws Exception {
        // region: secret
        String secret = System.getenv().getOrDefault("PVG_SECRET_KEY", "").trim();
        if (secret.isEmpty() || secret.matches("[\"'].*")) {
            throw new IllegalStateException("PVG_SECRET_KEY is empty or in quotes");
        }

        // region: sign
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String signature = HexFormat.of().formatHex(mac.doFinal(body));
        var headers = Map.of("X-Signature", signature);

        return headers;
    }

    // end
    interface Sign {
        Map<String, String> headers(byte[] body) throws Exception;
    }

    /** Status 0: no answer. */
    record Answer(int status, String text, int attempts) {
        JsonNode members() {
            try {
                return new ObjectMapper().readTree(text);
            } catch (IOException notJson) {
                return new ObjectMapper().createObjectNode();
            }
        }
    }

    /** After 5xx or a lost answer it waits and sends the same bytes again. */
    static Answer post(String baseUrl, String path, Map<String, ?> fields, Sign sign) throws Exception {
        // region: body
        byte[] body = new ObjectMapper().writeValueAsBytes(fields);

        String base = Objects.requireNonNull(System.getenv(baseUrl), baseUrl + " is not set");
        URI url = URI.create(base.replaceFirst("/$", "") + path);
        for (int attempts = 1; ; attempts++) {
            Map<String, String> headers = sign.headers(body);
            // region: send
            var request = HttpRequest.newBuilder(url).header("Content-Type", "application/json");
            headers.forEach(request::header);
            request.POST(HttpRequest.BodyPublishers.ofByteArray(body));

            Answer answer = send(request.build(), attempts);
            if ((answer.status != 0 && answer.status < 500) || attempts == 4) return answer;
            Thread.sleep((long) ((100 << attempts) * (0.5 + Math.random() / 2)));
        }
    }

    static Answer send(HttpRequest request, int attempts) throws InterruptedException {
        var sent = CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString());
        try {
            var response = sent.get(10, TimeUnit.SECONDS); // HttpRequest.timeout would not limit the body
            return new Answer(response.statusCode(), response.body(), attempts);
        } catch (ExecutionException | TimeoutException lost) {
            sent.cancel(true);
            System.err.println("attempt " + attempts + ", no answer: " + lost);
            return new Answer(0, "", attempts);
        }
    }

    // only gateway
    static Answer postPurchase(String path, String productId, String packageName, String receipt) throws Exception {
        var fields = Map.of("os_id", 1, "product_id", productId, "package", packageName, "receipt", receipt);
        return post("PVG_GATEWAY_URL", path, fields, body -> signGateway(body, Instant.now()));
    }

    public static boolean lookup(String productId, String packageName, String receipt) throws Exception {
        Answer answer = postPurchase("/iap/gateway/lookup-receipt", productId, packageName, receipt);
        System.out.println(answer.status + " " + answer.text);
        return answer.status == 200;
    }

    public static boolean verify(String productId, String packageName, String receipt) throws Exception {
        Answer answer = postPurchase("/iap/gateway/verify", productId, packageName, receipt);
        JsonNode members = answer.members();
        String id = members.path("transaction_id").asText("");
        // region: outcome
        boolean isAsked = members.path("product_id").asText().equals(productId);
        if (answer.status == 200 && members.path("success").booleanValue() && isAsked && !id.isEmpty()) {
            // Insert the id under a unique key first; if it is there already, give nothing.
            System.out.println("granted " + id);
            return true;
        }
        // An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
        boolean isUnknown = answer.status == 200 || answer.attempts > 1 || !members.has("error");

        String error = members.path("error").asText("without an error code");
        String hint = isUnknown ? ": the outcome is unknown: look it up" : "";
        System.err.println("not granted: " + answer.status + " " + error + hint);
        return false;
    }

    // only session
    public static boolean session(String gameId, String username) throws Exception {
        var fields = Map.of("gameId", gameId, "username", username);
        Answer answer = post("PVG_SESSION_URL", "/xmdt/session", fields, Signer::signSession);
        System.out.println(answer.status + " " + answer.text);
        // region: outcome
        // Only xmdtCompleted says whether the player is verified: never the device.
        return answer.status == 200 && answer.members().path("xmdtCompleted").isBoolean();
    }

    // end
    static boolean print(Map<String, String> headers) {
        System.out.println(headers.get("X-Signature"));
        return true;
    }

    public static void main(String[] words) throws Exception {
        Instant given = Instant.ofEpochSecond(Long.parseLong("0" + System.getenv().getOrDefault("PVG_TIMESTAMP", ""))); // only gateway
        boolean isRight = switch (words.length == 0 ? "" : words[0] + " <>".repeat(words.length - 1)) {
            case "sign-gateway" -> print(signGateway(System.in.readAllBytes(), given)); // only gateway
            case "lookup <> <> <>" -> lookup(words[1], words[2], words[3]); // only gateway
            case "verify <> <> <>" -> verify(words[1], words[2], words[3]); // only gateway
            case "sign-session" -> print(signSession(System.in.readAllBytes())); // only session
            case "session <> <>" -> session(words[1], words[2]); // only session
            default -> throw new Error("the modes and their words are at the end of this file");
        };
        if (!isRight) System.exit(1);
    }
}
