<?php
// PHP's bytes of the text of bodies.json, as hex, on stdout.
error_reporting(0);
$bodies = json_decode(file_get_contents('bodies.json'));
$forms = [
    'utf8_decode' => fn($t) => utf8_decode($t),
    'utf8_encode' => fn($t) => utf8_encode($t),
    'mb ISO-8859-1' => fn($t) => mb_convert_encoding($t, 'ISO-8859-1', 'UTF-8'),
    'mb Windows-1252' => fn($t) => mb_convert_encoding($t, 'Windows-1252', 'UTF-8'),
    'mb from Windows-1252' => fn($t) => mb_convert_encoding($t, 'UTF-8', 'Windows-1252'),
    'mb ASCII' => fn($t) => mb_convert_encoding($t, 'ASCII', 'UTF-8'),
    'json_encode' => fn($t) => json_encode($t),
    'json_encode unescaped unicode' => fn($t) => json_encode($t, JSON_UNESCAPED_UNICODE),
    'json_encode unescaped slashes' => fn($t) => json_encode($t, JSON_UNESCAPED_SLASHES),
    'chunk_split' => fn($t) => chunk_split(base64_encode($t)),
    'base64' => fn($t) => base64_encode($t),
    'urlencode' => fn($t) => urlencode($t),
    'rawurlencode' => fn($t) => rawurlencode($t),
    'htmlspecialchars' => fn($t) => htmlspecialchars($t),
    'addslashes' => fn($t) => addslashes($t),
    'stripslashes' => fn($t) => stripslashes($t),
    'bin2hex' => fn($t) => bin2hex($t),
    'no whitespace' => fn($t) => preg_replace('/\s+/', '', $t),
];
$out = [];
foreach ($forms as $name => $make) foreach ($bodies as $body) $out[$name][] = bin2hex($make($body));
echo json_encode($out, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES);
