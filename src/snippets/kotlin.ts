import type { Signer } from './signer.js';

export const kotlin: Signer = {
  gateway: String.raw`// Java 11 or later with jackson-databind: kotlinc Lookup.kt; arguments <product_id> <package> <receipt>
import com.fasterxml.jackson.databind.ObjectMapper
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.security.MessageDigest
import java.time.Duration
import java.time.Instant
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

fun required(name: String): String =
    System.getenv(name).orEmpty().ifEmpty { error("$name is not set") }

fun hex(bytes: ByteArray): String = bytes.joinToString("") { "%02x".format(it) }

fun main(args: Array<String>) {
    val url = required("PVG_GATEWAY_URL").removeSuffix("/") + "/iap/gateway/lookup-receipt"
    val clientId = required("PVG_CLIENT_ID")
    val clientSecret = required("PVG_CLIENT_SECRET")
    val (productId, packageName, receipt) = args

    // Sign and send these same bytes; never serialise again.
    val body = ObjectMapper().writeValueAsBytes(
        mapOf("os_id" to 1, "product_id" to productId, "package" to packageName, "receipt" to receipt)
    )

    // Seconds, taken once: the header and the message carry the same text.
    val timestamp = Instant.now().epochSecond.toString()
    val bodyHash = hex(MessageDigest.getInstance("SHA-256").digest(body))
    val message = listOf(clientId, timestamp, bodyHash).joinToString(".")
    val mac = Mac.getInstance("HmacSHA256")
    mac.init(SecretKeySpec(clientSecret.toByteArray(), "HmacSHA256"))
    val signature = hex(mac.doFinal(message.toByteArray()))

    val request = HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/json")
        .header("X-Client-ID", clientId)
        .header("X-Timestamp", timestamp)
        .header("X-Signature", signature)
        .timeout(Duration.ofSeconds(10))
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build()
    val response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString())
    println(listOf(response.statusCode(), response.body()).joinToString(" "))
}
`,
  session: String.raw`// Java 11 or later with jackson-databind: kotlinc Session.kt; arguments <gameId> <username>
import com.fasterxml.jackson.databind.ObjectMapper
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.time.Duration
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

fun required(name: String): String =
    System.getenv(name).orEmpty().ifEmpty { error("$name is not set") }

fun hex(bytes: ByteArray): String = bytes.joinToString("") { "%02x".format(it) }

fun main(args: Array<String>) {
    val url = required("PVG_SESSION_URL").removeSuffix("/") + "/xmdt/session"
    val secretKey = required("PVG_SECRET_KEY")
    val (gameId, username) = args

    // Sign and send these same bytes; never serialise again.
    val body = ObjectMapper().writeValueAsBytes(mapOf("gameId" to gameId, "username" to username))
    val mac = Mac.getInstance("HmacSHA256")
    mac.init(SecretKeySpec(secretKey.toByteArray(), "HmacSHA256"))
    val signature = hex(mac.doFinal(body))

    val request = HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/json")
        .header("X-Signature", signature)
        .timeout(Duration.ofSeconds(10))
        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
        .build()
    val response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString())
    println(listOf(response.statusCode(), response.body()).joinToString(" "))
}
`,
};
