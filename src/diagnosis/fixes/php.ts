import { secretVariable, type LanguageFixes } from './kinds.js';

const bodyHash = `$bodyHash = hash('sha256', $body);`;
const join = `$message = implode('.', [$clientId, $timestamp, $bodyHash]);`;
const send = `$client->post($url, ['body' => $body, 'headers' => $headers]); // Guzzle: not 'json' =>`;

export const php: LanguageFixes = (scheme) => {
  const signed = scheme === 'gateway' ? '$message' : '$body';
  const hmac = (data: string): string => `$signature = hash_hmac('sha256', ${data}, $secret);`;
  const digest = scheme === 'gateway' ? bodyHash : hmac('$body');
  const variable = secretVariable[scheme];
  return {
    'serialise-once': `$body = json_encode($payload, JSON_THROW_ON_ERROR);\n${digest}\n${send}`,
    'utf8-bytes': `$body = $text; // UTF-8 already: no utf8_encode, no iconv\n${digest}\n${send}`,
    'no-extra-bytes': `$body = file_get_contents('body.json'); // no trim, no str_replace\n${digest}\n${send}`,
    'empty-body': `$body = '';\n${digest}`,
    'body-hash': `${bodyHash}\n${join}`,
    'message-layout': `${join}\n${hmac('$message')}`,
    'session-message': `${hmac('$body')}\n$headers['X-Signature'] = $signature;`,
    'secret-as-text': `$key = $secret; // no hex2bin, no base64_decode
$signature = hash_hmac('sha256', ${signed}, $key);`,
    'secret-trim': `$secret = trim((string) getenv('${variable}'));
if ($secret === '' || $secret[0] === '"' || $secret[0] === "'") {
    throw new RuntimeException('${variable} is empty or in quotes');
}`,
    'secret-right-one': `$secret = (string) getenv('${variable}');
if ($secret === '') {
    throw new RuntimeException('${variable} is not set');
}
// Never the secret itself.
error_log(strlen($secret) . ' ' . substr(hash('sha256', $secret), 0, 12));`,
    'hmac-sha256': `${hmac(signed)}\n$headers['X-Signature'] = $signature;`,
    'argument-order': `// hash_hmac($algorithm, $data, $key)\n${hmac(signed)}`,
    'hex-lower': `${hmac(signed)}
if (!preg_match('/^[0-9a-f]{64}$/D', $signature)) {
    throw new RuntimeException('not 64 lower-case hex characters');
}
$headers['X-Signature'] = $signature;`,
    'unix-seconds': `$timestamp = (string) time();
${join}
$headers['X-Timestamp'] = $timestamp;`,
    'client-id': `$clientId = trim((string) getenv('CLIENT_ID'));
${join}
$headers['X-Client-ID'] = $clientId;`,
    headers:
      scheme === 'gateway'
        ? `$headers = [
    'Content-Type' => 'application/json',
    'X-Client-ID' => $clientId,
    'X-Timestamp' => $timestamp,
    'X-Signature' => $signature,
];`
        : `$headers = [
    'Content-Type' => 'application/json',
    'X-Signature' => $signature,
];`,
  };
};
