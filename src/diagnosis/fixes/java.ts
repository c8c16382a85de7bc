import { secretVariable, type LanguageFixes } from './kinds.js';

const utf8 = 'StandardCharsets.UTF_8';
const bodyHash = `String bodyHash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));`;
const join = `String message = String.join(".", clientId, timestamp, bodyHash);`;
const send = `request.POST(HttpRequest.BodyPublishers.ofByteArray(body));`;

const hmac = (data: string): string => `Mac mac = Mac.getInstance("HmacSHA256");
mac.init(new SecretKeySpec(secret.getBytes(${utf8}), "HmacSHA256"));
String signature = HexFormat.of().formatHex(mac.doFinal(${data}));`;

export const java: LanguageFixes = (scheme) => {
  const signed = scheme === 'gateway' ? `message.getBytes(${utf8})` : 'body';
  const digest = scheme === 'gateway' ? bodyHash : hmac('body');
  const variable = secretVariable[scheme];
  return {
    'serialise-once': `byte[] body = new ObjectMapper().writeValueAsBytes(payload);\n${digest}\n${send}`,
    'utf8-bytes': `byte[] body = text.getBytes(${utf8});\n${digest}\n${send}`,
    'no-extra-bytes': `byte[] body = Files.readAllBytes(Path.of("body.json")); // bytes, not lines\n${digest}\n${send}`,
    'empty-body': `byte[] body = new byte[0];\n${digest}`,
    'body-hash': `${bodyHash}\n${join}`,
    'message-layout': `${join}\n${hmac(`message.getBytes(${utf8})`)}`,
    'session-message': hmac('body'),
    'secret-as-text': `byte[] key = secret.getBytes(${utf8});
Mac mac = Mac.getInstance("HmacSHA256");
mac.init(new SecretKeySpec(key, "HmacSHA256"));
String signature = HexFormat.of().formatHex(mac.doFinal(${signed}));`,
    'secret-trim': `String secret = Objects.requireNonNullElse(System.getenv("${variable}"), "").trim();
if (secret.isEmpty() || "\\"'".indexOf(secret.charAt(0)) >= 0) {
    throw new IllegalStateException("${variable} is empty or in quotes");
}`,
    'secret-right-one': `String secret = System.getenv("${variable}");
if (secret == null || secret.isEmpty()) throw new IllegalStateException("${variable} is not set");
byte[] sum = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(${utf8}));
// Never the secret itself.
System.err.println(secret.length() + " " + HexFormat.of().formatHex(sum, 0, 6));`,
    'hmac-sha256': hmac(signed),
    'argument-order': `// mac.init(key), then mac.doFinal(data)\n${hmac(signed)}`,
    'hex-lower': `${hmac(signed)}
request.header("X-Signature", signature);`,
    'unix-seconds': `String timestamp = Long.toString(Instant.now().getEpochSecond());
${join}
request.header("X-Timestamp", timestamp);`,
    'client-id': `String clientId = System.getenv("CLIENT_ID").trim();
${join}
request.header("X-Client-ID", clientId);`,
    headers:
      scheme === 'gateway'
        ? `request.header("Content-Type", "application/json");
request.header("X-Client-ID", clientId);
request.header("X-Timestamp", timestamp);
request.header("X-Signature", signature);`
        : `request.header("Content-Type", "application/json");
request.header("X-Signature", signature);`,
  };
};
