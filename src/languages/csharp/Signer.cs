// .NET 6 or later, nothing to install: dotnet run -- <mode> <words>; the modes are at the end.
// When to grant, what to do about an unknown outcome, how to test this file: docs/guides/granting.md of pvg
using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

public static class Signer
{
    static readonly HttpClientHandler Handler = new HttpClientHandler { AllowAutoRedirect = false };
    static readonly HttpClient Client = new HttpClient(Handler) { Timeout = TimeSpan.FromSeconds(10) };

    // only gateway
    /// <summary>The headers for these bytes. Each attempt is signed anew, since the service checks the time.</summary>
    public static Dictionary<string, string> SignGateway(byte[] body, DateTimeOffset now)
    {
        // region: secret
        var clientId = (Environment.GetEnvironmentVariable("PVG_CLIENT_ID") ?? "").Trim();
        var secret = (Environment.GetEnvironmentVariable("PVG_CLIENT_SECRET") ?? "").Trim();
        if (clientId == "" || secret == "" || secret[0] == '"' || secret[0] == '\'')
            throw new InvalidOperationException("PVG_CLIENT_ID or PVG_CLIENT_SECRET is empty or in quotes");

        // region: hash
        var bodyHash = Convert.ToHexString(SHA256.HashData(body)).ToLowerInvariant();

        // region: message
        var timestamp = now.ToUnixTimeSeconds().ToString(); // now: DateTimeOffset.UtcNow
        var message = $"{clientId}.{timestamp}.{bodyHash}";

        // region: sign
        var mac = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), Encoding.UTF8.GetBytes(message));
        var signature = Convert.ToHexString(mac).ToLowerInvariant();
        var headers = new Dictionary<string, string>
        {
            ["X-Client-ID"] = clientId,
            ["X-Timestamp"] = timestamp,
            ["X-Signature"] = signature,
        };

        return headers;
    }

    // only session
    public static Dictionary<string, string> SignSession(byte[] body)
    {
        // region: secret
        var secret = (Environment.GetEnvironmentVariable("PVG_SECRET_KEY") ?? "").Trim();
        if (secret == "" || secret[0] == '"' || secret[0] == '\'')
            throw new InvalidOperationException("PVG_SECRET_KEY is empty or in quotes");

        // region: sign
        var mac = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), body);
        var signature = Convert.ToHexString(mac).ToLowerInvariant();
        var headers = new Dictionary<string, string> { ["X-Signature"] = signature };

        return headers;
    }

    // end
    /// <summary>Status 0: no answer. After 5xx or a lost answer it waits and sends the same bytes again.</summary>
    static async Task<(int Status, string Text, int Attempts)> Post(
        string baseUrl, string path, object fields, Func<byte[], Dictionary<string, string>> sign)
    {
        // region: body
        var body = JsonSerializer.SerializeToUtf8Bytes(fields);

        var root = Environment.GetEnvironmentVariable(baseUrl);
        if (string.IsNullOrEmpty(root)) throw new InvalidOperationException($"{baseUrl} is not set");
        for (var attempts = 1; ; attempts++)
        {
            var (status, text) = await Send(root.TrimEnd('/') + path, body, sign(body));
            if ((status != 0 && status < 500) || attempts == 4) return (status, text, attempts);
            await Task.Delay(Random.Shared.Next(50 << attempts, 100 << attempts));
        }
    }

    static async Task<(int Status, string Text)> Send(string url, byte[] body, Dictionary<string, string> headers)
    {
        // region: send
        var request = new HttpRequestMessage(HttpMethod.Post, url) { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        foreach (var header in headers) request.Headers.Add(header.Key, header.Value);

        try
        {
            var response = await Client.SendAsync(request);
            // Not ReadAsStringAsync, which throws for a Content-Type with an unknown charset.
            var text = await response.Content.ReadAsByteArrayAsync();
            return ((int)response.StatusCode, Encoding.UTF8.GetString(text));
        }
        catch (Exception lost) when (lost is HttpRequestException || lost is OperationCanceledException)
        {
            Console.Error.WriteLine($"no answer: {lost.Message}");
            return (0, "");
        }
    }

    /// <summary>A member of the answer; Undefined if that is not a JSON object or has no such member.</summary>
    static JsonElement Member(string text, string name)
    {
        try
        {
            var root = JsonSerializer.Deserialize<JsonElement>(text);
            return root.ValueKind == JsonValueKind.Object && root.TryGetProperty(name, out var value) ? value : default;
        }
        catch (JsonException) { return default; }
    }

    // only gateway
    static Task<(int Status, string Text, int Attempts)> PostPurchase(
        string path, string productId, string package, string receipt)
    {
        var fields = new { os_id = 1, product_id = productId, package, receipt };
        return Post("PVG_GATEWAY_URL", path, fields, body => SignGateway(body, DateTimeOffset.UtcNow));
    }

    public static async Task<bool> Lookup(string productId, string package, string receipt)
    {
        var (status, text, _) = await PostPurchase("/iap/gateway/lookup-receipt", productId, package, receipt);
        Console.WriteLine($"{status} {text}");
        return status == 200;
    }

    public static async Task<bool> Verify(string productId, string package, string receipt)
    {
        var (status, text, attempts) = await PostPurchase("/iap/gateway/verify", productId, package, receipt);
        var (id, item) = (Member(text, "transaction_id").ToString(), Member(text, "product_id").ToString());
        // region: outcome
        if (status == 200 && Member(text, "success").ValueKind == JsonValueKind.True && item == productId && id != "")
        {
            // Insert the id under a unique key first; if it is there already, give nothing.
            Console.WriteLine($"granted {id}");
            return true;
        }
        // An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
        var error = Member(text, "error").ToString();
        var isUnknown = status == 200 || attempts > 1 || error == "";

        var hint = isUnknown ? ": the outcome is unknown: look it up" : "";
        Console.Error.WriteLine($"not granted: {status} {(error == "" ? "without an error code" : error)}{hint}");
        return false;
    }

    // only session
    public static async Task<bool> Session(string gameId, string username)
    {
        var fields = new { gameId, username };
        var (status, text, _) = await Post("PVG_SESSION_URL", "/xmdt/session", fields, SignSession);
        Console.WriteLine($"{status} {text}");
        // region: outcome
        // Only xmdtCompleted says whether the player is verified: never the device.
        var completed = Member(text, "xmdtCompleted").ValueKind;
        return status == 200 && (completed == JsonValueKind.True || completed == JsonValueKind.False);
    }

    // end
    static async Task<int> Print(Func<byte[], Dictionary<string, string>> sign)
    {
        var body = new MemoryStream();
        await Console.OpenStandardInput().CopyToAsync(body);
        Console.WriteLine(sign(body.ToArray())["X-Signature"]);
        return 0;
    }

    public static async Task<int> Main(string[] words)
    {
        switch (words.Length == 0 ? "" : words[0] + " " + (words.Length - 1)) // mode, number of its words
        {
            case "sign-gateway 0": // only gateway
                var given = long.Parse(Environment.GetEnvironmentVariable("PVG_TIMESTAMP")); // only gateway
                return await Print(body => SignGateway(body, DateTimeOffset.FromUnixTimeSeconds(given))); // only gateway
            case "lookup 3": return await Lookup(words[1], words[2], words[3]) ? 0 : 1; // only gateway
            case "verify 3": return await Verify(words[1], words[2], words[3]) ? 0 : 1; // only gateway
            case "sign-session 0": return await Print(SignSession); // only session
            case "session 2": return await Session(words[1], words[2]) ? 0 : 1; // only session
            default:
                Console.Error.WriteLine("the modes and their words are at the end of this file");
                return 1;
        }
    }
}
