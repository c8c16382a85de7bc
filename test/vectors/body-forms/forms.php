<?php
// PHP's forms of bodies.json, on stdout.
$bodies = json_decode(file_get_contents('bodies.json'));
$forms = [];
error_reporting(0);
function form($name, $make) {
    global $bodies, $forms;
    foreach ($bodies as $body) $forms[$name][] = $make(json_decode($body, true), $body);
}
$join = function ($v, $sep = '&') { $r = []; foreach ($v as $k => $x) $r[] = "$k=$x"; return implode($sep, $r); };
$sorted = function ($v) { ksort($v); return $v; };
$string = function ($v) { ksort($v, SORT_STRING); return $v; };
form('http_build_query', fn($v) => http_build_query($v));
form('http_build_query rfc3986', fn($v) => http_build_query($v, '', '&', PHP_QUERY_RFC3986));
form('http_build_query object', fn($v, $b) => http_build_query(json_decode($b)));
form('http_build_query ksort', fn($v) => http_build_query($sorted($v)));
form('http_build_query ksort string', fn($v) => http_build_query($string($v)));
form('urldecode http_build_query ksort', fn($v) => urldecode(http_build_query($sorted($v))));
form('k=v', fn($v) => $join($v));
form('k=v ksort', fn($v) => $join($sorted($v)));
form('k=v ksort, empties out', fn($v) => $join($sorted(array_filter($v, fn($x) => $x !== '' && $x !== null))));
form('k=v ksort, array_filter', fn($v) => $join($sorted(array_filter($v))));
form('k=v ksort, urlencode', fn($v) => $join(array_map('urlencode', array_map(fn($x) => is_array($x) ? 'Array' : $x, $sorted($v)))));
form('implode', fn($v) => implode('', $v));
form('implode .', fn($v) => implode('.', $v));
form('implode ksort |', fn($v) => implode('|', $sorted($v)));
form('print_r', fn($v) => print_r($v, true));
form('print_r object', fn($v, $b) => print_r(json_decode($b), true));
form('var_export', fn($v) => var_export($v, true));
form('serialize', fn($v) => serialize($v));
form('var_dump', function ($v) { ob_start(); var_dump($v); return ob_get_clean(); });
echo json_encode($forms, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRETTY_PRINT | JSON_UNESCAPED_LINE_TERMINATORS);
