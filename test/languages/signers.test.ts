import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Interface,
  interfaces,
  paths,
  interfaceRecords,
} from '../../src/contract/interfaces.js';
import { isCauseId } from '../../src/diagnosis/catalogue/catalogue.js';
import {
  fixes,
  fixSnippet,
  fixRegions,
  printingCode,
  type FixKind,
} from '../../src/languages/fixes.js';
import {
  languageNames,
  languageOfClient,
  type LanguageName,
} from '../../src/languages/languages.js';
import { regionNames, signerOf } from '../../src/languages/signer.js';
import { fingerprint } from '../../src/signing/digest.js';
import { testVectors } from '../../src/signing/vectors.js';
import { temporaryFolder } from '../helpers/context.js';
import { sourceOf } from '../helpers/sources.js';

/** How each language writes JSON: once in a signer, or what is sent is not what was signed. */
const encoders: Record<LanguageName, string> = {
  node: 'JSON.stringify(',
  python: 'json.dumps(',
  php: 'json_encode(',
  go: 'json.Marshal(',
  java: 'writeValueAsBytes(',
  kotlin: 'writeValueAsBytes(',
  csharp: 'JsonSerializer.SerializeToUtf8Bytes(',
  ruby: 'JSON.generate(',
  rust: 'serde_json::to_vec(',
  cpp: '.dump()',
  lua: 'cjson.encode(',
  bash: 'jq -cj ',
};
const compiled: readonly LanguageName[] = ['java', 'kotlin', 'csharp', 'rust', 'cpp'];
/** Go returns each error, in three lines. */
const longest = (name: LanguageName): number =>
  name === 'go' ? 157 : compiled.includes(name) ? 145 : 105;

const linesOf = (text: string): number => text.trimEnd().split('\n').length;
const distinct = (text: string, pattern: RegExp): string[] =>
  [...new Set(text.match(pattern))].sort();

it('knows every promised language, in the order of the manual, in at most 1,950 lines', () => {
  expect(languageNames.join('|')).toBe(
    'node|python|php|go|java|kotlin|csharp|ruby|rust|cpp|lua|bash',
  );
  const sum = languageNames.reduce((lines, name) => lines + linesOf(sourceOf(name).text), 0);
  expect(sum).toBeLessThanOrEqual(1_950);
});

it.each([
  'only nobody',
  'region: nothing',
  'only gateway',
  'end',
  'end gateway',
  'end gateway\n// end',
  'only gateway\n// end session\n// end',
])('refuses a file with the mark %j, which has a wrong word or place', (mark) => {
  const file = { text: `// ${mark}\n`, comment: '//' };
  expect(() => signerOf(file, 'gateway')).toThrow(TypeError);
  expect(() => signerOf(file, 'session')).toThrow(TypeError);
});

it.each<[string, string | undefined]>([
  ['python-requests/2.32.3', 'python'],
  ['Python/3.12 aiohttp/3.9.5', 'python'],
  ['Go-http-client/2.0', 'go'],
  ['GuzzleHttp/7', 'php'],
  ['okhttp/4.12.0', 'java'],
  ['Java/21.0.2', 'java'],
  ['node', 'node'],
  ['axios/1.7.2', 'node'],
  ['Ktor client', 'kotlin'],
  ['rest-client/2.1.0 (linux x86_64) ruby/3.1.2p20', 'ruby'],
  ['curl/8.5.0', 'bash'],
  ['UnityPlayer/2022.3.10f1 (UnityWebRequest/1.0, libcurl/8.1.1-DEV)', 'csharp'],
  ['MyGame/++UE5+Release-5.3-CL-29314046 Windows/10.0.22631', 'cpp'],
  ['X-UnrealEngine-Agent', 'cpp'],
  ['lua-resty-http/0.17', 'lua'],
  ['PostmanRuntime/7.36.0', undefined],
  ['Dart/3.2 (dart:io)', undefined],
  ['n8n', undefined],
  ['Mozilla/5.0 (X11; Linux x86_64) Java/1', undefined],
  ['', undefined],
])('takes the language of a sender from its User-Agent: %s', (userAgent, language) => {
  expect(languageOfClient(userAgent)).toBe(language);
});

it.each(languageNames)('the traps of %s are causes', (name) => {
  expect(Object.keys(sourceOf(name).traps).filter((id) => !isCauseId(id))).toEqual([]);
});

const headers = {
  gateway: ['x-client-id', 'x-signature', 'x-timestamp'],
  session: ['x-signature'],
};
const variables = {
  gateway: ['PVG_CLIENT_ID', 'PVG_CLIENT_SECRET', 'PVG_GATEWAY_URL'],
  session: ['PVG_SECRET_KEY', 'PVG_SESSION_URL'],
};
const all = languageNames.flatMap((name) => interfaces.map((scheme) => ({ name, scheme })));

describe.each(all)('the $name signer for the $scheme interface', ({ name, scheme }) => {
  const { comment } = sourceOf(name);
  const { text, regions } = signerOf(sourceOf(name), scheme);

  it('has every region that its interface needs, no mark of one, and is short', () => {
    const unsigned = scheme === 'session' ? ['hash', 'message'] : [];
    expect([...regions.keys()].sort()).toEqual(
      regionNames.filter((each) => !unsigned.includes(each)).sort(),
    );
    for (const code of regions.values()) expect(code).not.toMatch(/^\s*$/);
    expect(text).not.toMatch(
      new RegExp(`${comment} (?:region\\b|only (?:gateway|session)|end$)`, 'm'),
    );
    expect(linesOf(text)).toBeLessThanOrEqual(longest(name));
  });

  it("names exactly the contract's headers", () => {
    expect(distinct(text.toLowerCase(), /\bx-[a-z]+(?:-[a-z]+)*/g)).toEqual(headers[scheme]);
    expect(text).toMatch(/content[-_]?type/i);
    expect(text).toContain('application/json');
  });

  it('reads its address and secrets from the environment, and holds none', () => {
    const read = distinct(text, /PVG_[A-Z_]+/g).filter((variable) => variable !== 'PVG_TIMESTAMP');
    expect(read).toEqual(variables[scheme]);
    expect(text).not.toMatch(/https?:\/\//);
    expect(text).not.toMatch(/[0-9A-Za-z+=]{32,}/);
  });

  it('calls the paths of the contract', () => {
    expect(text).toContain(interfaceRecords[scheme].example.path);
    expect(text.includes(paths.verify)).toBe(scheme === 'gateway');
    expect(text.includes('os_id')).toBe(scheme === 'gateway');
  });

  it('says when to grant, and what to read about it', () => {
    expect(text.split('\n').slice(0, 4).join()).toContain('docs/guides/granting.md');
    const outcome = regions.get('outcome') ?? '';
    expect(outcome.includes('It never allows a grant.')).toBe(scheme === 'gateway');
    expect(outcome.includes('Only xmdtCompleted says')).toBe(scheme === 'session');
  });

  it('writes the body once', () => {
    expect(text.split(encoders[name])).toHaveLength(2);
    expect(regions.get('body')).toContain(encoders[name]);
  });

  it('is clean text: no stray space, tabs only in Go, no long line, one newline at the end', () => {
    expect(text).not.toMatch(/[ \t\r]$/m);
    expect(text).toMatch(name === 'go' ? /^(?:\t*[^\n]*\n)+$/ : /^[^\t]+$/);
    expect(text).toMatch(/[^\n]\n$/);
    expect(text).not.toMatch(/\n\n\n\n/);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });
});

const kinds = Object.keys(fixes) as readonly FixKind[];
const pairs = kinds.flatMap((one, at) =>
  kinds.slice(at).map((other) => [...new Set([one, other])]),
);

/** `npm run test:languages` compiles and runs each of these; here is their form. */
describe.each(all)(
  'a fix of one or two causes in $name for the $scheme interface',
  ({ name, scheme }) => {
    const { comment, traps: hintOf, prints, ...source } = sourceOf(name);
    const signer = signerOf({ ...source, comment }, scheme);
    const hints = [...new Set(Object.values(hintOf))];

    it('has each region once, without a gap, in order, with its comments once', () => {
      for (const pair of pairs) {
        const traps = pair.map((kind, at) => ({ kind, hint: hints[at % hints.length] }));
        const code = fixSnippet(signer, comment, traps);
        const parts = fixRegions(signer, comment, traps);
        const shown = [...parts.keys()];
        const texts = shown.map((region) => signer.regions.get(region) ?? 'none');
        const places = texts.map((text) => code.indexOf(text));
        expect(places).toEqual(
          places.filter((place) => place >= 0).sort((one, other) => one - other),
        );
        for (const text of texts) expect(code.split(text), pair.join()).toHaveLength(2);
        const order = regionNames.filter((region) => signer.regions.has(region));
        const [first = 'secret', last = 'secret'] = [shown[0], shown.at(-1)];
        const span = order.slice(order.indexOf(first), order.indexOf(last) + 1);
        expect(shown).toEqual(span.filter((region) => region !== 'body' || shown.includes(region)));
        for (const { kind, hint = fixes[kind].says } of traps)
          for (const told of [fixes[kind].says, hint])
            expect(code.split(`${comment} ${told}\n`)).toHaveLength(2);
        const comments = [...parts.values()].flatMap((each) => [...each]);
        expect(new Set(comments).size).toBe(comments.length);
      }
    });

    it('has no parameter of the function from which it is taken', () => {
      const hint = { kind: 'unix-seconds' } as const;
      expect(fixSnippet(signer, comment, [hint])).not.toMatch(/(?<![.:])\bnow\b(?!\()/i);
    });

    it('makes its timestamp, or says where it comes from', () => {
      const code = fixSnippet(signer, comment, [{ kind: 'unix-seconds' }]);
      const first = code.split('\n').find((line) => /\btimestamp\b/.test(line));
      // A session signs no timestamp.
      expect(first ?? 'timestamp = none').toMatch(
        /timestamp (?::|\?\?|\|\|)?= |timestamp=|timestamp is a string parameter/,
      );
      expect(first === undefined).toBe(scheme === 'session');
    });

    it('can print what a sender signs', () => {
      const code = printingCode(prints[scheme], comment);
      expect(code.startsWith(`${comment} Print these`)).toBe(true);
      expect(code.includes('body hash')).toBe(scheme === 'gateway');
      expect(code.match(/\bkey: ?/g)).toHaveLength(1);
    });
  },
);

it('the key that the node code prints is compared with `Key` of a diagnosis', () => {
  const secret = 'sécret';
  const statement = sourceOf('node').prints.session.at(-1) ?? '';
  const program = `import { createHash } from 'node:crypto'; const secret = ${JSON.stringify(secret)};`;
  const { stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program + statement],
    { encoding: 'utf8', env: {} },
  );
  expect(stderr).toBe(`key: ${fingerprint(secret)} ${String(Buffer.byteLength(secret))}\n`);
});

// The others run in `npm run test:languages`, and this one over all vectors.
it.each<Interface>(interfaces)(
  'the node signer signs the first %s vector as it stands',
  (scheme) => {
    const vector = testVectors[scheme][0] ?? expect.fail('no vector');
    const env = Object.entries(vector).map(([member, value]) => [
      `PVG_${member.toUpperCase()}`,
      value,
    ]);
    const file = join(import.meta.dirname, '../../src/languages/node/signer.mjs');
    const printed = execFileSync(process.execPath, [file, `sign-${scheme}`], {
      input: Buffer.from(vector.body_base64, 'base64'),
      env: Object.fromEntries(env) as Record<string, string>,
      encoding: 'utf8',
    });
    expect(printed.trim()).toBe(vector.signature);
  },
);

describe.each<[Interface, string]>([
  ['gateway', 'sign-gateway | lookup <product_id> <package> <receipt> | verify'],
  ['session', 'sign-session | session <game_id> <username>'],
])('the node signer for the %s interface', (interfaceName, usage) => {
  it.each([[[]], [['what']], [['verify', 'one']], [['session']]])(
    'prints its modes for the words %j',
    (words: readonly string[]) => {
      const file = join(temporaryFolder(), 'signer.mjs');
      writeFileSync(file, signerOf(sourceOf('node'), interfaceName).text);
      const { status, stderr } = spawnSync(process.execPath, [file, ...words], {
        encoding: 'utf8',
        env: {},
      });
      expect([status, stderr]).toEqual([1, expect.stringMatching(/^usage: [^\n]*\n$/)]);
      expect(stderr).toContain(usage);
    },
  );
});
