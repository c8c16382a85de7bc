import type { Language } from './language.js';

interface PrintedValues {
  /** An expression for the body hash. */
  readonly hash: string;
  /** An expression for the body in hex. */
  readonly hex: string;
  /** A statement that prints the first 12 digits of the key’s SHA-256 and its length in bytes, as `Key` shows them. */
  readonly key: string;
}

/** @param print writes a statement */
const printStatements = (
  print: (label: string, value: string) => string,
  { hash, hex, key }: PrintedValues,
): Language['prints'] => ({
  gateway: [
    print('body hash', hash),
    print('message', 'message'),
    print('signature', 'signature'),
    key,
  ],
  session: [print('signed bytes in hex', hex), print('signature', 'signature'), key],
});

/** A name as a variable of PHP and shells; another expression stays as it is. */
const variableOf = (value: string): string => (/^[a-z_]+$/.test(value) ? `$${value}` : value);

const keyOfCpp = [
  'unsigned char keyHash[SHA256_DIGEST_LENGTH];',
  'SHA256(reinterpret_cast<const unsigned char*>(secret.data()), secret.size(), keyHash);',
  'std::cerr << "key: " << std::hex;',
  'for (int i = 0; i < 6; i++) std::cerr << (keyHash[i] >> 4) << (keyHash[i] & 15);',
  `std::cerr << std::dec << ' ' << secret.size() << '\\n';`,
].join('\n');

/** The languages that `sign --snippet` and `diagnose --lang` know. */
export const languages = {
  node: {
    file: 'signer.mjs',
    alsoCalled: ['js', 'javascript', 'ts', 'typescript', 'nodejs', 'node.js', 'deno', 'bun'],
    userAgent: /^(?:node$|node-fetch|undici|axios\/|got )/,
    comment: '//',
    prints: printStatements((label, value) => `console.error('${label}:', ${value});`, {
      hash: 'bodyHash',
      hex: `body.toString('hex')`,
      key: `console.error('key:', createHash('sha256').update(secret).digest('hex').slice(0, 12), Buffer.byteLength(secret));`,
    }),
  },
  python: {
    file: 'signer.py',
    alsoCalled: ['py', 'python3', 'django', 'flask'],
    userAgent: /^(?:python-requests|Python-urllib|python-httpx|Python)\//,
    comment: '#',
    prints: printStatements((label, value) => `print("${label}:", ${value}, file=sys.stderr)`, {
      hash: 'body_hash',
      hex: 'body.hex()',
      key: `print("key:", hashlib.sha256(secret.encode()).hexdigest()[:12], len(secret.encode()), file=sys.stderr)`,
    }),
  },
  php: {
    file: 'signer.php',
    alsoCalled: ['php8', 'laravel'],
    userAgent: /^(?:GuzzleHttp|PHP|Symfony)\b/,
    comment: '//',
    prints: printStatements((label, value) => `error_log('${label}: ' . ${variableOf(value)});`, {
      hash: 'body_hash',
      hex: 'bin2hex($body)',
      key: `error_log('key: ' . substr(hash('sha256', $secret), 0, 12) . ' ' . strlen($secret));`,
    }),
  },
  go: {
    file: 'signer.go',
    alsoCalled: ['golang'],
    userAgent: /^Go-http-client\//,
    comment: '//',
    prints: printStatements((label, value) => `log.Println("${label}:", ${value})`, {
      hash: 'bodyHash',
      hex: 'fmt.Sprintf("%x", body)',
      key: `log.Println("key:", fmt.Sprintf("%x", sha256.Sum256([]byte(secret)))[:12], len(secret))`,
    }),
  },
  java: {
    file: 'Signer.java',
    alsoCalled: ['spring'],
    userAgent: /^(?:Java|Java-http-client|Apache-HttpClient|okhttp)\//,
    comment: '//',
    prints: printStatements((label, value) => `System.err.println("${label}: " + ${value});`, {
      hash: 'bodyHash',
      hex: 'HexFormat.of().formatHex(body)',
      key: `byte[] key = secret.getBytes(StandardCharsets.UTF_8);\nbyte[] keyHash = MessageDigest.getInstance("SHA-256").digest(key);\nSystem.err.println("key: " + HexFormat.of().formatHex(keyHash, 0, 6) + " " + key.length);`,
    }),
  },
  kotlin: {
    file: 'Signer.kt',
    alsoCalled: ['kt', 'ktor'],
    userAgent: /^ktor\b/i,
    comment: '//',
    prints: printStatements((label, value) => `System.err.println("${label}: " + ${value})`, {
      hash: 'bodyHash',
      hex: `body.joinToString("") { "%02x".format(it) }`,
      key: 'val key = secret.toByteArray()\nval keyHash = MessageDigest.getInstance("SHA-256").digest(key).take(6)\nSystem.err.println("key: " + keyHash.joinToString("") { "%02x".format(it) } + " " + key.size)',
    }),
  },
  csharp: {
    file: 'Signer.cs',
    alsoCalled: ['c#', 'cs', 'dotnet', '.net', 'c-sharp'],
    userAgent: /^(?:RestSharp|UnityPlayer)\/|UnityWebRequest/,
    comment: '//',
    prints: printStatements((label, value) => `Console.Error.WriteLine("${label}: " + ${value});`, {
      hash: 'bodyHash',
      hex: 'Convert.ToHexString(body)',
      key: `var key = Encoding.UTF8.GetBytes(secret);\nConsole.Error.WriteLine("key: " + Convert.ToHexString(SHA256.HashData(key)).Substring(0, 12).ToLowerInvariant() + " " + key.Length);`,
    }),
  },
  ruby: {
    file: 'signer.rb',
    alsoCalled: ['rb', 'rails'],
    userAgent: /^(?:Ruby$|Faraday v|rest-client\/|http\.rb\/)/,
    comment: '#',
    prints: printStatements((label, value) => `warn "${label}: #{${value}}"`, {
      hash: 'body_hash',
      hex: `body.unpack1("H*")`,
      key: 'warn "key: #{OpenSSL::Digest::SHA256.hexdigest(secret)[0, 12]} #{secret.bytesize}"',
    }),
  },
  rust: {
    file: 'signer.rs',
    alsoCalled: ['rs'],
    userAgent: /^(?:reqwest|ureq)\b/,
    comment: '//',
    prints: printStatements((label, value) => `eprintln!("${label}: {}", ${value});`, {
      hash: 'body_hash',
      hex: 'hex::encode(body)',
      key: `eprintln!("key: {} {}", &hex::encode(Sha256::digest(secret.as_bytes()))[..12], secret.len());`,
    }),
  },
  cpp: {
    file: 'signer.cpp',
    alsoCalled: ['c++', 'cxx', 'cc'],
    userAgent: /^cpp-httplib\/|UnrealEngine|(?:\+\+|\/)UE[45]\b/,
    comment: '//',
    prints: {
      ...printStatements(
        (label, value) => `std::cerr << "${label}: " << ${value} << '\\n';`,
        // C++ has no expression for the hex, so the statements of the session interface follow.
        { hash: 'bodyHash', hex: '', key: keyOfCpp },
      ),
      session: [
        'std::cerr << "signed bytes in hex: " << std::hex;',
        'for (unsigned char byte : body) std::cerr << (byte >> 4) << (byte & 15);',
        `std::cerr << std::dec << "\\nsignature: " << signature << '\\n';`,
        keyOfCpp,
      ],
    },
  },
  lua: {
    file: 'signer.lua',
    alsoCalled: ['luajit'],
    userAgent: /^lua-(?:http|resty-http)\b|LuaSocket/,
    comment: '--',
    prints: printStatements((label, value) => `io.stderr:write("${label}: ", ${value}, "\\n")`, {
      hash: 'body_hash',
      hex: `(body:gsub(".", function(c) return ("%02x"):format(c:byte()) end))`,
      key: `local key_hash = digest.new("sha256"):final(secret):gsub(".", function(c) return ("%02x"):format(c:byte()) end)\nio.stderr:write("key: ", key_hash:sub(1, 12), " ", #secret, "\\n")`,
    }),
  },
  bash: {
    file: 'signer.sh',
    alsoCalled: ['sh', 'shell', 'zsh', 'curl'],
    userAgent: /^(?:curl|Wget)\//,
    comment: '#',
    prints: printStatements((label, value) => `echo "${label}: ${variableOf(value)}" >&2`, {
      hash: 'body_hash',
      hex: `$(od -An -v -tx1 < "$body" | tr -d ' \\n')`,
      key: `echo "key: $(printf %s "$secret" | openssl dgst -sha256 -r | cut -c 1-12) $(printf %s "$secret" | wc -c)" >&2`,
    }),
  },
} as const satisfies Readonly<Record<string, Language>>;

export type LanguageName = keyof typeof languages;
export const languageNames = Object.keys(languages) as readonly LanguageName[];

/** Every spelling of every language, with the language. */
export const languageSpellings: ReadonlyMap<string, LanguageName> = new Map(
  languageNames.flatMap((name) =>
    [name, ...languages[name].alsoCalled].map((each) => [each, name] as const),
  ),
);

/** What runs on the player’s device: it has no signer, since it must never hold the key. */
export const gameClients: readonly string[] =
  'unity unity3d unreal ue4 ue5 godot gdscript swift ios dart flutter android'.split(' ');

/** The language whose usual HTTP client says this of itself; undefined if none is known. */
export function languageOfClient(userAgent: string): LanguageName | undefined {
  return languageNames.find((name) => languages[name].userAgent.test(userAgent));
}
