import type { Signer } from './signer.js';

export const csharp: Signer = {
  gateway: String.raw`// .NET 6 or later: dotnet run -- <product_id> <package> <receipt>
using System;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

public static class Lookup
{
    public static async Task Main(string[] args)
    {
        var url = Required("PVG_GATEWAY_URL").TrimEnd('/') + "/iap/gateway/lookup-receipt";
        var clientId = Required("PVG_CLIENT_ID");
        var clientSecret = Required("PVG_CLIENT_SECRET");

        // Sign and send these same bytes: not PostAsJsonAsync, which serialises again.
        byte[] body = JsonSerializer.SerializeToUtf8Bytes(
            new { os_id = 1, product_id = args[0], package = args[1], receipt = args[2] });

        // Seconds, taken once: the header and the message carry the same text.
        var timestamp = DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString();
        var message = clientId + "." + timestamp + "." + Hex(SHA256.Create().ComputeHash(body));
        var mac = new HMACSHA256(Encoding.UTF8.GetBytes(clientSecret));
        var signature = Hex(mac.ComputeHash(Encoding.UTF8.GetBytes(message)));

        var request = new HttpRequestMessage(HttpMethod.Post, url) { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        request.Headers.Add("X-Client-ID", clientId);
        request.Headers.Add("X-Timestamp", timestamp);
        request.Headers.Add("X-Signature", signature);

        var client = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
        var response = await client.SendAsync(request);
        Console.WriteLine((int)response.StatusCode + " " + await response.Content.ReadAsStringAsync());
    }

    static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();

    static string Required(string name)
    {
        var value = Environment.GetEnvironmentVariable(name);
        if (string.IsNullOrEmpty(value)) throw new InvalidOperationException(name + " is not set");
        return value;
    }
}
`,
  session: String.raw`// .NET 6 or later: dotnet run -- <gameId> <username>
using System;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

public static class Session
{
    public static async Task Main(string[] args)
    {
        var url = Required("PVG_SESSION_URL").TrimEnd('/') + "/xmdt/session";
        var secretKey = Required("PVG_SECRET_KEY");

        // Sign and send these same bytes: not PostAsJsonAsync, which serialises again.
        byte[] body = JsonSerializer.SerializeToUtf8Bytes(new { gameId = args[0], username = args[1] });
        var mac = new HMACSHA256(Encoding.UTF8.GetBytes(secretKey));
        var signature = Hex(mac.ComputeHash(body));

        var request = new HttpRequestMessage(HttpMethod.Post, url) { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        request.Headers.Add("X-Signature", signature);

        var client = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
        var response = await client.SendAsync(request);
        Console.WriteLine((int)response.StatusCode + " " + await response.Content.ReadAsStringAsync());
    }

    static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();

    static string Required(string name)
    {
        var value = Environment.GetEnvironmentVariable(name);
        if (string.IsNullOrEmpty(value)) throw new InvalidOperationException(name + " is not set");
        return value;
    }
}
`,
};
