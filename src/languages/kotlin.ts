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
  program: `// Java 11 or later with jackson-databind: kotlinc «Interface».kt; arguments «usage»
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.ObjectMapper
G|import com.fasterxml.jackson.databind.node.BooleanNode
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

/** Status 0: no answer. */
class Answer(val status: Int, val text: String, val attempts: Int) {
    /** The members of the answer; none if it is not a JSON object. */
    fun members(): JsonNode =
        try { ObjectMapper().readTree(text) } catch (notJson: IOException) { ObjectMapper().createObjectNode() }
}

/** After 5xx or a lost answer it waits and signs again. */
fun post(path: String, fields: Map<String, Any>): Answer {
    // Sign and send these same bytes; never serialise again.
    val body = ObjectMapper().writeValueAsBytes(fields)
    val uri = URI.create(required("PVG_«INTERFACE»_URL").removeSuffix("/") + path)
    var answer = Answer(0, "", 0)
    for (attempts in 1..4) {
        val request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        sign(body).forEach { (name, value) -> request.header(name, value) }
        answer = try {
            val response = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString())
            Answer(response.statusCode(), response.body(), attempts)
        } catch (lost: IOException) {
            Answer(0, "", attempts)
        }
        if (answer.status in 1..499) break
        if (attempts < 4) Thread.sleep(((100 shl attempts) * (0.5 + Math.random() / 2)).toLong())
    }
    return answer
}

G|fun purchase(productId: String, packageName: String, receipt: String): Map<String, Any> =
G|    mapOf("os_id" to 1, "product_id" to productId, "package" to packageName, "receipt" to receipt)
G|
G|fun lookup(productId: String, packageName: String, receipt: String): Answer =
G|    post("/iap/gateway/lookup-receipt", purchase(productId, packageName, receipt))
G|
G|/**
G| * Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G| * Returns null if it granted the purchase, or why not.
G| */
G|fun verify(productId: String, packageName: String, receipt: String): String? {
G|    val answer = post("/iap/gateway/verify", purchase(productId, packageName, receipt))
G|    val members = answer.members()
G|    if (answer.status == 200 && members.path("success") == BooleanNode.TRUE) {
G|        grant(members.path("transaction_id").asText())
G|        return null
G|    }
G|    val isUnknown = answer.status == 0 || answer.status == 200 || (answer.status == 409 && answer.attempts > 1)
G|    val problem = "\${answer.status} \${members.path("error").asText("without an error code")}"
G|    return if (isUnknown) "$problem: the outcome is unknown: look it up" else problem
G|}
G|
G|/** Give the item here: insert the id under a unique key, and give nothing if it is there already. */
G|fun grant(transactionId: String) = println("granted $transactionId")
S|/** Only xmdtCompleted of this answer says whether the player is verified, never the device. */
S|fun session(gameId: String, username: String): Answer =
S|    post("/xmdt/session", mapOf("gameId" to gameId, "username" to username))

fun main(args: Array<String>) {
    if (args[0] == "sign") {
G|        println(sign(System.\`in\`.readBytes(), required("PVG_TIMESTAMP"))["X-Signature"])
S|        println(sign(System.\`in\`.readBytes())["X-Signature"])
        return
    }
G|    if (args[0] == "verify") {
G|        val problem = verify(args[1], args[2], args[3]) ?: return
G|        System.err.println("not granted: $problem")
G|        exitProcess(1)
G|    }
G|    val answer = lookup(args[1], args[2], args[3])
S|    val answer = session(args[1], args[2])
    println("\${answer.status} \${answer.text}")
G|    if (answer.status != 200) exitProcess(1)
S|    if (answer.status != 200 || !answer.members().path("xmdtCompleted").isBoolean) exitProcess(1)
}
`,
};
