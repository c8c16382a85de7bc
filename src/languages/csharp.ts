import { dotnet, dotnetHelpers, dotnetSign } from './dotnet.js';
import type { Language } from './language.js';

export const csharp: Language = {
  alsoCalled: ['c#', 'cs', 'dotnet', '.net', 'c-sharp'],
  userAgent: /^RestSharp\//,
  comment: '//',
  pieces: dotnet({
    payload: `byte[] body = JsonSerializer.SerializeToUtf8Bytes(payload);`,
    send: `request.Content = new ByteArrayContent(body); // not PostAsJsonAsync`,
    header: (name, value) => `request.Headers.Add("${name}", ${value});`,
    contentType: `request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");`,
    log: (text) => `Console.Error.WriteLine(${text});`,
  }),
  program: `// .NET 6 or later: dotnet run -- «usage»
using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

public static class «Interface»
{
${dotnetSign}
    static readonly HttpClient Client = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };

    /// <summary>Status 0: no answer.</summary>
    public class Answer
    {
        public int Status, Attempts;
        public string Text = "";

        /// <summary>A member of the answer; Undefined if that is not a JSON object or has no such member.</summary>
        public JsonElement Get(string name)
        {
            try
            {
                var root = JsonDocument.Parse(Text).RootElement;
                if (root.ValueKind == JsonValueKind.Object && root.TryGetProperty(name, out var value)) return value;
                return default(JsonElement);
            }
            catch (JsonException)
            {
                return default(JsonElement);
            }
        }
    }

    /// <summary>After 5xx or a lost answer it waits and signs again.</summary>
    static async Task<Answer> Post(string path, object fields)
    {
        // Sign and send these same bytes: not PostAsJsonAsync, which serialises again.
        byte[] body = JsonSerializer.SerializeToUtf8Bytes(fields);
        var url = Required("PVG_«INTERFACE»_URL").TrimEnd('/') + path;
        var random = new Random();
        for (var attempts = 1; ; attempts++)
        {
            var answer = new Answer { Attempts = attempts };
            var request = new HttpRequestMessage(HttpMethod.Post, url) { Content = new ByteArrayContent(body) };
            request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
            foreach (var header in Sign(body)) request.Headers.Add(header.Key, header.Value);
            try
            {
                var response = await Client.SendAsync(request);
                answer.Text = await response.Content.ReadAsStringAsync();
                answer.Status = (int)response.StatusCode;
            }
            catch (Exception lost) when (!(lost is InvalidOperationException))
            {
                // Status 0.
            }
            if ((answer.Status != 0 && answer.Status < 500) || attempts == 4) return answer;
            await Task.Delay((int)((100 << attempts) * (0.5 + random.NextDouble() / 2)));
        }
    }

G|    static object Purchase(string productId, string package, string receipt) =>
G|        new { os_id = 1, product_id = productId, package, receipt };
G|
G|    public static Task<Answer> Lookup(string productId, string package, string receipt) =>
G|        Post("/iap/gateway/lookup-receipt", Purchase(productId, package, receipt));
G|
G|    /// <summary>Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.</summary>
G|    /// <returns>null if it granted the purchase, or why not</returns>
G|    public static async Task<string> Verify(string productId, string package, string receipt)
G|    {
G|        var answer = await Post("/iap/gateway/verify", Purchase(productId, package, receipt));
G|        if (answer.Status == 200 && answer.Get("success").ValueKind == JsonValueKind.True)
G|        {
G|            Grant(answer.Get("transaction_id").GetString());
G|            return null;
G|        }
G|        var isUnknown = answer.Status == 0 || answer.Status == 200 || (answer.Status == 409 && answer.Attempts > 1);
G|        var code = answer.Get("error");
G|        var error = code.ValueKind == JsonValueKind.String ? code.GetString() : "without an error code";
G|        return answer.Status + " " + error + (isUnknown ? ": the outcome is unknown: look it up" : "");
G|    }
G|
G|    /// <summary>Give the item here: insert the id under a unique key; give nothing if it is there already.</summary>
G|    static void Grant(string transactionId) => Console.WriteLine("granted " + transactionId);
S|    /// <summary>Only xmdtCompleted of this answer says whether the player is verified, never the device.</summary>
S|    public static Task<Answer> Mint(string gameId, string username) =>
S|        Post("/xmdt/session", new { gameId, username });

    public static async Task<int> Main(string[] args)
    {
        if (args[0] == "sign")
        {
            var body = new MemoryStream();
            await Console.OpenStandardInput().CopyToAsync(body);
G|            Console.WriteLine(Sign(body.ToArray(), Required("PVG_TIMESTAMP"))["X-Signature"]);
S|            Console.WriteLine(Sign(body.ToArray())["X-Signature"]);
            return 0;
        }
G|        if (args[0] == "verify")
G|        {
G|            var problem = await Verify(args[1], args[2], args[3]);
G|            if (problem == null) return 0;
G|            Console.Error.WriteLine("not granted: " + problem);
G|            return 1;
G|        }
G|        var answer = await Lookup(args[1], args[2], args[3]);
S|        var answer = await Mint(args[1], args[2]);
        Console.WriteLine(answer.Status + " " + answer.Text);
G|        return answer.Status == 200 ? 0 : 1;
S|        var completed = answer.Get("xmdtCompleted").ValueKind;
S|        var isMinted = completed == JsonValueKind.True || completed == JsonValueKind.False;
S|        return answer.Status == 200 && isMinted ? 0 : 1;
    }

${dotnetHelpers}}
`,
};
