import { camelCase } from './names.js';
import type { Language } from './language.js';

const hex = `joinToString("") { "%02x".format(it) }`;

export const kotlin: Language = {
  alsoCalled: ['kt', 'ktor'],
  userAgent: /^ktor\b/i,
  comment: '//',
  pieces: {
    names: camelCase,
    payload: `val body = ObjectMapper().writeValueAsBytes(payload)`,
    text: `val body = text.toByteArray() // UTF-8 by default`,
    file: `val body = File("body.json").readBytes() // bytes, not lines`,
    nothing: `val body = ByteArray(0)`,
    send: `request.POST(HttpRequest.BodyPublishers.ofByteArray(body))`,
    bodyHash: `val bodyHash = MessageDigest.getInstance("SHA-256").digest(body).${hex}`,
    bodyHex: `val bodyHex = body.${hex}`,
    message: `val message = listOf(clientId, timestamp, bodyHash).joinToString(".")`,
    signed: { gateway: 'message.toByteArray()', session: 'body' },
    hmac: (data) => `val mac = Mac.getInstance("HmacSHA256")
mac.init(SecretKeySpec(secret.toByteArray(), "HmacSHA256"))
val signature = mac.doFinal(${data}).${hex}`,
    readSecret: (variable) => `val secret = System.getenv("${variable}").orEmpty().trim()
check(secret.isNotEmpty() && secret.first() !in "\\"'") { "${variable} is empty or in quotes" }`,
    fingerprint: `val sum = MessageDigest.getInstance("SHA-256").digest(secret.toByteArray())
val fingerprint = sum.take(6).${hex}
System.err.println("\${secret.length} $fingerprint") // never the secret itself`,
    print: (label, value) => `System.err.println("${label}: $${value}")`,
    order: `// mac.init(key), then mac.doFinal(data)`,
    timestamp: `val timestamp = Instant.now().epochSecond.toString()`,
    clientId: `val clientId = System.getenv("CLIENT_ID").trim()`,
    header: (name, value) => `request.header("${name}", ${value})`,
    contentType: `request.header("Content-Type", "application/json")`,
  },
  program: `G|// Java 11 or later with jackson-databind: kotlinc Lookup.kt; arguments <product_id> <package> <receipt>
S|// Java 11 or later with jackson-databind: kotlinc Session.kt; arguments <gameId> <username>
import com.fasterxml.jackson.databind.ObjectMapper
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
G|import java.security.MessageDigest
import java.time.Duration
G|import java.time.Instant
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

fun required(name: String): String =
    System.getenv(name).orEmpty().ifEmpty { error("$name is not set") }

fun hex(bytes: ByteArray): String = bytes.joinToString("") { "%02x".format(it) }

fun main(args: Array<String>) {
G|    val url = required("PVG_GATEWAY_URL").removeSuffix("/") + "/iap/gateway/lookup-receipt"
G|    val clientId = required("PVG_CLIENT_ID")
G|    val clientSecret = required("PVG_CLIENT_SECRET")
G|    val (productId, packageName, receipt) = args
S|    val url = required("PVG_SESSION_URL").removeSuffix("/") + "/xmdt/session"
S|    val secretKey = required("PVG_SECRET_KEY")
S|    val (gameId, username) = args

    // Sign and send these same bytes; never serialise again.
G|    val body = ObjectMapper().writeValueAsBytes(
G|        mapOf("os_id" to 1, "product_id" to productId, "package" to packageName, "receipt" to receipt)
G|    )
G|
G|    // Take the time once, in seconds: the header and the message need the same text.
G|    val timestamp = Instant.now().epochSecond.toString()
G|    val bodyHash = hex(MessageDigest.getInstance("SHA-256").digest(body))
G|    val message = listOf(clientId, timestamp, bodyHash).joinToString(".")
S|    val body = ObjectMapper().writeValueAsBytes(mapOf("gameId" to gameId, "username" to username))
    val mac = Mac.getInstance("HmacSHA256")
G|    mac.init(SecretKeySpec(clientSecret.toByteArray(), "HmacSHA256"))
G|    val signature = hex(mac.doFinal(message.toByteArray()))
S|    mac.init(SecretKeySpec(secretKey.toByteArray(), "HmacSHA256"))
S|    val signature = hex(mac.doFinal(body))

    val request = HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/json")
G|        .header("X-Client-ID", clientId)
G|        .header("X-Timestamp", timestamp)
        .header("X-Signature", signature)
        .timeout(Duration.ofSeconds(10))
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build()
    val response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString())
    println(listOf(response.statusCode(), response.body()).joinToString(" "))
}
`,
};
