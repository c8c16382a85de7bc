import { camelCase } from './names.js';
import type { Pieces } from './fixes.js';

/** What differs between plain .NET and Unity. The cryptography is the same. */
type Dialect = Pick<Pieces, 'payload' | 'send' | 'header' | 'contentType'> & {
  readonly log: (text: string) => string;
};

const hex = (bytes: string): string => `BitConverter.ToString(${bytes}).Replace("-", "").ToLowerInvariant()`;

export const dotnet = ({ log, ...dialect }: Dialect): Pieces => ({
  ...dialect,
  names: camelCase,
  text: `byte[] body = new UTF8Encoding(false).GetBytes(text);`,
  file: `byte[] body = File.ReadAllBytes("body.json"); // not ReadAllText`,
  nothing: `byte[] body = new byte[0];`,
  bodyHash: `var bodyHash = ${hex('SHA256.Create().ComputeHash(body)')};`,
  bodyHex: `var bodyHex = ${hex('body')};`,
  message: `var message = string.Join(".", clientId, timestamp, bodyHash);`,
  signed: { gateway: 'Encoding.UTF8.GetBytes(message)', session: 'body' },
  hmac: (data) => `var mac = new HMACSHA256(Encoding.UTF8.GetBytes(secret));
var digest = mac.ComputeHash(${data});
var signature = ${hex('digest')};`,
  readSecret: (variable) => `var secret = (Environment.GetEnvironmentVariable("${variable}") ?? "").Trim();
if (secret == "" || secret[0] == '"' || secret[0] == '\\'')
{
    throw new InvalidOperationException("${variable} is empty or in quotes");
}`,
  fingerprint: `var sum = SHA256.Create().ComputeHash(Encoding.UTF8.GetBytes(secret));
var fingerprint = ${hex('sum, 0, 6')};
${log('secret.Length + " " + fingerprint')} // never the secret itself`,
  print: (label, value) => log(`"${label}: " + ${value}`),
  order: `// new HMACSHA256(key), then ComputeHash(data)`,
  timestamp: `var timestamp = DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString();`,
  clientId: `var clientId = Environment.GetEnvironmentVariable("CLIENT_ID").Trim();`,
});

/** The part of both programs that signs. */
export const dotnetSign = `G|    /// <summary>The headers for a body. The timestamp is Unix seconds; header and message need the same text.</summary>
G|    public static Dictionary<string, string> Sign(byte[] body, string timestamp = null)
G|    {
G|        timestamp = timestamp ?? DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString();
G|        var clientId = Required("PVG_CLIENT_ID");
G|        var message = clientId + "." + timestamp + "." + Hex(SHA256.Create().ComputeHash(body));
G|        var mac = new HMACSHA256(Encoding.UTF8.GetBytes(Required("PVG_CLIENT_SECRET")));
G|        var signature = Hex(mac.ComputeHash(Encoding.UTF8.GetBytes(message)));
G|        return new Dictionary<string, string>
G|        {
G|            ["X-Client-ID"] = clientId,
G|            ["X-Timestamp"] = timestamp,
G|            ["X-Signature"] = signature,
G|        };
G|    }
S|    /// <summary>The headers for a body.</summary>
S|    public static Dictionary<string, string> Sign(byte[] body)
S|    {
S|        var mac = new HMACSHA256(Encoding.UTF8.GetBytes(Required("PVG_SECRET_KEY")));
S|        return new Dictionary<string, string> { ["X-Signature"] = Hex(mac.ComputeHash(body)) };
S|    }
`;

export const dotnetHelpers = `    static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();

    static string Required(string name)
    {
        var value = Environment.GetEnvironmentVariable(name);
        if (string.IsNullOrEmpty(value)) throw new InvalidOperationException(name + " is not set");
        return value;
    }
`;
