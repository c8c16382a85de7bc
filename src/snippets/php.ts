import type { Signer } from './signer.js';

export const php: Signer = {
  gateway: String.raw`<?php // PHP 8 with its curl extension: php lookup.php <product_id> <package> <receipt>

function required(string $name): string
{
    return getenv($name) ?: throw new RuntimeException("$name is not set");
}

$url = rtrim(required('PVG_GATEWAY_URL'), '/') . '/iap/gateway/lookup-receipt';
$clientId = required('PVG_CLIENT_ID');
$clientSecret = required('PVG_CLIENT_SECRET');
[, $productId, $package, $receipt] = $argv;

// Sign and send this same string; never call json_encode again.
$body = json_encode(
    ['os_id' => 1, 'product_id' => $productId, 'package' => $package, 'receipt' => $receipt],
    JSON_THROW_ON_ERROR
);

// Seconds, taken once: the header and the message carry the same text.
$timestamp = (string) time();
$message = implode('.', [$clientId, $timestamp, hash('sha256', $body)]);
$signature = hash_hmac('sha256', $message, $clientSecret);

$request = curl_init($url);
curl_setopt_array($request, [
    CURLOPT_POSTFIELDS => $body,
    CURLOPT_HTTPHEADER => [
        'Content-Type: application/json',
        "X-Client-ID: $clientId",
        "X-Timestamp: $timestamp",
        "X-Signature: $signature",
    ],
    CURLOPT_TIMEOUT => 10,
    CURLOPT_RETURNTRANSFER => true,
]);
$answer = curl_exec($request);
if ($answer === false) {
    throw new RuntimeException(curl_error($request));
}
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $answer, "\n";
`,
  session: String.raw`<?php // PHP 8 with its curl extension: php session.php <gameId> <username>

function required(string $name): string
{
    return getenv($name) ?: throw new RuntimeException("$name is not set");
}

$url = rtrim(required('PVG_SESSION_URL'), '/') . '/xmdt/session';
$secretKey = required('PVG_SECRET_KEY');
[, $gameId, $username] = $argv;

// Sign and send this same string; never call json_encode again.
$body = json_encode(['gameId' => $gameId, 'username' => $username], JSON_THROW_ON_ERROR);
$signature = hash_hmac('sha256', $body, $secretKey);

$request = curl_init($url);
curl_setopt_array($request, [
    CURLOPT_POSTFIELDS => $body,
    CURLOPT_HTTPHEADER => ['Content-Type: application/json', "X-Signature: $signature"],
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
