import { dotnet } from './dotnet.js';
import type { Language } from './language.js';

// For dedicated servers: a player build must never hold the secret.
export const unity: Language = {
  alsoCalled: ['unity3d'],
  userAgent: /^UnityPlayer\//,
  comment: '//',
  pieces: dotnet({
    payload: `byte[] body = Encoding.UTF8.GetBytes(JsonUtility.ToJson(payload));`,
    send: `request.uploadHandler = new UploadHandlerRaw(body); // not UnityWebRequest.Post with a string`,
    header: (name, value) => `request.SetRequestHeader("${name}", ${value});`,
    contentType: `request.SetRequestHeader("Content-Type", "application/json");`,
    log: (text) => `Debug.Log(${text});`,
  }),
  program: `// Unity 2021.3 or later, dedicated server builds only: a player build must never hold the secret.
#if UNITY_SERVER
using System;
using System.Collections;
using System.Security.Cryptography;
using System.Text;
using UnityEngine;
using UnityEngine.Networking;

G|public static class PurchaseLookup
S|public static class PlayerSession
{
    [Serializable]
    private class Body
    {
G|        public int os_id = 1;
G|        public string product_id;
G|        public string package;
G|        public string receipt;
S|        public string gameId;
S|        public string username;
    }

G|    public static IEnumerator Send(string productId, string package, string receipt, Action<long, string> done)
S|    public static IEnumerator Mint(string gameId, string username, Action<long, string> done)
    {
G|        var url = Required("PVG_GATEWAY_URL").TrimEnd('/') + "/iap/gateway/lookup-receipt";
G|        var clientId = Required("PVG_CLIENT_ID");
G|        var clientSecret = Required("PVG_CLIENT_SECRET");
S|        var url = Required("PVG_SESSION_URL").TrimEnd('/') + "/xmdt/session";
S|        var secretKey = Required("PVG_SECRET_KEY");

        // Sign and send these same bytes: UploadHandlerRaw, not UnityWebRequest.Post with a string or form.
        byte[] body = Encoding.UTF8.GetBytes(
G|            JsonUtility.ToJson(new Body { product_id = productId, package = package, receipt = receipt }));
G|
G|        // Take the time once, in seconds: the header and the message need the same text.
G|        var timestamp = DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString();
S|            JsonUtility.ToJson(new Body { gameId = gameId, username = username }));
        string signature;
G|        using (var sha = SHA256.Create())
G|        using (var mac = new HMACSHA256(Encoding.UTF8.GetBytes(clientSecret)))
S|        using (var mac = new HMACSHA256(Encoding.UTF8.GetBytes(secretKey)))
        {
G|            var message = clientId + "." + timestamp + "." + Hex(sha.ComputeHash(body));
G|            signature = Hex(mac.ComputeHash(Encoding.UTF8.GetBytes(message)));
S|            signature = Hex(mac.ComputeHash(body));
        }

        using (var request = new UnityWebRequest(url, UnityWebRequest.kHttpVerbPOST))
        {
            request.uploadHandler = new UploadHandlerRaw(body);
            request.downloadHandler = new DownloadHandlerBuffer();
            request.timeout = 10;
            request.SetRequestHeader("Content-Type", "application/json");
G|            request.SetRequestHeader("X-Client-ID", clientId);
G|            request.SetRequestHeader("X-Timestamp", timestamp);
            request.SetRequestHeader("X-Signature", signature);
            yield return request.SendWebRequest();
            done(request.responseCode, request.downloadHandler.text);
        }
    }

    private static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();

    private static string Required(string name)
    {
        var value = Environment.GetEnvironmentVariable(name);
        if (string.IsNullOrEmpty(value)) throw new InvalidOperationException(name + " is not set");
        return value;
    }
}
#endif
`,
};
