package my_game

import java.security.MessageDigest
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

private fun hex(bytes: ByteArray) = bytes.joinToString("") { "%02x".format(it) }

fun signGateway(clientId: String, secret: String, timestamp: String, body: ByteArray) =
    signSession(secret, "$clientId.$timestamp.${hex(MessageDigest.getInstance("SHA-256").digest(body))}".toByteArray())

fun signSession(secret: String, body: ByteArray): String {
    val mac = Mac.getInstance("HmacSHA256")
    mac.init(SecretKeySpec(secret.toByteArray(), "HmacSHA256"))
    return hex(mac.doFinal(body))
}
