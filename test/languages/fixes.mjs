// Compiles and runs the code of every fix of src/languages, each in its own language: node fixes.mjs <built> <work> <language>.
// Around each snippet stands what it takes for granted; what it computes is printed and compared here.
import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { promisify } from 'node:util';

const [built, work, language] = process.argv.slice(2);
const { fixCode, fixKind, printCode } = await import(`${built}/diagnosis/catalogue/fix-code.js`);
const { causeIds } = await import(`${built}/diagnosis/catalogue/catalogue.js`);
const here = `${import.meta.dirname}/`;

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const hmac = (key, data) => createHmac('sha256', key).update(data).digest('hex');

const secret = 'sécret/+=1';
const text = '{"t":"é 王 <&> 💎"}';
const file = '\ufeff{"f":"é"}\r\n\n';
const body = '{"b":"ü"}';
const given = { clientId: 'client-1', timestamp: '1700000000', bodyHash: sha256('given') };
const message = `${given.clientId}.${given.timestamp}.${given.bodyHash}`;

const snippets = [];
for (const scheme of ['gateway', 'session']) {
  const seen = new Set();
  for (const id of causeIds) {
    const code = fixCode(id, language, scheme);
    if (seen.has(code)) continue;
    seen.add(code);
    snippets.push({ id, scheme, code, kind: fixKind(id, scheme) });
  }
  snippets.push({ id: 'print', scheme, code: printCode(language, scheme), kind: 'print' });
}

/** What a snippet may print, by name; the JSON of the payload may have a space after its colon. */
const bodies = {
  'serialise-once': ['{"a":"b"}', '{"a": "b"}'],
  'utf8-bytes': [text],
  'no-extra-bytes': [file],
  'empty-body': [''],
};
function allowed({ kind, scheme }, name, printed) {
  const own = bodies[kind] ?? [body];
  if (name === 'bodyHash') return own.map(sha256);
  if (name === 'bodyHex') return own.map((bytes) => Buffer.from(bytes).toString('hex'));
  if (name === 'message') {
    if (kind === 'unix-seconds') return [message.replace(given.timestamp, printed.timestamp)];
    return kind === 'body-hash' ? [message.replace(given.bodyHash, sha256(body))] : [message];
  }
  if (name === 'signature') {
    const overMessage = kind === 'message-layout' || (scheme === 'gateway' && kind !== 'session-message');
    return overMessage ? [hmac(secret, message)] : own.map((bytes) => hmac(secret, bytes));
  }
  if (name === 'timestamp') return /^\d{10}$/.test(printed.timestamp) ? [printed.timestamp] : [];
  return name === 'clientId' ? [given.clientId] : [secret];
}

const snake = { clientId: 'client_id', bodyHash: 'body_hash', bodyHex: 'body_hex' };
const names = ['signature', 'bodyHash', 'bodyHex', 'message', 'timestamp', 'clientId', 'secret'];
const inLanguage = (name) => {
  if (['python', 'ruby', 'rust', 'lua', 'perl', 'elixir', 'bash'].includes(language))
    return snake[name] ?? name;
  return language === 'go' && name === 'clientId' ? 'clientID' : name;
};
/** The names that a snippet gives a value, in its language. */
function defined({ code, kind }) {
  return names.filter((name) => {
    if (name === 'secret' && kind !== 'secret-trim') return false;
    const own = inLanguage(name);
    return new RegExp(`(^|[\\s$])${own} *:?=[^=]|std::string ${own};`, 'm').test(code);
  });
}
const prints = (snippet, print) => defined(snippet).map((name) => print(name, inLanguage(name)));
const indent = (code) => code.replace(/^(?=.)/gm, '    ');
const literal = (value) => JSON.stringify(value);
const dollarLiteral = (value) => `'${value}'`;
const each = (wrap) => snippets.map((snippet, index) => wrap(snippet, index)).join('\n');
const calls = (call) => snippets.map((_, index) => call(index)).join('\n');

const jvmImports = [
  'com.fasterxml.jackson.databind.ObjectMapper',
  'java.net.URI',
  'java.net.http.HttpRequest',
  'java.nio.charset.StandardCharsets',
  'java.nio.file.Files',
  'java.nio.file.Path',
  'java.io.File',
  'java.security.MessageDigest',
  'java.time.Instant',
  'java.util.HexFormat',
  'java.util.Map',
  'java.util.Objects',
  'javax.crypto.Mac',
  'javax.crypto.spec.SecretKeySpec',
];
const jars = ['databind', 'core', 'annotations']
  .map((part) => `/usr/share/java/jackson-${part}.jar`)
  .join(':');

const dotnetProgram = (usings, fields) => `${usings.map((name) => `using ${name};`).join('\n')}
public static class Fixes
{
    static string clientId = ${literal(given.clientId)}, timestamp = ${literal(given.timestamp)}, bodyHash = ${literal(given.bodyHash)};
    static string secret = ${literal(secret)}, message = ${literal(message)}, text = ${literal(text)}, signature = "given";
    static byte[] body = Encoding.UTF8.GetBytes(${literal(body)});
    ${fields}
${each(
  (snippet, index) => `    static void Fix${index}()
    {
${indent(snippet.code)}
${prints(snippet, (name, own) => `        Console.WriteLine("${index} ${name} " + ${own});`).join('\n')}
    }`,
)}
    public static void Main()
    {
${calls((index) => `        Fix${index}();`)}
    }
}
`;
const dotnetUsings = ['System', 'System.IO', 'System.Text', 'System.Security.Cryptography'];
const mcs = [
  '-langversion:latest',
  '-nowarn:28,168,169,219,414',
  '-r:System.Net.Http',
  '-r:System.Web.Extensions',
];

/** For each language: the program around the snippets, and the commands that build and run it. */
const languages = {
  node: {
    name: 'fixes.mjs',
    program: () => `import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
const fetch = async () => {};
async function given(clientId, timestamp, bodyHash, secret, message, text, body, signature, payload, url, headers, run) {}
${each(
  (
    snippet,
    index,
  ) => `async function fix${index}({ clientId, timestamp, bodyHash, secret, message, text, body, signature, payload, url, headers }) {
  {
${snippet.code}
${prints(snippet, (name, own) => `console.log('${index} ${name} ' + ${own});`).join('\n')}
  }
}`,
)}
const all = () => ({ ...${literal({ ...given, secret, message, text, signature: 'given', payload: { a: 'b' }, url: 'x', headers: {} })}, body: Buffer.from(${literal(body)}) });
${calls((index) => `await fix${index}(all());`)}
`,
    commands: [['node', 'fixes.mjs']],
  },
  python: {
    name: 'fixes.py',
    program: () => `import hashlib, hmac, json, os, re, sys, time
class requests:
    post = staticmethod(lambda *args, **options: None)
def given():
    return dict(globals(), client_id=${literal(given.clientId)}, timestamp=${literal(given.timestamp)}, body_hash=${literal(given.bodyHash)},
        secret=${literal(secret)}, message=${literal(message)}, text='''${text}''', body=b${literal(body).replace('ü', '\\xc3\\xbc')},
        signature="given", payload={"a": "b"}, url="x", headers={})
${each(
  (snippet, index) =>
    `exec(compile(${literal(snippet.code).replace(/[\u007f-\uffff]/g, (unit) => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0'))} + "\\n" + ${literal(prints(snippet, (name, own) => `print("${index} ${name} " + ${own})`).join('\n'))}, "${snippet.id}", "exec"), given())`,
)}
`,
    commands: [['python3', 'fixes.py']],
  },
  php: {
    name: 'fixes.php',
    program: () => `<?php
$client = new class { function post(...$arguments) {} };
$all = [${dollarLiteral(given.clientId)}, ${dollarLiteral(given.timestamp)}, ${dollarLiteral(given.bodyHash)}, ${dollarLiteral(secret)}, ${dollarLiteral(message)}, ${dollarLiteral(text)}, ${dollarLiteral(body)}, 'given', ['a' => 'b'], 'x', [], $client];
${each(
  (
    snippet,
    index,
  ) => `function fix${index}($clientId, $timestamp, $bodyHash, $secret, $message, $text, $body, $signature, $payload, $url, $headers, $client) {
${snippet.code}
${prints(snippet, (name, own) => `echo '${index} ${name} ', $${own}, "\\n";`).join('\n')}
}`,
)}
${calls((index) => `fix${index}(...$all);`)}
`,
    commands: [['php', '-d', 'error_reporting=-1', '-d', 'display_errors=stderr', 'fixes.php']],
  },
  go: {
    name: 'fixes.go',
    program: () => `package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var _ = errors.New
var clientID, timestamp, bodyHash = ${literal(given.clientId)}, ${literal(given.timestamp)}, ${literal(given.bodyHash)}
var secret, message, text = ${literal(secret)}, ${literal(message)}, ${literal(text)}
var body, signature, url = []byte(${literal(body)}), "given", "http://127.0.0.1/"
var payload = map[string]any{"a": "b"}
var request, _ = http.NewRequest(http.MethodPost, url, bytes.NewReader(body))

${each(
  (snippet, index) => `func fix${index}() error {
${snippet.code}
${prints(snippet, (name, own) => `fmt.Println("${index} ${name} " + ${own})`).join('\n')}
${[...snippet.code.matchAll(/^(\w+)(?:, (\w+))? :=/gm)].map(([, one, other]) => `_, _ = ${one}, ${other ?? one}`).join('\n')}
return nil
}`,
)}
func main() {
	for _, fix := range []func() error{${snippets.map((_, index) => `fix${index}`).join(', ')}} {
		if err := fix(); err != nil {
			log.Fatal(err)
		}
	}
}
`,
    commands: [
      ['go', 'vet', 'fixes.go'],
      ['go', 'run', 'fixes.go'],
    ],
  },
  java: {
    name: 'Fixes.java',
    program: () => `${jvmImports.map((name) => `import ${name};`).join('\n')}
public class Fixes {
    static String clientId = ${literal(given.clientId)}, timestamp = ${literal(given.timestamp)}, bodyHash = ${literal(given.bodyHash)};
    static String secret = ${literal(secret)}, message = ${literal(message)}, text = ${literal(text)}, signature = "given";
    static byte[] body = ${literal(body)}.getBytes(StandardCharsets.UTF_8);
    static Map<String, Object> payload = Map.of("a", "b");
    static HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1/"));
${each(
  (snippet, index) => `    static void fix${index}() throws Exception {
${indent(snippet.code)}
${prints(snippet, (name, own) => `        System.out.println("${index} ${name} " + ${own});`).join('\n')}
    }`,
)}
    public static void main(String[] args) throws Exception {
        System.setOut(new java.io.PrintStream(System.out, true, "UTF-8"));
${calls((index) => `        fix${index}();`)}
    }
}
`,
    commands: [['java', '-Dfile.encoding=UTF-8', '-cp', jars, 'Fixes.java']],
  },
  kotlin: {
    name: 'Fixes.kt',
    program: () => `${jvmImports.map((name) => `import ${name}`).join('\n')}
val clientId = ${literal(given.clientId)}
val timestamp = ${literal(given.timestamp)}
val bodyHash = ${literal(given.bodyHash)}
val secret = ${literal(secret)}
val message = ${literal(message)}
val text = ${literal(text)}
val signature = "given"
val body = ${literal(body)}.toByteArray()
val payload = mapOf("a" to "b")
val request = HttpRequest.newBuilder(URI.create("http://127.0.0.1/"))
${each(
  (snippet, index) => `fun fix${index}() {
${indent(snippet.code)}
${prints(snippet, (name, own) => `    println("${index} ${name} " + ${own})`).join('\n')}
}`,
)}
fun main() {
    System.setOut(java.io.PrintStream(System.out, true, "UTF-8"))
${calls((index) => `    fix${index}()`)}
}
`,
    commands: [
      ['kotlinc', 'Fixes.kt', '-nowarn', '-cp', jars, '-d', 'fixes.jar'],
      ['java', '-cp', `fixes.jar:/usr/share/java/kotlin-stdlib.jar:${jars}`, 'FixesKt'],
    ],
  },
  csharp: {
    name: 'Fixes.cs',
    program: () =>
      dotnetProgram(
        [
          ...dotnetUsings,
          'System.Net.Http',
          'System.Net.Http.Headers',
          'System.Text.Json',
          'System.Collections.Generic',
        ],
        `static Dictionary<string, string> payload = new Dictionary<string, string> { { "a", "b" } };
    static HttpRequestMessage request = new HttpRequestMessage(HttpMethod.Post, "http://127.0.0.1/") { Content = new ByteArrayContent(body) };`,
      ),
    commands: [
      ['mcs', ...mcs, '-out:fixes.exe', 'Fixes.cs', `${here}stand-ins/SystemTextJson.cs`],
      ['mono', 'fixes.exe'],
    ],
  },
  unity: {
    name: 'Fixes.cs',
    program: () =>
      dotnetProgram(
        [...dotnetUsings, 'UnityEngine', 'UnityEngine.Networking'],
        'static object payload = null; static UnityWebRequest request = new UnityWebRequest();',
      ),
    commands: [
      ['mcs', ...mcs, '-out:fixes.exe', 'Fixes.cs', `${here}stand-ins/UnityEngine.cs`],
      ['mono', 'fixes.exe'],
    ],
  },
  ruby: {
    name: 'fixes.rb',
    program: () => `require "json"
require "openssl"
module Net; class HTTP; def self.post(*) end end end
${each(
  (
    snippet,
    index,
  ) => `def fix${index}(client_id, timestamp, body_hash, secret, message, text, body, signature, payload, url, headers)
${snippet.code}
${prints(snippet, (name, own) => `puts "${index} ${name} " + ${own}`).join('\n')}
end`,
)}
${calls((index) => `fix${index}(${[given.clientId, given.timestamp, given.bodyHash, secret, message, text, body, 'given'].map(literal).join(', ')}, { a: "b" }, "x", {})`)}
`,
    commands: [['ruby', 'fixes.rb']],
  },
  perl: {
    name: 'fixes.pl',
    program: () => `use strict;
use warnings;
no warnings 'redefine';
no warnings 'shadow';
use Digest::SHA qw(hmac_sha256_hex sha256_hex);
use Encode ();
use JSON::PP ();
{ package HTTP::Tiny; sub new { bless {}, shift } sub post {} }
${each(
  (snippet, index) => `sub fix${index} {
    my ($client_id, $timestamp, $body_hash, $secret, $message, $text, $body, $signature, $payload, $url, %headers) = @_;
    {
${indent(snippet.code)}
${prints(snippet, (name, own) => `print "${index} ${name} ", $${own}, "\\n";`).join('\n')}
    }
}`,
)}
${calls((index) => `fix${index}(${[given.clientId, given.timestamp, given.bodyHash, secret, message].map(dollarLiteral).join(', ')}, Encode::decode('UTF-8', ${dollarLiteral(text)}), ${dollarLiteral(body)}, 'given', { a => 'b' }, 'x');`)}
`,
    commands: [['perl', 'fixes.pl']],
  },
  rust: {
    name: 'Fixes.rs',
    program: () => `#![allow(unused)]
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::error::Error;
use std::time::{SystemTime, UNIX_EPOCH};
${each(
  (
    snippet,
    index,
  ) => `fn fix${index}(client_id: &str, timestamp: &str, body_hash: &str, secret: &str, message: &str, text: &str, signature: &str, body: Vec<u8>, payload: &serde_json::Value, request: ureq::Request) -> Result<(), Box<dyn Error>> {
${indent(snippet.code)}
${prints(snippet, (name, own) => `    println!("${index} ${name} {}", ${own});`).join('\n')}
    Ok(())
}`,
)}
fn main() -> Result<(), Box<dyn Error>> {
    let payload = serde_json::json!({ "a": "b" });
    let url = std::env::var("URL")?;
${calls(
  (index) =>
    `    fix${index}(${[given.clientId, given.timestamp, given.bodyHash, secret, message, text, 'given'].map(literal).join(', ')}, ${literal(body)}.as_bytes().to_vec(), &payload, ureq::post(&url))?;`,
)}
    Ok(())
}
`,
    prepare(folder) {
      mkdirSync(`${folder}/.cargo`);
      writeFileSync(
        `${folder}/.cargo/config.toml`,
        '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n',
      );
      writeFileSync(
        `${folder}/Cargo.toml`,
        '[package]\nname = "fixes"\nversion = "0.0.0"\nedition = "2021"\n[[bin]]\nname = "fixes"\npath = "Fixes.rs"\n[dependencies]\nhmac = "0.12"\nsha2 = "0.10"\nhex = "0.4"\nserde_json = "1"\nureq = { version = "2", default-features = false }\n',
      );
    },
    commands: [['cargo', 'run', '--quiet', '--offline']],
  },
  cpp: {
    name: 'fixes.cpp',
    program: () => `#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <curl/curl.h>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
std::string clientId = ${literal(given.clientId)}, timestamp = ${literal(given.timestamp)}, bodyHash = ${literal(given.bodyHash)};
std::string secret = ${literal(secret)}, message = ${literal(message)}, text = ${literal(text)}, body = ${literal(body)}, signature = "given";
nlohmann::json payload{{"a", "b"}};
CURL* request = curl_easy_init();
curl_slist* headers = nullptr;
${each(
  (snippet, index) => `void fix${index}() {
${indent(snippet.code)}
${prints(snippet, (name, own) => `    std::cout << "${index} ${name} " << ${own} << '\\n';`).join('\n')}
}`,
)}
int main() {
${calls((index) => `    fix${index}();`)}
}
`,
    commands: [
      [
        'g++',
        '-std=c++17',
        '-Wall',
        '-Wextra',
        '-Werror',
        '-Wno-deprecated-declarations',
        '-Wno-unused-variable',
        '-o',
        'fixes',
        'fixes.cpp',
        '-lcurl',
        '-lcrypto',
      ],
      ['./fixes'],
    ],
  },
  lua: {
    name: 'fixes.lua',
    program: () => `cjson, digest, hmac = require "cjson", require "openssl.digest", require "openssl.hmac"
client_id, timestamp, body_hash = ${literal(given.clientId)}, ${literal(given.timestamp)}, ${literal(given.bodyHash)}
secret, message, text, body, signature = ${literal(secret)}, ${literal(message)}, ${literal(text)}, ${literal(body)}, "given"
payload = { a = "b" }
request = require "http.request".new_from_uri("http://127.0.0.1/")
${each(
  (snippet, index) => `local function fix${index}()
${snippet.code}
${prints(snippet, (name, own) => `print("${index} ${name} " .. ${own})`).join('\n')}
end
fix${index}()`,
)}
`,
    commands: [['lua5.1', 'fixes.lua']],
  },
  elixir: {
    name: 'fixes.exs',
    program: () => `Code.require_file(${literal(`${here}stand-ins/json.ex`)})
{:ok, _} = Application.ensure_all_started(:inets)
{client_id, timestamp, body_hash} = {${literal(given.clientId)}, ${literal(given.timestamp)}, ${literal(given.bodyHash)}}
{secret, message, text, body, signature} = {${literal(secret)}, ${literal(message)}, ${literal(text)}, ${literal(body)}, "given"}
{payload, headers, url} = {%{"a" => "b"}, [], System.fetch_env!("URL")}
${each(
  (snippet, index) => `fix${index} = fn ->
${snippet.code}
${prints(snippet, (name, own) => `IO.puts("${index} ${name} #{${own}}")`).join('\n')}
end
fix${index}.()`,
)}
`,
    commands: [['elixir', 'fixes.exs']],
  },
  bash: {
    name: 'fixes.sh',
    program: () => `set -euo pipefail
curl() { cat > /dev/null; }
client_id=${given.clientId} timestamp=${given.timestamp} body_hash=${given.bodyHash}
secret='${secret}' message='${message}' text='${text}' body='${body}' signature=given payload='{"a": "b"}' url=x headers=(--silent)
${each(
  (snippet, index) => `fix${index}() {
${snippet.code}
${prints(snippet, (name, own) => `echo "${index} ${name} $${own}"`).join('\n')}
}`,
)}
${calls((index) => `(fix${index} < /dev/null)`)}
`,
    commands: [
      ['bash', '-n', 'fixes.sh'],
      ['bash', 'fixes.sh'],
    ],
  },
};

const { name, program, prepare, commands } = languages[language];
const folder = `${work}/${language}-fixes`;
mkdirSync(folder);
prepare?.(folder);
writeFileSync(`${folder}/${name}`, program());
writeFileSync(`${folder}/body.json`, file);

const server = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
await once(server.listen(0, '127.0.0.1'), 'listening');
const spaced = {
  CLIENT_SECRET: ` ${secret}\r\n`,
  SECRET_KEY: ` ${secret}\r\n`,
  CLIENT_ID: `${given.clientId}\n`,
};
const env = { ...process.env, ...spaced, URL: `http://127.0.0.1:${server.address().port}/` };
let [lines, logged] = ['', ''];
for (const [command, ...rest] of commands) {
  const done = await promisify(execFile)(command, rest, { cwd: folder, env, maxBuffer: 1 << 24 });
  [lines, logged] = [done.stdout, done.stderr];
}
server.close();

const printed = snippets.map(() => ({}));
for (const line of lines.split('\n').filter(Boolean)) {
  const [, index, what, value] = /^(\d+) (\w+) (.*)$/.exec(line) ?? [];
  if (printed[index] === undefined) throw new Error(`${language} printed: ${line}`);
  printed[index][what] = value;
}
let values = 0;
snippets.forEach((snippet, index) => {
  for (const what of defined(snippet)) {
    values += 1;
    if (allowed(snippet, what, printed[index]).includes(printed[index][what])) continue;
    console.log(`${language} ${snippet.id} (${snippet.scheme}): ${what} is ${printed[index][what]}`);
    process.exitCode = 1;
  }
});
for (const line of [`body hash: ${given.bodyHash}`, `message: ${message}`, 'signature: given']) {
  values += 1;
  if (logged.includes(line)) continue;
  console.log(`${language} print: "${line}" is not in the log`);
  process.exitCode = 1;
}
console.log(`${snippets.length} snippets, ${values} values`);
