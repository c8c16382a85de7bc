<?php // PHP 7.4 or later with curl: php signer.php <mode> <words>; the modes are at the end.
// When to grant, what to do about an unknown outcome, how to test this file: docs/guides/granting.md of pvg
namespace PvgSigner;

// only gateway
/** The headers for these bytes. Each attempt is signed anew, since the service checks the time. */
function sign_gateway(string $body, ?string $timestamp = null): array
{
    // region: secret
    $client_id = trim((string) getenv('PVG_CLIENT_ID'));
    $secret = trim((string) getenv('PVG_CLIENT_SECRET'));
    if ($client_id === '' || $secret === '' || strpos('"\'', $secret[0]) !== false) {
        throw new \RuntimeException('PVG_CLIENT_ID or PVG_CLIENT_SECRET is empty or in quotes');
    }

    // region: hash
    $body_hash = hash('sha256', $body);

    // region: message
    $timestamp ??= (string) time();
    $message = implode('.', [$client_id, $timestamp, $body_hash]);

    // region: sign
    $signature = hash_hmac('sha256', $message, $secret);
    $headers = ["X-Client-ID: $client_id", "X-Timestamp: $timestamp", "X-Signature: $signature"];

    return $headers;
}

// only session
function sign_session(string $body): array
{
    // region: secret
    $secret = trim((string) getenv('PVG_SECRET_KEY'));
    if ($secret === '' || strpos('"\'', $secret[0]) !== false) {
        throw new \RuntimeException('PVG_SECRET_KEY is empty or in quotes');
    }

    // region: sign
    $signature = hash_hmac('sha256', $body, $secret);
    $headers = ["X-Signature: $signature"];

    return $headers;
}

// end
/** Status (0: no answer), text, attempts. After 5xx or a lost answer it waits and sends the same bytes again. */
function post(string $base_url, string $path, array $fields, callable $sign): array
{
    // region: body
    $body = json_encode($fields, JSON_THROW_ON_ERROR);

    if (!getenv($base_url)) {
        throw new \RuntimeException("$base_url is not set");
    }
    $url = rtrim(getenv($base_url), '/') . $path;
    foreach ([1 => 0, 0.2, 0.4, 0.8] as $attempt => $wait) {
        usleep((int) ($wait * mt_rand(500000, 1000000)));
        $headers = $sign($body);
        // region: send
        $request = curl_init($url);
        curl_setopt_array($request, [
            CURLOPT_HTTPHEADER => ['Content-Type: application/json', ...$headers],
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 10, // for the whole answer
        ]);
        $text = curl_exec($request);
        $status = $text === false ? 0 : curl_getinfo($request, CURLINFO_RESPONSE_CODE);

        if ($status === 0) {
            error_log("attempt $attempt, no answer: " . curl_error($request));
        } elseif ($status < 500) {
            break;
        }
    }
    return [$status, (string) $text, $attempt];
}

// only gateway
function post_purchase(string $path, string $product_id, string $package, string $receipt): array
{
    $fields = ['os_id' => 1, 'product_id' => $product_id, 'package' => $package, 'receipt' => $receipt];
    return post('PVG_GATEWAY_URL', $path, $fields, fn ($body) => sign_gateway($body));
}

function lookup(string ...$purchase): bool
{
    [$status, $text] = post_purchase('/iap/gateway/lookup-receipt', ...$purchase);
    echo "$status $text\n";
    return $status === 200;
}

function verify(string ...$purchase): bool
{
    [$status, $text, $attempts] = post_purchase('/iap/gateway/verify', ...$purchase);
    $answer = (array) json_decode($text, true);
    $id = $answer['transaction_id'] ?? null;
    // region: outcome
    $is_right = ($answer['success'] ?? null) === true && ($answer['product_id'] ?? null) === $purchase[0];
    if ($status === 200 && $is_right && is_string($id) && $id !== '') {
        // Insert the id under a unique key first; if it is there already, give nothing.
        echo "granted $id\n";
        return true;
    }
    // An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
    $is_unknown = $status === 200 || $attempts > 1 || !isset($answer['error']);

    $error = $answer['error'] ?? 'without an error code';
    error_log("not granted: $status $error" . ($is_unknown ? ': the outcome is unknown: look it up' : ''));
    return false;
}

// only session
function session(string $game_id, string $username): bool
{
    $fields = ['gameId' => $game_id, 'username' => $username];
    [$status, $text] = post('PVG_SESSION_URL', '/xmdt/session', $fields, fn ($body) => sign_session($body));
    echo "$status $text\n";
    $answer = (array) json_decode($text, true);
    // region: outcome
    // Only xmdtCompleted says whether the player is verified: never the device.
    return $status === 200 && is_bool($answer['xmdtCompleted'] ?? null);
}

// end
$modes = [
    'sign-gateway' => fn () => sign_gateway(stream_get_contents(STDIN), getenv('PVG_TIMESTAMP')), // only gateway
    'lookup <> <> <>' => fn (...$words) => lookup(...$words), // only gateway
    'verify <> <> <>' => fn (...$words) => verify(...$words), // only gateway
    'sign-session' => fn () => sign_session(stream_get_contents(STDIN)), // only session
    'session <> <>' => fn (...$words) => session(...$words), // only session
];
if (realpath($argv[0] ?? '') === __FILE__) {
    $call = $modes[($argv[1] ?? '') . str_repeat(' <>', max($argc - 2, 0))] ?? null;
    if (!$call) {
        fwrite(STDERR, "the modes and their words are at the end of this file\n");
        exit(1);
    }
    $result = $call(...array_slice($argv, 2));
    if (is_array($result)) {
        echo substr(end($result), strlen('X-Signature: ')), "\n";
    }
    exit($result ? 0 : 1);
}
