import { camelCase } from './names.js';
import type { Language } from './language.js';

/** By the documentation of Dart, `dart:io` and `package:crypto`: no Dart was there to run it. */
export const dart: Language = {
  alsoCalled: ['flutter'],
  userAgent: /^Dart\//,
  comment: '//',
  pieces: {
    names: camelCase,
    payload: `final body = utf8.encode(jsonEncode(payload));`,
    text: `final body = utf8.encode(text);`,
    file: `final body = File('body.json').readAsBytesSync();`,
    nothing: `final body = <int>[];`,
    send: `request.add(body);`,
    bodyHash: `final bodyHash = '\${sha256.convert(body)}';`,
    bodyHex: `final bodyHex = [for (final byte in body) byte.toRadixString(16).padLeft(2, '0')].join();`,
    message: `final message = [clientId, timestamp, bodyHash].join('.');`,
    signed: { gateway: 'utf8.encode(message)', session: 'body' },
    hmac: (data) => `final signature = '\${Hmac(sha256, utf8.encode(secret)).convert(${data})}';`,
    readSecret: (variable) => `final secret = (Platform.environment['${variable}'] ?? '').trim();
if (secret.isEmpty || secret.startsWith(RegExp('["\\']'))) throw StateError('${variable} is empty or in quotes');`,
    fingerprint: `final fingerprint = '\${sha256.convert(utf8.encode(secret))}'.substring(0, 12);
stderr.writeln('\${secret.length} $fingerprint'); // never the secret itself`,
    print: (label, value) => `stderr.writeln('${label}: $${value}');`,
    order: `// Hmac(hash, key).convert(data)`,
    timestamp: `final timestamp = '\${DateTime.now().millisecondsSinceEpoch ~/ 1000}'; // an integer: ~/, not /`,
    clientId: `final clientId = Platform.environment['CLIENT_ID']!.trim();`,
    header: (name, value) => `request.headers.set('${name}', ${value});`,
    contentType: `request.headers.set('Content-Type', 'application/json'); // ContentType.json adds a charset`,
  },
  program: `// Dart 3 or later, dart pub add crypto: dart run «interface».dart «usage»
// Written from the documentation and never run: check it with pvg conform, and against pvg emulate.
import 'dart:convert';
import 'dart:io';
import 'dart:math';

import 'package:crypto/crypto.dart';

String required(String name) {
  final value = Platform.environment[name] ?? '';
  return value.isEmpty ? throw StateError('$name is not set') : value;
}

String hmac(String key, List<int> data) =>
    '\${Hmac(sha256, utf8.encode(key)).convert(data)}';

G|/// The headers for a body. The timestamp is Unix seconds; header and message need the same text.
G|Map<String, String> sign(List<int> body, [String? timestamp]) {
G|  timestamp ??= '\${DateTime.now().millisecondsSinceEpoch ~/ 1000}';
G|  final clientId = required('PVG_CLIENT_ID');
G|  final message = [clientId, timestamp, sha256.convert(body)].join('.');
G|  final signature = hmac(required('PVG_CLIENT_SECRET'), utf8.encode(message));
G|  return {'X-Client-ID': clientId, 'X-Timestamp': timestamp, 'X-Signature': signature};
G|}
S|/// The headers for a body.
S|Map<String, String> sign(List<int> body) =>
S|    {'X-Signature': hmac(required('PVG_SECRET_KEY'), body)};

/// Status 0: no answer.
typedef Answer = ({int status, String text, int attempts});

/// After 5xx or a lost answer it waits and signs again.
Future<Answer> post(String path, Map<String, Object> fields) async {
  // Sign and send these same bytes; never encode again.
  final body = utf8.encode(jsonEncode(fields));
  final base = required('PVG_«INTERFACE»_URL').replaceFirst(RegExp(r'/$'), '');
  for (var attempts = 1;; attempts++) {
    final (status, text) = await sendOnce(Uri.parse(base + path), body)
        .timeout(const Duration(seconds: 10), onTimeout: () => (0, ''));
    if ((status > 0 && status < 500) || attempts == 4) {
      return (status: status, text: text, attempts: attempts);
    }
    final share = 0.5 + Random().nextDouble() / 2;
    await Future<void>.delayed(Duration(milliseconds: ((100 << attempts) * share).round()));
  }
}

Future<(int, String)> sendOnce(Uri url, List<int> body) async {
  final client = HttpClient();
  try {
    final request = await client.postUrl(url);
    request.followRedirects = false;
    request.headers.set('Content-Type', 'application/json');
    sign(body).forEach(request.headers.set);
    request.contentLength = body.length;
    request.add(body);
    final response = await request.close();
    final text = await const Utf8Decoder(allowMalformed: true).bind(response).join();
    return (response.statusCode, text);
  } on IOException {
    return (0, '');
  } finally {
    client.close(force: true);
  }
}

/// The members of an answer; none if it is not a JSON object.
Map<String, dynamic> members(String text) {
  try {
    final answer = jsonDecode(text);
    return answer is Map<String, dynamic> ? answer : {};
  } on FormatException {
    return {};
  }
}

G|Map<String, Object> purchase(String productId, String package, String receipt) =>
G|    {'os_id': 1, 'product_id': productId, 'package': package, 'receipt': receipt};
G|
G|Future<Answer> lookup(String productId, String package, String receipt) =>
G|    post('/iap/gateway/lookup-receipt', purchase(productId, package, receipt));
G|
G|/// Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|/// Returns null if it granted the purchase, or why not.
G|Future<String?> verify(String productId, String package, String receipt) async {
G|  final (:status, :text, :attempts) = await post('/iap/gateway/verify', purchase(productId, package, receipt));
G|  final answer = members(text);
G|  if (status == 200 && answer['success'] == true) {
G|    await grant('\${answer['transaction_id']}');
G|    return null;
G|  }
G|  final isUnknown = status == 0 || status == 200 || (status == 409 && attempts > 1);
G|  final problem = '$status \${answer['error'] ?? 'without an error code'}';
G|  return isUnknown ? '$problem: the outcome is unknown: look it up' : problem;
G|}
G|
G|/// Give the item here: insert the id under a unique key, and give nothing if it is there already.
G|Future<void> grant(String transactionId) async => print('granted $transactionId');
S|/// Only xmdtCompleted of this answer says whether the player is verified, never the device.
S|Future<Answer> session(String gameId, String username) =>
S|    post('/xmdt/session', {'gameId': gameId, 'username': username});

Future<void> main(List<String> words) async {
  if (words[0] == 'sign') {
    final body = [await for (final part in stdin) ...part];
G|    return print(sign(body, Platform.environment['PVG_TIMESTAMP'])['X-Signature']);
S|    return print(sign(body)['X-Signature']);
  }
G|  if (words[0] == 'verify') {
G|    final problem = await verify(words[1], words[2], words[3]);
G|    if (problem == null) return;
G|    stderr.writeln('not granted: $problem');
G|    exit(1);
G|  }
G|  final (:status, :text, attempts: _) = await lookup(words[1], words[2], words[3]);
S|  final (:status, :text, attempts: _) = await session(words[1], words[2]);
  print('$status $text');
G|  exit(status == 200 ? 0 : 1);
S|  exit(status == 200 && members(text)['xmdtCompleted'] is bool ? 0 : 1);
}
`,
};
