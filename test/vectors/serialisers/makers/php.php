<?php
$bodies = json_decode(file_get_contents($argv[1]), true);
function out($name, $at, $text) { if ($text !== false) echo $name, "\t", $at, "\t", base64_encode($text), "\n"; }
function deep($v) { if (is_array($v)) { if (!array_is_list($v)) ksort($v); return array_map('deep', $v); } return $v; }
$hex = JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT;
foreach ($bodies as $at => $body) {
  $a = json_decode($body, true); $o = json_decode($body);
  out('array', $at, json_encode($a));
  out('object', $at, json_encode($o));
  out('array unescaped slashes', $at, json_encode($a, JSON_UNESCAPED_SLASHES));
  out('object unescaped slashes', $at, json_encode($o, JSON_UNESCAPED_SLASHES));
  out('object unescaped unicode', $at, json_encode($o, JSON_UNESCAPED_UNICODE));
  out('object unescaped both', $at, json_encode($o, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES));
  out('object line terminators', $at, json_encode($o, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_LINE_TERMINATORS));
  out('object hex', $at, json_encode($o, $hex));
  out('object hex tag', $at, json_encode($o, JSON_HEX_TAG));
  out('object zero fraction', $at, json_encode($o, JSON_PRESERVE_ZERO_FRACTION));
  out('object pretty', $at, json_encode($o, JSON_PRETTY_PRINT));
  out('object pretty unescaped', $at, json_encode($o, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES));
  if (is_array($a) && !array_is_list($a)) { $s = $a; ksort($s); out('ksort', $at, json_encode($s)); out('ksort unescaped', $at, json_encode($s, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES)); }
  if (is_array($a)) out('ksort deep', $at, json_encode(deep($a)));
  ini_set('serialize_precision', '17');
  out('object precision 17', $at, json_encode($o));
  ini_set('serialize_precision', '-1');
}
