import { dotnet, dotnetHelpers, dotnetSign } from './dotnet.js';
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
  program: `// Unity 2021.3 or later with its Newtonsoft package. Dedicated servers only: a player build must never hold the secret.
// Checked with stand-ins for the engine: try it in yours, against pvg emulate.
#if UNITY_SERVER
using System;
using System.Collections;
using System.Collections.Generic;
using System.Security.Cryptography;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEngine;
using UnityEngine.Networking;

public static class «Interface»
{
${dotnetSign}
    /// <summary>Status 0: no answer.</summary>
    public class Answer
    {
        public int Status, Attempts;
        public string Text = "";

        /// <summary>A member of the answer; null if that is not a JSON object or has no such member.</summary>
        public JToken Get(string name)
        {
            try
            {
                return JObject.Parse(Text)[name];
            }
            catch (JsonException)
            {
                return null;
            }
        }
    }

    /// <summary>A coroutine. After 5xx or a lost answer it waits and signs again.</summary>
    static IEnumerator Post(string path, JObject fields, Action<Answer> done)
    {
        // Sign and send these same bytes: UploadHandlerRaw, not UnityWebRequest.Post with a string or form.
        byte[] body = Encoding.UTF8.GetBytes(fields.ToString(Formatting.None));
        var url = Required("PVG_«INTERFACE»_URL").TrimEnd('/') + path;
        for (var attempts = 1; ; attempts++)
        {
            var answer = new Answer { Attempts = attempts };
            using (var request = new UnityWebRequest(url, UnityWebRequest.kHttpVerbPOST))
            {
                request.uploadHandler = new UploadHandlerRaw(body);
                request.downloadHandler = new DownloadHandlerBuffer();
                request.timeout = 10;
                request.redirectLimit = 0;
                request.SetRequestHeader("Content-Type", "application/json");
                foreach (var header in Sign(body)) request.SetRequestHeader(header.Key, header.Value);
                yield return request.SendWebRequest();
                if (request.result != UnityWebRequest.Result.ConnectionError)
                {
                    answer.Status = (int)request.responseCode;
                    answer.Text = request.downloadHandler.text;
                }
            }
            if ((answer.Status != 0 && answer.Status < 500) || attempts == 4)
            {
                done(answer);
                yield break;
            }
            yield return new WaitForSecondsRealtime(0.1f * (1 << attempts) * UnityEngine.Random.Range(0.5f, 1f));
        }
    }

G|    static JObject Purchase(string productId, string package, string receipt) =>
G|        new JObject { ["os_id"] = 1, ["product_id"] = productId, ["package"] = package, ["receipt"] = receipt };
G|
G|    public static IEnumerator Lookup(string productId, string package, string receipt, Action<Answer> done) =>
G|        Post("/iap/gateway/lookup-receipt", Purchase(productId, package, receipt), done);
G|
G|    /// <summary>Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.</summary>
G|    /// <param name="done">gets null if it granted the purchase, or why not</param>
G|    public static IEnumerator Verify(string productId, string package, string receipt, Action<string> done)
G|    {
G|        Answer answer = null;
G|        yield return Post("/iap/gateway/verify", Purchase(productId, package, receipt), given => answer = given);
G|        var success = answer.Get("success");
G|        if (answer.Status == 200 && success?.Type == JTokenType.Boolean && (bool)success)
G|        {
G|            Grant((string)answer.Get("transaction_id"));
G|            done(null);
G|            yield break;
G|        }
G|        var isUnknown = answer.Status == 0 || answer.Status == 200 || (answer.Status == 409 && answer.Attempts > 1);
G|        var problem = answer.Status + " " + (answer.Get("error") ?? "without an error code");
G|        done(isUnknown ? problem + ": the outcome is unknown: look it up" : problem);
G|    }
G|
G|    /// <summary>Give the item here: insert the id under a unique key; give nothing if it is there already.</summary>
G|    static void Grant(string transactionId) => Debug.Log("granted " + transactionId);
S|    /// <summary>Only xmdtCompleted of this answer says whether the player is verified, never the device.</summary>
S|    public static IEnumerator Mint(string gameId, string username, Action<Answer> done) =>
S|        Post("/xmdt/session", new JObject { ["gameId"] = gameId, ["username"] = username }, done);

${dotnetHelpers}}
#endif
`,
};
