// Sign.kt, compiled with your game: pvg conform -- java -cp sign.jar SignKt
import my_game.signGateway
import my_game.signSession

fun main() {
    val body = System.`in`.readBytes()
    val given = System.getenv()
    val secret = given.getValue("PVG_SECRET")
    println(
        if (given["PVG_INTERFACE"] == "gateway")
            signGateway(given.getValue("PVG_CLIENT_ID"), secret, given.getValue("PVG_TIMESTAMP"), body)
        else signSession(secret, body)
    )
}
