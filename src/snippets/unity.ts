import type { Signer } from './signer.js';

export const unity: Signer = {
  gateway: String.raw`// Unity 2021.3 or later, dedicated server builds only: a player build must never hold the secret.
#if UNITY_SERVER
using System;
using System.Collections;
using System.Security.Cryptography;
using System.Text;
using UnityEngine;
using UnityEngine.Networking;

public static class PurchaseLookup
{
    [Serializable]
    private class Body
    {
        public int os_id = 1;
        public string product_id;
        public string package;
        public string receipt;
    }

    public static IEnumerator Send(string productId, string package, string receipt, Action<long, string> done)
    {
        var url = Required("PVG_GATEWAY_URL").TrimEnd('/') + "/iap/gateway/lookup-receipt";
        var clientId = Required("PVG_CLIENT_ID");
        var clientSecret = Required("PVG_CLIENT_SECRET");

        // Sign and send these same bytes: UploadHandlerRaw, not UnityWebRequest.Post with a string or form.
        byte[] body = Encoding.UTF8.GetBytes(
            JsonUtility.ToJson(new Body { product_id = productId, package = package, receipt = receipt }));

        // Seconds, taken once: the header and the message carry the same text.
        var timestamp = DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString();
        string signature;
        using (var sha = SHA256.Create())
        using (var mac = new HMACSHA256(Encoding.UTF8.GetBytes(clientSecret)))
        {
            var message = clientId + "." + timestamp + "." + Hex(sha.ComputeHash(body));
            signature = Hex(mac.ComputeHash(Encoding.UTF8.GetBytes(message)));
        }

        using (var request = new UnityWebRequest(url, UnityWebRequest.kHttpVerbPOST))
        {
            request.uploadHandler = new UploadHandlerRaw(body);
            request.downloadHandler = new DownloadHandlerBuffer();
            request.timeout = 10;
            request.SetRequestHeader("Content-Type", "application/json");
            request.SetRequestHeader("X-Client-ID", clientId);
            request.SetRequestHeader("X-Timestamp", timestamp);
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
  session: String.raw`// Unity 2021.3 or later, dedicated server builds only: a player build must never hold the secret.
#if UNITY_SERVER
using System;
using System.Collections;
using System.Security.Cryptography;
using System.Text;
using UnityEngine;
using UnityEngine.Networking;

public static class PlayerSession
{
    [Serializable]
    private class Body
    {
        public string gameId;
        public string username;
    }

    public static IEnumerator Mint(string gameId, string username, Action<long, string> done)
    {
        var url = Required("PVG_SESSION_URL").TrimEnd('/') + "/xmdt/session";
        var secretKey = Required("PVG_SECRET_KEY");

        // Sign and send these same bytes: UploadHandlerRaw, not UnityWebRequest.Post with a string or form.
        byte[] body = Encoding.UTF8.GetBytes(
            JsonUtility.ToJson(new Body { gameId = gameId, username = username }));
        string signature;
        using (var mac = new HMACSHA256(Encoding.UTF8.GetBytes(secretKey)))
        {
            signature = Hex(mac.ComputeHash(body));
        }

        using (var request = new UnityWebRequest(url, UnityWebRequest.kHttpVerbPOST))
        {
            request.uploadHandler = new UploadHandlerRaw(body);
            request.downloadHandler = new DownloadHandlerBuffer();
            request.timeout = 10;
            request.SetRequestHeader("Content-Type", "application/json");
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
