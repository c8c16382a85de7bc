import { secretVariable, type LanguageFixes } from './kinds.js';

/** What differs between plain .NET and Unity; the cryptography is the same. */
export interface DotnetDialect {
  readonly serialise: string;
  readonly send: string;
  readonly header: (name: string, value: string) => string;
  readonly contentType: string;
  readonly log: string;
}

const hex = (bytes: string): string => `BitConverter.ToString(${bytes}).Replace("-", "").ToLowerInvariant()`;
const bodyHash = `var bodyHash = ${hex('SHA256.Create().ComputeHash(body)')};`;
const join = `var message = string.Join(".", clientId, timestamp, bodyHash);`;

const hmac = (data: string): string => `var mac = new HMACSHA256(Encoding.UTF8.GetBytes(secret));
var digest = mac.ComputeHash(${data});
var signature = ${hex('digest')};`;

const messageBytes = 'Encoding.UTF8.GetBytes(message)';

export const dotnet =
  ({ serialise, send, header, contentType, log }: DotnetDialect): LanguageFixes =>
  (scheme) => {
    const signed = scheme === 'gateway' ? messageBytes : 'body';
    const digest = scheme === 'gateway' ? bodyHash : hmac('body');
    const variable = secretVariable[scheme];
    const own = [
      ...(scheme === 'gateway'
        ? [header('X-Client-ID', 'clientId'), header('X-Timestamp', 'timestamp')]
        : []),
      header('X-Signature', 'signature'),
    ];
    return {
      'serialise-once': `${serialise}\n${digest}\n${send}`,
      'utf8-bytes': `byte[] body = new UTF8Encoding(false).GetBytes(text);\n${digest}\n${send}`,
      'no-extra-bytes': `byte[] body = File.ReadAllBytes("body.json"); // not ReadAllText\n${digest}\n${send}`,
      'empty-body': `byte[] body = new byte[0];\n${digest}`,
      'body-hash': `${bodyHash}\n${join}`,
      'message-layout': `${join}\n${hmac(messageBytes)}`,
      'session-message': hmac('body'),
      'secret-as-text': `byte[] key = Encoding.UTF8.GetBytes(secret);
var digest = new HMACSHA256(key).ComputeHash(${signed});
var signature = ${hex('digest')};`,
      'secret-trim': `var secret = (Environment.GetEnvironmentVariable("${variable}") ?? "").Trim();
if (secret == "" || secret[0] == '"' || secret[0] == '\\'')
{
    throw new InvalidOperationException("${variable} is empty or in quotes");
}`,
      'secret-right-one': `var secret = Environment.GetEnvironmentVariable("${variable}");
if (string.IsNullOrEmpty(secret)) throw new InvalidOperationException("${variable} is not set");
var sum = SHA256.Create().ComputeHash(Encoding.UTF8.GetBytes(secret));
var fingerprint = ${hex('sum, 0, 6')};
${log} // never the secret itself`,
      'hmac-sha256': hmac(signed),
      'argument-order': `// new HMACSHA256(key), then ComputeHash(data)\n${hmac(signed)}`,
      'hex-lower': `${hmac(signed)}\n${header('X-Signature', 'signature')}`,
      'unix-seconds': `var timestamp = DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString();
${join}
${header('X-Timestamp', 'timestamp')}`,
      'client-id': `var clientId = Environment.GetEnvironmentVariable("CLIENT_ID").Trim();
${join}
${header('X-Client-ID', 'clientId')}`,
      headers: [contentType, ...own].join('\n'),
    };
  };
