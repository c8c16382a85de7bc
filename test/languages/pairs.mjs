// Compiles and runs the fix of every kind and of every pair of kinds in one language, for both interfaces:
// node pairs.mjs <built> <work> <language>. Around each stands what it takes for given; what it makes is printed and
// compared here. It sends its request to a server of this program.
import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';

const [built, work, language] = process.argv.slice(2);
const { fixes, fixSnippet, fixRegions, printingCode } = await import(`${built}/languages/fixes.js`);
const { languages } = await import(`${built}/languages/languages.js`);
const { signerOf } = await import(`${built}/languages/signer.js`);
const here = import.meta.dirname;
const { file, comment, prints } = languages[language];
const read = (name) => readFileSync(join(here, '../../src/languages', language, name), 'utf8');
const text = read(file);
const hints = Object.values(JSON.parse(read('traps.json')));

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const hmac = (key, data) => createHmac('sha256', key).update(data).digest('hex');
const given = {
  clientId: 'client-1',
  timestamp: '1700000000',
  bodyHash: sha256('given'),
  secret: 'sécret/+=1',
  body: '{"b":"ü"}',
  signature: 'given',
};
given.message = `${given.clientId}.${given.timestamp}.${given.bodyHash}`;

const kinds = Object.keys(fixes);
const all = [];
for (const scheme of ['gateway', 'session']) {
  const signer = signerOf({ text, comment }, scheme);
  for (const [at, one] of kinds.entries())
    for (const other of kinds.slice(at)) {
      const traps = [...new Set([one, other])].map((kind, n) => ({
        kind,
        hint: hints[(at + n) % hints.length],
      }));
      const parts = [...fixRegions(signer, comment, traps).keys()];
      all.push({
        id: `${scheme} ${one} ${other}`,
        scheme,
        code: fixSnippet(signer, comment, traps),
        parts,
      });
    }
  all.push({
    id: `${scheme} print`,
    scheme,
    code: printingCode(prints[scheme], comment),
    parts: [],
  });
}

const isSnake = ['python', 'php', 'bash', 'ruby', 'rust', 'lua'].includes(language);
const own = (name) => {
  if (language === 'go' && name === 'clientId') return 'clientID';
  return isSnake ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
};
const madeBy = {
  secret: ['secret'],
  hash: ['bodyHash'],
  message: ['timestamp', 'message'],
  sign: ['signature'],
};
const made = ({ parts }) => parts.flatMap((part) => madeBy[part] ?? []);

const literal = JSON.stringify;
const each = (wrap) => all.map(wrap).join('\n');
/** A statement for each value that a fix makes: it prints the number of the fix, the name and the value. */
const shown = (fix, index, print) =>
  made(fix)
    .map((name) => print(`${index} ${name} `, own(name), fix, name))
    .join('\n');
/** Fixes in one function each, so that none sees what another makes. */
const functions = (head, print, foot = '}') =>
  each((fix, index) => `${head(index)}\n${fix.code}\n${shown(fix, index, print)}\n${foot}`);
const calls = (call) => each((_, index) => call(index));

const jars = ['databind', 'core', 'annotations']
  .map((part) => `/usr/share/java/jackson-${part}.jar`)
  .join(':');
const kotlinLibrary = '/usr/share/java/kotlin-stdlib.jar';
const jvm = ['-Dfile.encoding=UTF-8', '-Dstdout.encoding=UTF-8'];
const names = ['clientId', 'timestamp', 'bodyHash', 'secret', 'message', 'signature'];
const declared = (write) => names.map((name) => write(own(name), literal(given[name]))).join('\n');

/** For each language: the file, the program, and the commands that build and run it; the last one prints the values. */
const programs = {
  node: [
    'fixes.mjs',
    () => `import { createHash, createHmac } from 'node:crypto';
const url = process.env.URL, fields = { a: 'b' };
const given = { ${names.map((name) => `${name}: ${literal(given[name])}`).join()}, body: Buffer.from(${literal(given.body)}), headers: {} };
${functions(
  (index) => `async function fix${index}({ ${names.join()}, body, headers }) { {`,
  (label, name) => `console.log('${label}' + ${name});`,
  '} }',
)}
${calls((index) => `await fix${index}(given);`)}`,
    [['node', 'fixes.mjs']],
  ],
  python: [
    'fixes.py',
    () => `import hashlib, hmac, json, os, sys, time, urllib.request, urllib.error
url = os.environ["URL"]; fields = {"a": "b"}; headers = {}
body = ${literal(given.body)}.encode()
${declared((name, value) => `${name} = ${value}`)}
given = dict(globals())
${each((fix, index) => {
  const code = [fix.code, shown(fix, index, (label, name) => `print("${label}" + ${name})`)].join(
    '\n',
  );
  return `exec(compile(${literal(code)}, "${fix.id}", "exec"), dict(given))`;
})}`,
    [['python3', 'fixes.py']],
  ],
  php: [
    'fixes.php',
    () => `<?php
$given = [${names.map((name) => `'${given[name]}'`).join()}, '${given.body}', [], getenv('URL'), ['a' => 'b']];
${functions(
  (index) =>
    `function fix${index}(${names.map((name) => `$${own(name)}`).join()}, $body, $headers, $url, $fields) {`,
  (label, name) => `echo "${label}$${name}\\n";`,
)}
${calls((index) => `fix${index}(...$given);`)}`,
    [['php', '-d', 'error_reporting=-1', '-d', 'display_errors=stderr', 'fixes.php']],
  ],
  go: [
    'fixes.go',
    () => `package main

import ("bytes"; "crypto/hmac"; "crypto/sha256"; "encoding/json"; "errors"; "fmt"; "log"; "net/http"; "os"; "strings"; "time")
var url, fields = os.Getenv("URL"), map[string]any{"a": "b"}
var body, headers = []byte(${literal(given.body)}), http.Header{}
${declared((name, value) => `var ${name} = ${value}`)}
var _, _, _, _ = bytes.NewReader, errors.New, strings.ToUpper, time.Now
${each((fix, index) => {
  const unused = [...fix.code.matchAll(/^(\w+)(?:, \w+)? :=/gm)].map(([, name]) => `_ = ${name}`);
  return `func fix${index}() (any, error) {
${fix.code}
${shown(fix, index, (label, name) => `fmt.Println("${label}" + ${name})`)}
${[...new Set(unused)].join('\n')}
return nil, nil
}`;
})}
func main() {
${calls((index) => `timestamp = ${literal(given.timestamp)}; if _, err := fix${index}(); err != nil { log.Fatal(err) }`)}
}`,
    [['go', 'build', '-o', 'fixes', 'fixes.go'], ['./fixes']],
  ],
  java: [
    'Fixes.java',
    () => `import com.fasterxml.jackson.databind.*; import java.net.*; import java.net.http.*; import java.nio.charset.*;
import java.security.*; import java.time.*; import java.util.*; import javax.crypto.*; import javax.crypto.spec.*;
class Fixes {
static URI url = URI.create(System.getenv("URL"));
static Map<String, ?> fields = Map.of("a", "b");
static Map<String, String> headers = Map.of();
static byte[] body = ${literal(given.body)}.getBytes(StandardCharsets.UTF_8);
${declared((name, value) => `static String ${name} = ${value};`)}
${functions(
  (index) => `static void fix${index}() throws Exception {`,
  (label, name) => `System.out.println("${label}" + ${name});`,
)}
public static void main(String[] words) throws Exception {
${calls((index) => `fix${index}();`)}
} }`,
    [
      ['javac', '-encoding', 'UTF-8', '-cp', jars, 'Fixes.java'],
      ['java', ...jvm, '-cp', `.:${jars}`, 'Fixes'],
    ],
  ],
  kotlin: [
    'Fixes.kt',
    () => `import com.fasterxml.jackson.databind.ObjectMapper
import java.net.URI
import java.net.http.HttpRequest
import java.security.MessageDigest
import java.time.*
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
val url = URI.create(System.getenv("URL"))
val fields = mapOf("a" to "b")
val headers = mapOf<String, String>()
val body = ${literal(given.body)}.toByteArray()
${declared((name, value) => `val ${name} = ${value}`)}
${functions(
  (index) => `fun fix${index}() {`,
  (label, name) => `println("${label}" + ${name})`,
)}
fun main() {
${calls((index) => `fix${index}()`)}
}`,
    [
      ['kotlinc', '-nowarn', 'Fixes.kt', '-cp', jars, '-d', 'fixes.jar'],
      ['java', ...jvm, '-cp', `fixes.jar:${kotlinLibrary}:${jars}`, 'FixesKt'],
    ],
  ],
  csharp: [
    'Fixes.cs',
    () => `using System; using System.Collections.Generic; using System.Net.Http; using System.Net.Http.Headers;
using System.Security.Cryptography; using System.Text; using System.Text.Json;
static class Fixes {
static string url = Environment.GetEnvironmentVariable("URL");
static object fields = new Dictionary<string, object> { ["a"] = "b" };
static Dictionary<string, string> headers = new Dictionary<string, string>();
static byte[] body = Encoding.UTF8.GetBytes(${literal(given.body)});
${declared((name, value) => `static string ${name} = ${value};`)}
${functions(
  (index) => `static void Fix${index}() {`,
  (label, name) => `Console.WriteLine("${label}" + ${name});`,
)}
static void Main() {
Console.OutputEncoding = new UTF8Encoding(false);
${calls((index) => `Fix${index}();`)}
} }`,
    [
      [
        'mcs',
        '-langversion:latest',
        '-nowarn:169,219,414',
        '-r:System.Net.Http',
        '-r:System.Web.Extensions',
        'Fixes.cs',
        join(here, 'stand-ins/Net6.cs'),
      ],
      ['mono', 'Fixes.exe'],
    ],
  ],
  ruby: [
    'fixes.rb',
    () => `require "json"; require "net/http"; require "openssl"
GIVEN = { ${names.map((name) => `${own(name)}: ${literal(given[name])}`).join()}, body: ${literal(given.body)}, headers: {}, url: URI(ENV["URL"]), fields: { a: "b" } }
${functions(
  (index) =>
    `def fix${index}(${names.map((name) => `${own(name)}:`).join()}, body:, headers:, url:, fields:)`,
  (label, name) => `puts "${label}#{${name}}"`,
  'end',
)}
${calls((index) => `fix${index}(**GIVEN)`)}`,
    [['ruby', 'fixes.rb']],
  ],
  rust: [
    'signer.rs',
    () => `#![allow(unused)]
use hmac::{Hmac, Mac}; use serde_json::{json, Value}; use sha2::{Digest, Sha256}; use ureq::OrAnyStatus;
use std::time::{Duration, SystemTime, UNIX_EPOCH}; use std::{env, error::Error};
struct Given { ${names.map((name) => `${own(name)}: String`).join()} }
${functions(
  (index) => `fn fix${index}(given: Given) -> Result<(), Box<dyn Error>> {
let (url, fields) = (env::var("URL")?, json!({ "a": "b" }));
let (body, headers): (&[u8], Vec<(&str, String)>) = (${literal(given.body)}.as_bytes(), vec![]);
let Given { ${names.map(own).join()} } = given;`,
  // The headers own these two.
  (label, name, { parts }) =>
    parts.includes('sign') && ['signature', 'timestamp'].includes(name)
      ? `println!("${label}{}", headers.iter().find(|(name, _)| *name == "X-${name.replace(/^./, (first) => first.toUpperCase())}").unwrap().1);`
      : `println!("${label}{${name}}");`,
  'Ok(()) }',
)}
fn given() -> Given { Given { ${names.map((name) => `${own(name)}: ${literal(given[name])}.to_string()`).join()} } }
fn main() -> Result<(), Box<dyn Error>> {
${calls((index) => `fix${index}(given())?;`)}
Ok(()) }`,
    [
      [
        'bash',
        '-c',
        'cp -r ../both/Cargo.toml ../both/.cargo . && CARGO_TARGET_DIR=../target cargo build --quiet --offline',
      ],
      ['../target/debug/signer'],
    ],
  ],
  cpp: [
    'fixes.cpp',
    () => `#include <cstdlib>
#include <ctime>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
#include <curl/curl.h>
#include <nlohmann/json.hpp>
#include <openssl/hmac.h>
#include <openssl/sha.h>
const std::string url = std::getenv("URL");
const nlohmann::json fields{{"a", "b"}};
const std::vector<std::string> headers;
const std::string body = ${literal(given.body)};
${declared((name, value) => `const std::string ${name} = ${value};`)}
${functions(
  (index) => `void fix${index}() {`,
  (label, name) => `std::cout << "${label}" << ${name} << '\\n';`,
)}
int main() {
${calls((index) => `fix${index}();`)}
}`,
    [['g++', '-std=c++17', '-o', 'fixes', 'fixes.cpp', '-lcurl', '-lcrypto'], ['./fixes']],
  ],
  lua: [
    'fixes.lua',
    () => `local cjson, http = require "cjson", require "http.request"
local digest, hmac = require "openssl.digest", require "openssl.hmac"
local url, fields = os.getenv "URL", { a = "b" }
local given = { ${names.map((name) => literal(given[name])).join()}, ${literal(given.body)}, {} }
local fixes = {}
${functions(
  (index) => `fixes[${index}] = function(${names.map(own).join()}, body, headers)`,
  (label, name) => `print("${label}" .. ${name})`,
  'end',
)}
${calls((index) => `fixes[${index}](unpack(given))`)}`,
    [['lua5.1', 'fixes.lua']],
  ],
  bash: [
    'fixes.sh',
    () => `set -euo pipefail
url=$URL fields='{"a": "b"}' headers=() body=$PWD/given.json
${declared((name, value) => `${name}=${value}`)}
printf '%s' '${given.body}' > given.json
${functions(
  (index) => `fix${index}() {`,
  (label, name) => `echo "${label}$${name}"`,
)}
${calls((index) => `(fix${index})`)}`,
    [
      ['bash', '-n', 'fixes.sh'],
      ['bash', 'fixes.sh'],
    ],
  ],
};

const [name, program, commands] = programs[language];
const folder = join(work, 'fixes');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, name), program());
let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  request.resume().on('end', () => response.end('{}'));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const secret = ` ${given.secret}\r\n`;
const env = {
  ...process.env,
  LC_ALL: 'C.UTF-8',
  PVG_CLIENT_ID: given.clientId,
  PVG_CLIENT_SECRET: secret,
  PVG_SECRET_KEY: secret,
  URL: `http://127.0.0.1:${server.address().port}/`,
};
let printed = '';
for (const [command, ...words] of commands)
  ({ stdout: printed } = await promisify(execFile)(command, words, {
    cwd: folder,
    env,
    maxBuffer: 1 << 24,
  }));
server.close();

const got = all.map(() => ({}));
for (const line of printed.trimEnd().split('\n')) {
  const [, index, of, value] = /^(\d+) (\w+) (.*)$/.exec(line) ?? [];
  if (got[index] === undefined) throw new Error(`it printed ${line}`);
  got[index][of] = value;
}
const wrong = [];
let values = 0;
all.forEach((fix, index) => {
  const its = got[index];
  const bodies = fix.parts.includes('body') ? ['{"a":"b"}', '{"a": "b"}'] : [given.body];
  const right = {
    secret: [given.secret],
    timestamp: /^\d{10}$/.test(its.timestamp) ? [its.timestamp] : [],
    bodyHash: bodies.map(sha256),
    message: [[given.clientId, its.timestamp, its.bodyHash ?? given.bodyHash].join('.')],
    signature:
      fix.scheme === 'session'
        ? bodies.map((body) => hmac(given.secret, body))
        : [hmac(given.secret, its.message ?? given.message)],
  };
  for (const of of made(fix)) {
    values += 1;
    if (!right[of].includes(its[of])) wrong.push(`${fix.id}: ${of} is ${its[of]}\n${fix.code}`);
  }
});
console.log([...wrong, `${all.length} fixes, ${values} values, ${requests} requests`].join('\n'));
process.exitCode = wrong.length === 0 ? 0 : 1;
