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
  program: `G|// Java 11 or later with jackson-databind: kotlinc Gateway.kt; arguments lookup|verify <product_id> <package> <receipt>
S|// Java 11 or later with jackson-databind: kotlinc Session.kt; arguments session <gameId> <username>
import com.fasterxml.jackson.databind.ObjectMapper
import java.io.IOException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
G|import java.security.MessageDigest
import java.time.Duration
G|import java.time.Instant
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
import kotlin.system.exitProcess

fun required(name: String): String =
    System.getenv(name).orEmpty().ifEmpty { error("$name is not set") }

fun hex(bytes: ByteArray): String = bytes.joinToString("") { "%02x".format(it) }

fun hmac(key: String, data: ByteArray): String {
    val mac = Mac.getInstance("HmacSHA256")
    mac.init(SecretKeySpec(key.toByteArray(), "HmacSHA256"))
    return hex(mac.doFinal(data))
}

G|/** The headers for a body. The timestamp is Unix seconds; header and message need the same text. */
G|fun sign(body: ByteArray, timestamp: String = Instant.now().epochSecond.toString()): Map<String, String> {
G|    val clientId = required("PVG_CLIENT_ID")
G|    val bodyHash = hex(MessageDigest.getInstance("SHA-256").digest(body))
G|    val message = listOf(clientId, timestamp, bodyHash).joinToString(".")
G|    val signature = hmac(required("PVG_CLIENT_SECRET"), message.toByteArray())
G|    return mapOf("X-Client-ID" to clientId, "X-Timestamp" to timestamp, "X-Signature" to signature)
G|}
S|/** The headers for a body. */
S|fun sign(body: ByteArray): Map<String, String> =
S|    mapOf("X-Signature" to hmac(required("PVG_SECRET_KEY"), body))

/** After 5xx or a lost answer it waits and tries again, with a new signature. */
fun post(path: String, fields: Map<String, Any>): HttpResponse<String> {
    // Sign and send these same bytes; never serialise again.
    val body = ObjectMapper().writeValueAsBytes(fields)
G|    val uri = URI.create(required("PVG_GATEWAY_URL").removeSuffix("/") + path)
S|    val uri = URI.create(required("PVG_SESSION_URL").removeSuffix("/") + path)
    for (attempt in 0..3) {
        val request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        sign(body).forEach { (name, value) -> request.header(name, value) }
        try {
            val response = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString())
            if (response.statusCode() < 500 || attempt == 3) return response
        } catch (lost: IOException) {
            if (attempt == 3) throw lost
        }
        Thread.sleep(500L shl attempt)
    }
    error("unreachable")
}

G|fun purchase(productId: String, packageName: String, receipt: String): Map<String, Any> =
G|    mapOf("os_id" to 1, "product_id" to productId, "package" to packageName, "receipt" to receipt)
G|
G|fun lookup(productId: String, packageName: String, receipt: String): HttpResponse<String> =
G|    post("/iap/gateway/lookup-receipt", purchase(productId, packageName, receipt))
G|
G|/** Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does. */
G|fun verify(productId: String, packageName: String, receipt: String): HttpResponse<String> =
G|    post("/iap/gateway/verify", purchase(productId, packageName, receipt))
G|
G|/** Give the item here: insert the id under a unique key, and give nothing if it is there already. */
G|fun grant(transactionId: String) = println("granted $transactionId")
S|/** Only xmdtCompleted of this answer says whether the player is verified, never the device. */
S|fun session(gameId: String, username: String): HttpResponse<String> =
S|    post("/xmdt/session", mapOf("gameId" to gameId, "username" to username))

fun main(args: Array<String>) {
    if (args[0] == "sign") {
G|        println(sign(System.\`in\`.readBytes(), required("PVG_TIMESTAMP"))["X-Signature"])
S|        println(sign(System.\`in\`.readBytes())["X-Signature"])
        return
    }
G|    if (args[0] == "verify") {
G|        val response = verify(args[1], args[2], args[3])
G|        val answer = ObjectMapper().readTree(response.body())
G|        val success = answer.path("success")
G|        if (success.isBoolean && success.booleanValue()) return grant(answer.path("transaction_id").asText())
G|        System.err.println("not granted: \${response.statusCode()} \${answer.path("error").asText()}")
G|        exitProcess(1)
G|    }
G|    val response = lookup(args[1], args[2], args[3])
S|    val response = session(args[1], args[2])
    println("\${response.statusCode()} \${response.body()}")
    if (response.statusCode() != 200) exitProcess(1)
}
`,
};
