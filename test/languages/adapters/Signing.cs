using System;
using System.Security.Cryptography;
using System.Text;

namespace MyGame {
  public static class Signing {
    static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();

    public static string Gateway(string clientId, string secret, string timestamp, byte[] body) =>
      Session(secret, Encoding.UTF8.GetBytes($"{clientId}.{timestamp}.{Hex(SHA256.Create().ComputeHash(body))}"));

    public static string Session(string secret, byte[] body) =>
      Hex(new HMACSHA256(Encoding.UTF8.GetBytes(secret)).ComputeHash(body));
  }
}
