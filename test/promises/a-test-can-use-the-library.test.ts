import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readEntries, type EntryList } from '../../src/emulator/entry-list.js';
import { purchaseList } from '../../src/emulator/purchase.js';
import { gameList, playerList } from '../../src/emulator/people.js';
import { ruleList } from '../../src/emulator/script.js';
import { diagnose } from '../../src/library/diagnosis.js';
import { startEmulator, type Emulator, type Purchase } from '../../src/library/emulator.js';
import { signGateway, signSession } from '../../src/library/signing.js';
import { blocksOf, pages } from '../helpers/examples.js';

const root = join(import.meta.dirname, '..', '..');

describe('a package entry', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, string | object>>;
  };
  const entries = Object.keys(exports).filter((name) => typeof exports[name] === 'object');

  it.each(entries)('is one module for import and for require: %s', (name) => {
    const entry = JSON.stringify(name.replace('.', 'pvg'));
    // In a process of its own: a test runner loads modules in its own way.
    const program =
      `import * as imported from ${entry}; import { createRequire } from 'node:module';` +
      `const required = createRequire(${JSON.stringify(join(root, 'x.js'))})(${entry});` +
      `const names = Object.keys(required);` +
      `console.log(JSON.stringify([names, names.filter((name) => required[name] !== imported[name])]));`;
    const words = ['--input-type=module', '--eval', program];
    const out = execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    const [names, different] = JSON.parse(out) as [string[], string[]];
    expect(names.length).toBeGreaterThan(0);
    expect(different).toEqual([]);
  });
});

/** The members of a type in src/library/entries.ts, with those that it inherits. */
function typedMembers(name: string): string[] {
  const path = join(root, 'src/library/entries.ts');
  const program = ts.createProgram([path], { strict: true, noLib: true, types: [] });
  const file = program.getSourceFile(path);
  const checker = program.getTypeChecker();
  const symbol = file && checker.getSymbolAtLocation(file);
  const found = symbol && checker.getExportsOfModule(symbol).find((each) => each.name === name);
  if (found === undefined) throw new TypeError(`entries.ts has no type ${name}`);
  return checker
    .getDeclaredTypeOfSymbol(found)
    .getApparentProperties()
    .map((each) => each.name);
}

/** The members that the reader takes: it names them when it refuses another one. */
function readMembers(list: EntryList<unknown>, needed: object): string[] {
  try {
    readEntries([{ ...needed, misspelt: 1 }], list, 'the list');
  } catch (error) {
    const [, names = ''] = /is not one of ([^.]*)\.$/.exec((error as Error).message) ?? [];
    return names.split(', ');
  }
  return [];
}

it.each<[string, EntryList<unknown>, object]>([
  ['AndroidPurchase', purchaseList, { receipt: 'r', product_id: 'p' }],
  ['IosPurchase', purchaseList, { receipt: 'r', product_id: 'p' }],
  ['PlayerEntry', playerList, { username: 'mai' }],
  ['GameEntry', gameList, { game_id: 'g', secret_key: 'k' }],
  ['RuleEntry', ruleList, {}],
])('the type %s has the members that are read, and no other', (name, list, needed) => {
  expect(typedMembers(name).sort()).toEqual(readMembers(list, needed).sort());
});

describe('a typo', () => {
  it('in an entry does not compile, and is refused', async () => {
    await using emulator = await startEmulator();
    const { addPurchases, addPlayers, addGames, setScript } = emulator;
    const attempts: readonly (() => void)[] = [
      // @ts-expect-error: the member is called product_id.
      () => addPurchases({ receipt: 'r', product: 'p', package: 'k' }),
      // @ts-expect-error: an Android purchase needs its package.
      () => addPurchases({ receipt: 'r', product_id: 'p' }),
      // @ts-expect-error: no such state.
      () => addPlayers({ username: 'mai', state: 'slow' }),
      // @ts-expect-error: the member is called secret_key.
      () => addGames({ game_id: 'g', secretKey: 'k' }),
      // @ts-expect-error: it is called lose-answer.
      () => setScript([{ path: 'verify', do: 'lose' }]),
    ];
    for (const attempt of attempts) expect(attempt).toThrow(/entry 1/);
    const ios: Purchase = { os: 'ios', receipt: 'r', product_id: 'p' };
    expect(() => addPurchases(ios)).not.toThrow();
  });

  it('in the name of a header does not compile', () => {
    const request = { clientId: 'c', timestamp: '1790000000', body: '{}' };
    const gateway = signGateway('secret', request);
    const session = signSession('key', '{}');
    const names: readonly (keyof typeof gateway)[] = [
      'Content-Type',
      'X-Client-ID',
      'X-Timestamp',
      'X-Signature',
    ];
    expect(Object.keys(gateway)).toEqual(names);
    expect(Object.keys(session)).toEqual(['Content-Type', 'X-Signature']);
    // @ts-expect-error: the session interface has no such header.
    expect(session['X-Client-ID']).toBeUndefined();
    // What fetch takes.
    const sent: Record<string, string> = gateway;
    expect(sent['X-Signature']).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the requests of an emulator', () => {
  const purchase = { receipt: 'r-1', product_id: 'p', package: 'k' } as const;

  function verify({ url, credentials }: Emulator): Promise<Response> {
    const { clientId, clientSecret } = credentials;
    const body = JSON.stringify({ os_id: 1, ...purchase });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = signGateway(clientSecret, { clientId, timestamp, body });
    return fetch(`${url}/iap/gateway/verify`, { method: 'POST', headers, body });
  }

  it('are listed with what was answered, a lost one too', async () => {
    await using emulator = await startEmulator({
      purchases: [purchase],
      script: [{ path: 'verify', requests: '1', do: 'lose-answer' }],
      now: () => 5_000,
    });
    const seconds = Math.floor(Date.now() / 1000) - 5;
    emulator.advance(seconds);
    await expect(verify(emulator)).rejects.toThrow();
    expect((await verify(emulator)).status).toBe(409);
    const requests = emulator.requests;
    const atMs = 5_000 + seconds * 1000;
    expect(requests).toMatchObject([
      { at_ms: atMs, operation: 'verify', interface: 'gateway', receipt: 'r-1' },
      { method: 'POST', path: '/iap/gateway/verify', status: 409, username: null },
    ]);
    expect(requests).toMatchObject([
      { outcome: 'lost', status: null, rule: 'script rule 1' },
      { outcome: 'answered', status: 409, rule: null },
    ]);
  });

  it('are not lost if they were refused: nothing is recorded then', async () => {
    await using emulator = await startEmulator({
      purchases: [purchase],
      script: [{ path: 'verify', requests: '1', do: 'lose-answer' }],
      now: () => 5_000,
    });
    expect((await verify(emulator)).status).toBe(401);
    expect(emulator.requests).toMatchObject([
      { outcome: 'answered', status: 401, rule: 'script rule 1' },
    ]);
  });

  it('are an own list each time, and none after a reset', async () => {
    await using emulator = await startEmulator({ purchases: [purchase] });
    await verify(emulator);
    const before = emulator.requests;
    await verify(emulator);
    expect(before.map(({ status }) => status)).toEqual([200]);
    expect(emulator.requests.map(({ status, code }) => [status, code])).toEqual([
      [200, null],
      [409, 'DUPLICATE_TRANSACTION'],
    ]);
    await emulator.reset();
    expect(emulator.requests).toEqual([]);
  });

  it('can be diagnosed as they are', async () => {
    await using emulator = await startEmulator();
    const body = JSON.stringify({ gameId: 'demo', username: 'mai' });
    const headers = signSession('another key', body);
    await fetch(`${emulator.url}/xmdt/session`, { method: 'POST', headers, body });
    const [request] = emulator.requests;
    expect(request).toMatchObject({ status: 401, code: 'invalid_signature', username: 'mai' });
    if (request?.interface == null) throw new TypeError('not recorded');
    const { interface: id, headers: sent, body: bytes } = request;
    const asked = { interface: id, headers: sent, body: bytes };
    expect(diagnose(asked, { secretKey: 'another key' }).match).toBe(true);
  });

  it('lack those that cannot be the service’s, as the list of `pvg emulate` does', async () => {
    await using emulator = await startEmulator();
    const path = `${emulator.url}/iap/gateway/verify`;
    expect((await fetch(path, { method: 'POST', body: 'os_id=1' })).status).toBe(415);
    expect(emulator.requests).toEqual([]);
  });
});

it('an emulator may be closed twice, and is closed at the end of its block', async () => {
  let url = '';
  {
    await using emulator = await startEmulator();
    url = emulator.url;
    await emulator.close();
  }
  await expect(fetch(url)).rejects.toThrow();
});

/** The blocks of JavaScript that a reader copies. */
const scripts = ['README.md', ...pages.filter((page) => page.startsWith('docs/guides/'))].flatMap(
  (page) =>
    blocksOf(page)
      .filter(({ language }) => language === 'js')
      .map(({ line, lines }) => ({ place: `${page}:${line}`, text: lines.join('\n') })),
);

describe('the JavaScript of the pages', () => {
  it('is there', () => {
    expect(scripts.map(({ place }) => place.split(':')[0])).toContain('README.md');
  });

  it.each(scripts)('$place: the oldest Node of the package can read it', ({ text }) => {
    // What Node 20 knows of the language; a newer Node that runs this test may know more.
    const languageOptions = { ecmaVersion: 2024, sourceType: 'module' } as const;
    expect(new Linter().verify(text, { languageOptions })).toEqual([]);
  });

  it.each(scripts)('$place: runs as it stands, and prints what it says', ({ text }) => {
    const printed = [...text.matchAll(/^ *console\.log\(.*; \/\/ (.+)$/gm)].map(([, says]) => says);
    const words = ['--input-type=module', '--eval', text];
    const out = execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8', env: {} });
    expect(out.split('\n').slice(0, -1)).toEqual(printed);
  });
});
