// Java 17 or later with jackson-databind: kotlinc Signer.kt, then SignerKt <mode> <words>; the modes are at the end.
// When to grant, what to do about an unknown outcome, how to test this file: docs/guides/granting.md of pvg
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.databind.node.BooleanNode // only gateway
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.security.MessageDigest // only gateway
import java.time.Instant // only gateway
import java.util.concurrent.ExecutionException
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
import kotlin.random.Random
import kotlin.system.exitProcess

private val client = HttpClient.newHttpClient()

// only gateway
/** The headers for these bytes. Each attempt is signed anew, since the service checks the time. */
fun signGateway(body: ByteArray, now: Instant): Map<String, String> {
    // region: secret
    val clientId = System.getenv("PVG_CLIENT_ID").orEmpty().trim()
    val secret = System.getenv("PVG_CLIENT_SECRET").orEmpty().trim()
    check(clientId.isNotEmpty() && secret.isNotEmpty() && secret.first() !in "\"'") {
        "PVG_CLIENT_ID or PVG_CLIENT_SECRET is empty or in quotes"
    }

    // region: hash
    val bodyHash = MessageDigest.getInstance("SHA-256").digest(body).joinToString("") { "%02x".format(it) }

    // region: message
    val timestamp = now.epochSecond.toString() // now: Instant.now()
    val message = "$clientId.$timestamp.$bodyHash"

    // region: sign
    val mac = Mac.getInstance("HmacSHA256")
    mac.init(SecretKeySpec(secret.toByteArray(), "HmacSHA256"))
    val signature = mac.doFinal(message.toByteArray()).joinToString("") { "%02x".format(it) }
    val headers = mapOf("X-Client-ID" to clientId, "X-Timestamp" to timestamp, "X-Signature" to signature)

    return headers
}

// only session
fun signSession(body: ByteArray): Map<String, String> {
    // region: secret
    val secret = System.getenv("PVG_SECRET_KEY").orEmpty().trim()
    check(secret.isNotEmpty() && secret.first() !in "\"'") { "PVG_SECRET_KEY is empty or in quotes" }

    // region: sign
    val mac = Mac.getInstance("HmacSHA256")
    mac.init(SecretKeySpec(secret.toByteArray(), "HmacSHA256"))
    val signature = mac.doFinal(body).joinToString("") { "%02x".format(it) }
    val headers = mapOf("X-Signature" to signature)

    return headers
}

// end
/** Status 0: no answer. */
class Answer(val status: Int, val text: String, val attempts: Int) {
    val members: JsonNode by lazy {
        runCatching { ObjectMapper().readTree(text) }.getOrElse { ObjectMapper().createObjectNode() }
    }
}

/** After 5xx or a lost answer it waits and sends the same bytes again. */
fun post(baseUrl: String, path: String, fields: Map<String, Any>, sign: (ByteArray) -> Map<String, String>): Answer {
    // region: body
    val body = ObjectMapper().writeValueAsBytes(fields)

    val base = checkNotNull(System.getenv(baseUrl)) { "$baseUrl is not set" }
    val url = URI.create(base.removeSuffix("/") + path)
    for (attempts in 1..3) {
        val answer = send(url, body, sign(body), attempts)
        if (answer.status in 1..499) return answer
        Thread.sleep(Random.nextLong(50L shl attempts, 100L shl attempts))
    }
    return send(url, body, sign(body), attempts = 4)
}

private fun send(url: URI, body: ByteArray, headers: Map<String, String>, attempts: Int): Answer {
    // region: send
    val request = HttpRequest.newBuilder(url).header("Content-Type", "application/json")
    headers.forEach { (name, value) -> request.header(name, value) }
    request.POST(HttpRequest.BodyPublishers.ofByteArray(body))

    val sent = client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
    try {
        val response = sent.get(10, TimeUnit.SECONDS) // HttpRequest.timeout would not limit the body
        return Answer(response.statusCode(), response.body(), attempts)
    } catch (lost: ExecutionException) {
        System.err.println("attempt $attempts, no answer: $lost")
    } catch (lost: TimeoutException) {
        sent.cancel(true)
        System.err.println("attempt $attempts, no answer: $lost")
    }
    return Answer(0, "", attempts)
}

// only gateway
private fun postPurchase(path: String, productId: String, packageName: String, receipt: String): Answer {
    val fields = mapOf("os_id" to 1, "product_id" to productId, "package" to packageName, "receipt" to receipt)
    return post("PVG_GATEWAY_URL", path, fields) { body -> signGateway(body, Instant.now()) }
}

fun lookup(productId: String, packageName: String, receipt: String): Boolean {
    val answer = postPurchase("/iap/gateway/lookup-receipt", productId, packageName, receipt)
    println("${answer.status} ${answer.text}")
    return answer.status == 200
}

fun verify(productId: String, packageName: String, receipt: String): Boolean {
    val answer = postPurchase("/iap/gateway/verify", productId, packageName, receipt)
    val id = answer.members.path("transaction_id").asText("")
    // region: outcome
    val isAsked = answer.members.path("product_id").asText() == productId
    if (answer.status == 200 && answer.members.path("success") == BooleanNode.TRUE && isAsked && id.isNotEmpty()) {
        // Insert the id under a unique key first; if it is there already, give nothing.
        println("granted $id")
        return true
    }
    // An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
    val isUnknown = answer.status == 200 || answer.attempts > 1 || !answer.members.has("error")

    val error = answer.members.path("error").asText("without an error code")
    val hint = if (isUnknown) ": the outcome is unknown: look it up" else ""
    System.err.println("not granted: ${answer.status} $error$hint")
    return false
}

// only session
fun session(gameId: String, username: String): Boolean {
    val fields = mapOf("gameId" to gameId, "username" to username)
    val answer = post("PVG_SESSION_URL", "/xmdt/session", fields, ::signSession)
    println("${answer.status} ${answer.text}")
    // region: outcome
    // Only xmdtCompleted says whether the player is verified: never the device.
    return answer.status == 200 && answer.members.path("xmdtCompleted").isBoolean
}

// end
fun main(words: Array<String>) {
    val given = Instant.ofEpochSecond(System.getenv("PVG_TIMESTAMP").orEmpty().toLongOrNull() ?: 0) // only gateway
    val isRight = when (words.mapIndexed { at, word -> if (at == 0) word else "<>" }.joinToString(" ")) {
        "sign-gateway" -> return println(signGateway(System.`in`.readAllBytes(), given)["X-Signature"]) // only gateway
        "lookup <> <> <>" -> lookup(words[1], words[2], words[3]) // only gateway
        "verify <> <> <>" -> verify(words[1], words[2], words[3]) // only gateway
        "sign-session" -> return println(signSession(System.`in`.readAllBytes())["X-Signature"]) // only session
        "session <> <>" -> session(words[1], words[2]) // only session
        else -> error("the modes and their words are at the end of this file")
    }
    if (!isRight) exitProcess(1)
}
