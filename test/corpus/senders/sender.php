<?php
ini_set('memory_limit', '512M');
function out($n, $form, $kind, $bytes) { if (is_string($bytes)) echo "$n\tphp.$form\t$kind\t" . base64_encode($bytes) . "\n"; }
function ksortDeep(&$a) { if (is_array($a)) { ksort($a); foreach ($a as &$v) ksortDeep($v); } }
function ksortString($a) { ksort($a, SORT_STRING); return $a; }
while (($line = fgets(STDIN)) !== false) {
    [$n, $body, $secret, $cid, $ts, $scheme] = explode("\t", rtrim($line, "\n"));
    $body = base64_decode($body); $secret = base64_decode($secret);
    $arr = json_decode($body, true); $obj = json_decode($body);
    if (is_array($arr) && $arr !== [] && !array_is_list($arr)) {
        ini_set('serialize_precision', '-1');
        $f = [
            'json' => fn() => json_encode($arr),
            'json-obj' => fn() => json_encode($obj),
            'unescaped-slashes' => fn() => json_encode($arr, JSON_UNESCAPED_SLASHES),
            'unescaped-slashes-obj' => fn() => json_encode($obj, JSON_UNESCAPED_SLASHES),
            'unescaped-unicode' => fn() => json_encode($arr, JSON_UNESCAPED_UNICODE),
            'unescaped-unicode-obj' => fn() => json_encode($obj, JSON_UNESCAPED_UNICODE),
            'unescaped-both' => fn() => json_encode($arr, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
            'unescaped-both-obj' => fn() => json_encode($obj, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
            'unescaped-both-zero' => fn() => json_encode($obj, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION),
            'zero-obj' => fn() => json_encode($obj, JSON_PRESERVE_ZERO_FRACTION),
            'pretty' => fn() => json_encode($obj, JSON_PRETTY_PRINT),
            'pretty-arr' => fn() => json_encode($arr, JSON_PRETTY_PRINT),
            'pretty-raw' => fn() => json_encode($obj, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
            'hex' => fn() => json_encode($obj, JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT),
            'hex-tag' => fn() => json_encode($obj, JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS),
            'ksort' => fn() => json_encode(ksortString($arr), JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
            'ksort-json' => fn() => json_encode(ksortString($arr)),
            'ksort-deep' => function () use ($arr) { $c = $arr; ksortDeep($c); return json_encode($c); },
            'filter' => fn() => json_encode(array_filter($arr), JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
            'filter-null' => fn() => json_encode(array_filter($arr, fn($v) => !is_null($v)), JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
            'filter-null-json' => fn() => json_encode(array_filter($arr, fn($v) => !is_null($v))),
            'query' => fn() => http_build_query($arr),
            'query-raw' => fn() => http_build_query($arr, '', '&', PHP_QUERY_RFC3986),
            'query-sorted' => fn() => http_build_query(ksortString($arr)),
            'query-sorted-decoded' => fn() => urldecode(http_build_query(ksortString($arr))),
            'kv-sorted' => function () use ($arr) { $p = []; foreach (ksortString($arr) as $k => $v) { if (is_array($v)) return null; $p[] = "$k=$v"; } return implode('&', $p); },
            'kv-sorted-skip' => function () use ($arr) { $p = []; foreach (ksortString($arr) as $k => $v) { if (is_array($v)) return null; if ($v === null || $v === '') continue; $p[] = "$k=$v"; } return implode('&', $p); },
            'implode' => function () use ($arr) { foreach ($arr as $v) if (is_array($v)) return null; return implode('', $arr); },
            'implode-pipe' => function () use ($arr) { foreach ($arr as $v) if (is_array($v)) return null; return implode('|', $arr); },
            'array' => fn() => @(string)$arr,
            'double' => fn() => json_encode($body),
            'double-raw' => fn() => json_encode($body, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
            'precision17' => function () use ($obj) { ini_set('serialize_precision', '17'); $r = json_encode($obj, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES); ini_set('serialize_precision', '-1'); return $r; },
            'precision17-json' => function () use ($arr) { ini_set('serialize_precision', '17'); $r = json_encode($arr); ini_set('serialize_precision', '-1'); return $r; },
        ];
        foreach ($f as $name => $make) { try { out($n, $name, 'body', $make()); } catch (\Throwable $e) {} }
    }
    out($n, 'utf8_encode', 'body', @utf8_encode($body));
    out($n, 'utf8_decode', 'body', @utf8_decode($body));
    if (function_exists('mb_convert_encoding')) out($n, 'mb-1252', 'body', mb_convert_encoding($body, 'Windows-1252', 'UTF-8'));
    out($n, 'iconv-ascii-translit', 'body', @iconv('UTF-8', 'ASCII//TRANSLIT', $body) ?: null);
    out($n, 'urlencode', 'body', urlencode($body));
    out($n, 'rawurlencode', 'body', rawurlencode($body));
    out($n, 'base64', 'body', base64_encode($body));
    $m = $scheme === 'B' ? $body : "$cid.$ts." . hash('sha256', $body);
    $sigs = [
        'swapped' => hash_hmac('sha256', $secret, $m),
        'b64' => base64_encode(hash_hmac('sha256', $m, $secret, true)),
        'b64-of-hex' => base64_encode(hash_hmac('sha256', $m, $secret)),
        'sha512' => hash_hmac('sha512', $m, $secret),
        'sha1-last' => sha1($m . $secret),
        'sha1-first' => sha1($secret . $m),
        'md5-key' => strtoupper(md5("$m&key=$secret")),
        'md5-key-lower' => md5("$m&key=$secret"),
        'hash-last' => hash('sha256', $m . $secret),
        'hash-dot-last' => hash('sha256', "$m.$secret"),
        'hash-dot-first' => hash('sha256', "$secret.$m"),
        'hmac-of-hash' => hash_hmac('sha256', hash('sha256', $m), $secret),
        'hmac-of-hash-raw' => hash_hmac('sha256', hash('sha256', $m, true), $secret),
        'upper' => strtoupper(hash_hmac('sha256', $m, $secret)),
        'key-null' => hash_hmac('sha256', $m, ''),
        'json' => json_encode(hash_hmac('sha256', $m, $secret)),
        'prefix' => 'sha256=' . hash_hmac('sha256', $m, $secret),
        'key-hashed' => hash_hmac('sha256', $m, hash('sha256', $secret)),
        'key-hashed-raw' => hash_hmac('sha256', $m, hash('sha256', $secret, true)),
        'key-md5' => hash_hmac('sha256', $m, md5($secret)),
        'key-b64' => hash_hmac('sha256', $m, base64_encode($secret)),
        'key-urldecode' => hash_hmac('sha256', $m, urldecode($secret)),
        'key-urlencode' => hash_hmac('sha256', $m, urlencode($secret)),
        'key-rawurlencode' => hash_hmac('sha256', $m, rawurlencode($secret)),
        'key-trim-lf' => hash_hmac('sha256', $m, "$secret\n"),
        'substr32' => substr(hash_hmac('sha256', $m, $secret), 0, 32),
    ];
    if (ctype_xdigit($secret) && strlen($secret) % 2 === 0) {
        $sigs['key-pack'] = hash_hmac('sha256', $m, pack('H*', $secret));
        $sigs['key-pack-b64'] = base64_encode(hash_hmac('sha256', $m, pack('H*', $secret), true));
        $sigs['key-pack-upper'] = strtoupper(hash_hmac('sha256', $m, pack('H*', $secret)));
    }
    if (base64_decode($secret, true) !== false && preg_match('/^[A-Za-z0-9+\/]+=*$/', $secret) && strlen($secret) % 4 === 0) {
        $sigs['key-b64dec'] = hash_hmac('sha256', $m, base64_decode($secret));
        $sigs['key-b64dec-b64'] = base64_encode(hash_hmac('sha256', $m, base64_decode($secret), true));
    }
    if ($scheme === 'A') {
        $h = hash('sha256', $body);
        $sigs['literal-newline'] = hash_hmac('sha256', $cid . '\n' . $ts . '\n' . $h, $secret);
        $sigs['inner-raw'] = hash_hmac('sha256', "$cid.$ts." . hash('sha256', $body, true), $secret);
        $sigs['inner-b64'] = hash_hmac('sha256', "$cid.$ts." . base64_encode(hash('sha256', $body, true)), $secret);
        $sigs['inner-md5'] = hash_hmac('sha256', "$cid.$ts." . md5($body), $secret);
        $sigs['inner-sha1'] = hash_hmac('sha256', "$cid.$ts." . sha1($body), $secret);
        $sigs['inner-hmac'] = hash_hmac('sha256', "$cid.$ts." . hash_hmac('sha256', $body, $secret), $secret);
        $sigs['inner-double'] = hash_hmac('sha256', "$cid.$ts." . hash('sha256', hash('sha256', $body)), $secret);
        $sigs['query-layout'] = hash_hmac('sha256', http_build_query(['client_id' => $cid, 'timestamp' => $ts, 'body_hash' => $h]), $secret);
        $sigs['date-c'] = hash_hmac('sha256', $cid . '.' . gmdate('c', (int)$ts) . '.' . $h, $secret);
        $sigs['microtime'] = null;
    }
    foreach ($sigs as $name => $s) out($n, $name, 'sig', $s);
}
