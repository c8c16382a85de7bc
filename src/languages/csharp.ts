import { dotnet } from './dotnet.js';
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
  program: `G|// .NET 6 or later: dotnet run -- <product_id> <package> <receipt>
S|// .NET 6 or later: dotnet run -- <gameId> <username>
using System;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

G|public static class Lookup
S|public static class Session
{
    public static async Task Main(string[] args)
    {
G|        var url = Required("PVG_GATEWAY_URL").TrimEnd('/') + "/iap/gateway/lookup-receipt";
G|        var clientId = Required("PVG_CLIENT_ID");
G|        var clientSecret = Required("PVG_CLIENT_SECRET");
S|        var url = Required("PVG_SESSION_URL").TrimEnd('/') + "/xmdt/session";
S|        var secretKey = Required("PVG_SECRET_KEY");

        // Sign and send these same bytes: not PostAsJsonAsync, which serialises again.
G|        byte[] body = JsonSerializer.SerializeToUtf8Bytes(
G|            new { os_id = 1, product_id = args[0], package = args[1], receipt = args[2] });
G|
G|        // Take the time once, in seconds: the header and the message need the same text.
G|        var timestamp = DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString();
G|        var message = clientId + "." + timestamp + "." + Hex(SHA256.Create().ComputeHash(body));
G|        var mac = new HMACSHA256(Encoding.UTF8.GetBytes(clientSecret));
G|        var signature = Hex(mac.ComputeHash(Encoding.UTF8.GetBytes(message)));
S|        byte[] body = JsonSerializer.SerializeToUtf8Bytes(new { gameId = args[0], username = args[1] });
S|        var mac = new HMACSHA256(Encoding.UTF8.GetBytes(secretKey));
S|        var signature = Hex(mac.ComputeHash(body));

        var request = new HttpRequestMessage(HttpMethod.Post, url) { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
G|        request.Headers.Add("X-Client-ID", clientId);
G|        request.Headers.Add("X-Timestamp", timestamp);
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
