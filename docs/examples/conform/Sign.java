// Sign.java: javac Sign.java && pvg conform -- java Sign
import my_game.Signing;

class Sign {
  public static void main(String[] args) throws Exception {
    byte[] body = System.in.readAllBytes();
    String secret = System.getenv("PVG_SECRET");
    System.out.println(System.getenv("PVG_INTERFACE").equals("gateway")
        ? Signing.gateway(System.getenv("PVG_CLIENT_ID"), secret, System.getenv("PVG_TIMESTAMP"), body)
        : Signing.session(secret, body));
  }
}
