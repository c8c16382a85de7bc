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
  program: String.raw`<?php // PHP 7.4 or later with curl: php «interface».php «usage»
function required(string $name): string
{
    $value = getenv($name);
    if ($value === false || $value === '') {
        throw new RuntimeException("$name is not set");
    }
    return $value;
}

G|/** The headers for a body. The timestamp is Unix seconds; header and message need the same text. */
G|function sign(string $body, ?string $timestamp = null): array
G|{
G|    $timestamp = $timestamp ?? (string) time();
G|    $client_id = required('PVG_CLIENT_ID');
G|    $message = implode('.', [$client_id, $timestamp, hash('sha256', $body)]);
G|    $signature = hash_hmac('sha256', $message, required('PVG_CLIENT_SECRET'));
G|    return ['X-Client-ID' => $client_id, 'X-Timestamp' => $timestamp, 'X-Signature' => $signature];
G|}
S|/** The headers for a body. */
S|function sign(string $body): array
S|{
S|    return ['X-Signature' => hash_hmac('sha256', $body, required('PVG_SECRET_KEY'))];
S|}

/** Status (0: no answer), answer, attempts. After 5xx or a lost answer it waits and signs again. */
function post(string $path, array $fields): array
{
    // Sign and send these same bytes; never encode again.
    $body = json_encode($fields, JSON_THROW_ON_ERROR);
    $request = curl_init(rtrim(required('PVG_«INTERFACE»_URL'), '/') . $path);
    foreach ([0, 0.2, 0.4, 0.8] as $attempt => $wait) {
        usleep((int) ($wait * mt_rand(500000, 1000000)));
        $headers = ['Content-Type: application/json'];
        foreach (sign($body) as $name => $value) {
            $headers[] = "$name: $value";
        }
        curl_setopt_array($request, [
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 10,
        ]);
        $answer = curl_exec($request);
        $status = $answer === false ? 0 : curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        if ($status !== 0 && $status < 500) {
            break;
        }
    }
    return [$status, (string) $answer, $attempt + 1];
}

function members(string $text): array
{
    $answer = json_decode($text, true);
    return is_array($answer) ? $answer : [];
}

G|function purchase(string $product_id, string $package, string $receipt): array
G|{
G|    return ['os_id' => 1, 'product_id' => $product_id, 'package' => $package, 'receipt' => $receipt];
G|}
G|
G|function lookup(string ...$words): array
G|{
G|    return post('/iap/gateway/lookup-receipt', purchase(...$words));
G|}
G|
G|/**
G| * Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G| * Returns null if it granted the purchase, or why not.
G| */
G|function verify(string ...$words): ?string
G|{
G|    [$status, $text, $attempts] = post('/iap/gateway/verify', purchase(...$words));
G|    $answer = members($text);
G|    if ($status === 200 && ($answer['success'] ?? null) === true) {
G|        grant($answer['transaction_id']);
G|        return null;
G|    }
G|    $unknown = $status === 0 || $status === 200 || ($status === 409 && $attempts > 1);
G|    $problem = $status . ' ' . ($answer['error'] ?? 'without an error code');
G|    return $unknown ? "$problem: the outcome is unknown: look it up" : $problem;
G|}
G|
G|/** Give the item here: insert the transaction id under a unique key, and give nothing if it is there already. */
G|function grant(string $transaction_id): void
G|{
G|    echo "granted $transaction_id\n";
G|}
S|/**
S| * Only xmdtCompleted of this answer says whether the player is verified, never the device.
S| * Returns status, answer, and xmdtCompleted: null if the answer does not say.
S| */
S|function session(string $game_id, string $username): array
S|{
S|    [$status, $answer] = post('/xmdt/session', ['gameId' => $game_id, 'username' => $username]);
S|    $completed = members($answer)['xmdtCompleted'] ?? null;
S|    return [$status, $answer, $status === 200 && is_bool($completed) ? $completed : null];
S|}

function main(string $mode, string ...$words): int
{
    if ($mode === 'sign') {
G|        echo sign(stream_get_contents(STDIN), required('PVG_TIMESTAMP'))['X-Signature'], "\n";
S|        echo sign(stream_get_contents(STDIN))['X-Signature'], "\n";
        return 0;
    }
G|    if ($mode === 'verify') {
G|        $problem = verify(...$words);
G|        fwrite(STDERR, $problem === null ? '' : "not granted: $problem\n");
G|        return $problem === null ? 0 : 1;
G|    }
G|    [$status, $answer] = lookup(...$words);
S|    [$status, $answer, $completed] = session(...$words);
    echo "$status $answer\n";
G|    return $status === 200 ? 0 : 1;
S|    return $completed === null ? 1 : 0;
}

if (realpath($argv[0] ?? '') === __FILE__) {
    exit(main(...array_slice($argv, 1)));
}
`,
};
