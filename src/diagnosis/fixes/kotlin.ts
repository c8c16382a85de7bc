import { secretVariable, type LanguageFixes } from './kinds.js';

const hex = `joinToString("") { "%02x".format(it) }`;
const bodyHash = `val bodyHash = MessageDigest.getInstance("SHA-256").digest(body).${hex}`;
const join = `val message = listOf(clientId, timestamp, bodyHash).joinToString(".")`;
const send = `request.POST(HttpRequest.BodyPublishers.ofByteArray(body))`;

const hmac = (data: string): string => `val mac = Mac.getInstance("HmacSHA256")
mac.init(SecretKeySpec(secret.toByteArray(), "HmacSHA256"))
val signature = mac.doFinal(${data}).${hex}`;

export const kotlin: LanguageFixes = (scheme) => {
  const signed = scheme === 'gateway' ? 'message.toByteArray()' : 'body';
  const digest = scheme === 'gateway' ? bodyHash : hmac('body');
  const variable = secretVariable[scheme];
  return {
    'serialise-once': `val body = ObjectMapper().writeValueAsBytes(payload)\n${digest}\n${send}`,
    'utf8-bytes': `val body = text.toByteArray() // UTF-8 by default\n${digest}\n${send}`,
    'no-extra-bytes': `val body = File("body.json").readBytes() // bytes, not lines\n${digest}\n${send}`,
    'empty-body': `val body = ByteArray(0)\n${digest}`,
    'body-hash': `${bodyHash}\n${join}`,
    'message-layout': `${join}\n${hmac('message.toByteArray()')}`,
    'session-message': hmac('body'),
    'secret-as-text': `val key = secret.toByteArray() // UTF-8 by default
val mac = Mac.getInstance("HmacSHA256")
mac.init(SecretKeySpec(key, "HmacSHA256"))
val signature = mac.doFinal(${signed}).${hex}`,
    'secret-trim': `val secret = System.getenv("${variable}").orEmpty().trim()
check(secret.isNotEmpty() && secret.first() !in "\\"'") { "${variable} is empty or in quotes" }`,
    'secret-right-one': `val secret = System.getenv("${variable}").orEmpty()
check(secret.isNotEmpty()) { "${variable} is not set" }
val sum = MessageDigest.getInstance("SHA-256").digest(secret.toByteArray())
val fingerprint = sum.take(6).${hex}
System.err.println("\${secret.length} $fingerprint") // never the secret itself`,
    'hmac-sha256': hmac(signed),
    'argument-order': `// mac.init(key), then mac.doFinal(data)\n${hmac(signed)}`,
    'hex-lower': `${hmac(signed)}
request.header("X-Signature", signature)`,
    'unix-seconds': `val timestamp = Instant.now().epochSecond.toString()
${join}
request.header("X-Timestamp", timestamp)`,
    'client-id': `val clientId = System.getenv("CLIENT_ID").trim()
${join}
request.header("X-Client-ID", clientId)`,
    headers:
      scheme === 'gateway'
        ? `request.header("Content-Type", "application/json")
request.header("X-Client-ID", clientId)
request.header("X-Timestamp", timestamp)
request.header("X-Signature", signature)`
        : `request.header("Content-Type", "application/json")
request.header("X-Signature", signature)`,
  };
};
