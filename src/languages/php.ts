import { camelCase, withDollar } from './names.js';
import type { Language } from './language.js';

export const php: Language = {
  alsoCalled: ['php8', 'laravel'],
  userAgent: /^(?:GuzzleHttp|PHP|Symfony)\b/,
  comment: '//',
  pieces: {
    names: withDollar(camelCase),
    payload: `$body = json_encode($payload, JSON_THROW_ON_ERROR);`,
    text: `$body = $text; // UTF-8 already: no utf8_encode, no iconv`,
    file: `$body = file_get_contents('body.json'); // no trim, no str_replace`,
    nothing: `$body = '';`,
    send: `$client->post($url, ['body' => $body, 'headers' => $headers]); // Guzzle: not 'json' =>`,
    bodyHash: `$bodyHash = hash('sha256', $body);`,
    bodyHex: `$bodyHex = bin2hex($body);`,
    message: `$message = implode('.', [$clientId, $timestamp, $bodyHash]);`,
    signed: { gateway: '$message', session: '$body' },
    hmac: (data) => `$signature = hash_hmac('sha256', ${data}, $secret);`,
    readSecret: (variable) => `$secret = trim((string) getenv('${variable}'));
if ($secret === '' || $secret[0] === '"' || $secret[0] === "'") {
    throw new RuntimeException('${variable} is empty or in quotes');
}`,
    fingerprint: `// Never the secret itself.
error_log(strlen($secret) . ' ' . substr(hash('sha256', $secret), 0, 12));`,
    print: (label, value) => `error_log('${label}: ' . ${value});`,
    order: `// hash_hmac($algorithm, $data, $key)`,
    timestamp: `$timestamp = (string) time();`,
    clientId: `$clientId = trim((string) getenv('CLIENT_ID'));`,
    header: (name, value) => `$headers['${name}'] = ${value};`,
    contentType: `$headers = ['Content-Type' => 'application/json'];`,
  },
  program: String.raw`G|<?php // PHP 8 with its curl extension: php lookup.php <product_id> <package> <receipt>
S|<?php // PHP 8 with its curl extension: php session.php <gameId> <username>

function required(string $name): string
{
    return getenv($name) ?: throw new RuntimeException("$name is not set");
}

G|$url = rtrim(required('PVG_GATEWAY_URL'), '/') . '/iap/gateway/lookup-receipt';
G|$clientId = required('PVG_CLIENT_ID');
G|$clientSecret = required('PVG_CLIENT_SECRET');
G|[, $productId, $package, $receipt] = $argv;
S|$url = rtrim(required('PVG_SESSION_URL'), '/') . '/xmdt/session';
S|$secretKey = required('PVG_SECRET_KEY');
S|[, $gameId, $username] = $argv;

// Sign and send this same string; never call json_encode again.
G|$body = json_encode(
G|    ['os_id' => 1, 'product_id' => $productId, 'package' => $package, 'receipt' => $receipt],
G|    JSON_THROW_ON_ERROR
G|);
G|
G|// Take the time once, in seconds: the header and the message need the same text.
G|$timestamp = (string) time();
G|$message = implode('.', [$clientId, $timestamp, hash('sha256', $body)]);
G|$signature = hash_hmac('sha256', $message, $clientSecret);
S|$body = json_encode(['gameId' => $gameId, 'username' => $username], JSON_THROW_ON_ERROR);
S|$signature = hash_hmac('sha256', $body, $secretKey);

$request = curl_init($url);
curl_setopt_array($request, [
    CURLOPT_POSTFIELDS => $body,
G|    CURLOPT_HTTPHEADER => [
G|        'Content-Type: application/json',
G|        "X-Client-ID: $clientId",
G|        "X-Timestamp: $timestamp",
G|        "X-Signature: $signature",
G|    ],
S|    CURLOPT_HTTPHEADER => ['Content-Type: application/json', "X-Signature: $signature"],
    CURLOPT_TIMEOUT => 10,
    CURLOPT_RETURNTRANSFER => true,
]);
$answer = curl_exec($request);
if ($answer === false) {
    throw new RuntimeException(curl_error($request));
}
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $answer, "\n";
`,
};
