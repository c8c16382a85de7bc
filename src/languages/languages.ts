import type { Language } from './language.js';

/** @param print writes a statement; `hash` and `hex` are expressions for the body hash, and for the body in hex */
const printStatements = (
  print: (label: string, value: string) => string,
  hash: string,
  hex: string,
): Language['prints'] => ({
  gateway: [print('body hash', hash), print('message', 'message'), print('signature', 'signature')],
  session: [print('signed bytes in hex', hex), print('signature', 'signature')],
});

/** A name as a variable of PHP and shells; another expression stays as it is. */
const variableOf = (value: string): string => (/^[a-z_]+$/.test(value) ? `$${value}` : value);

/** The languages that `sign --snippet` and `diagnose --lang` know. */
export const languages = {
  node: {
    file: 'signer.mjs',
    alsoCalled: ['js', 'javascript', 'ts', 'typescript', 'nodejs', 'node.js', 'deno', 'bun'],
    userAgent: /^(?:node$|node-fetch|undici|axios\/|got )/,
    comment: '//',
    prints: printStatements(
      (label, value) => `console.error('${label}:', ${value});`,
      'bodyHash',
      `body.toString('hex')`,
    ),
  },
  python: {
    file: 'signer.py',
    alsoCalled: ['py', 'python3', 'django', 'flask'],
    userAgent: /^(?:python-requests|Python-urllib|python-httpx|Python)\//,
    comment: '#',
    prints: printStatements(
      (label, value) => `print("${label}:", ${value}, file=sys.stderr)`,
      'body_hash',
      'body.hex()',
    ),
  },
  php: {
    file: 'signer.php',
    alsoCalled: ['php8', 'laravel'],
    userAgent: /^(?:GuzzleHttp|PHP|Symfony)\b/,
    comment: '//',
    prints: printStatements(
      (label, value) => `error_log('${label}: ' . ${variableOf(value)});`,
      'body_hash',
      'bin2hex($body)',
    ),
  },
  go: {
    file: 'signer.go',
    alsoCalled: ['golang'],
    userAgent: /^Go-http-client\//,
    comment: '//',
    prints: printStatements(
      (label, value) => `log.Println("${label}:", ${value})`,
      'bodyHash',
      'fmt.Sprintf("%x", body)',
    ),
  },
  java: {
    file: 'Signer.java',
    alsoCalled: ['spring'],
    userAgent: /^(?:Java|Java-http-client|Apache-HttpClient|okhttp)\//,
    comment: '//',
    prints: printStatements(
      (label, value) => `System.err.println("${label}: " + ${value});`,
      'bodyHash',
      'HexFormat.of().formatHex(body)',
    ),
  },
  kotlin: {
    file: 'Signer.kt',
    alsoCalled: ['kt', 'ktor'],
    userAgent: /^ktor\b/i,
    comment: '//',
    prints: printStatements(
      (label, value) => `System.err.println("${label}: " + ${value})`,
      'bodyHash',
      `body.joinToString("") { "%02x".format(it) }`,
    ),
  },
  csharp: {
    file: 'Signer.cs',
    alsoCalled: ['c#', 'cs', 'dotnet', '.net', 'c-sharp'],
    userAgent: /^(?:RestSharp|UnityPlayer)\/|UnityWebRequest/,
    comment: '//',
    prints: printStatements(
      (label, value) => `Console.Error.WriteLine("${label}: " + ${value});`,
      'bodyHash',
      'Convert.ToHexString(body)',
    ),
  },
  ruby: {
    file: 'signer.rb',
    alsoCalled: ['rb', 'rails'],
    userAgent: /^(?:Ruby$|Faraday v|rest-client\/|http\.rb\/)/,
    comment: '#',
    prints: printStatements(
      (label, value) => `warn "${label}: #{${value}}"`,
      'body_hash',
      `body.unpack1("H*")`,
    ),
  },
  rust: {
    file: 'signer.rs',
    alsoCalled: ['rs'],
    userAgent: /^(?:reqwest|ureq)\b/,
    comment: '//',
    prints: printStatements(
      (label, value) => `eprintln!("${label}: {}", ${value});`,
      'body_hash',
      'hex::encode(body)',
    ),
  },
  cpp: {
    file: 'signer.cpp',
    alsoCalled: ['c++', 'cxx', 'cc'],
    userAgent: /^cpp-httplib\/|UnrealEngine|(?:\+\+|\/)UE[45]\b/,
    comment: '//',
    prints: {
      ...printStatements(
        (label, value) => `std::cerr << "${label}: " << ${value} << '\\n';`,
        'bodyHash',
        // C++ has no expression for the hex, so the statements of the session interface follow.
        '',
      ),
      session: [
        'std::cerr << "signed bytes in hex: " << std::hex;',
        'for (unsigned char byte : body) std::cerr << (byte >> 4) << (byte & 15);',
        `std::cerr << std::dec << "\\nsignature: " << signature << '\\n';`,
      ],
    },
  },
  lua: {
    file: 'signer.lua',
    alsoCalled: ['luajit'],
    userAgent: /^lua-(?:http|resty-http)\b|LuaSocket/,
    comment: '--',
    prints: printStatements(
      (label, value) => `io.stderr:write("${label}: ", ${value}, "\\n")`,
      'body_hash',
      `(body:gsub(".", function(c) return ("%02x"):format(c:byte()) end))`,
    ),
  },
  bash: {
    file: 'signer.sh',
    alsoCalled: ['sh', 'shell', 'zsh', 'curl'],
    userAgent: /^(?:curl|Wget)\//,
    comment: '#',
    prints: printStatements(
      (label, value) => `echo "${label}: ${variableOf(value)}" >&2`,
      'body_hash',
      `$(od -An -v -tx1 < "$body" | tr -d ' \\n')`,
    ),
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
