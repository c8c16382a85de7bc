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
