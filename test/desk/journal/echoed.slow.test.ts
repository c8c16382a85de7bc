import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/context.js';
import { pvg } from '../../support/pvg.js';

const receipt = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const player = 'quetzalcoatl-the-player-4711';
const env = {
  PVG_ENVIRONMENT: 'dev',
  PVG_GATEWAY_URL: 'https://gateway.example',
  PVG_CLIENT_ID: 'client-7',
  PVG_CLIENT_SECRET: 'gateway-Secret-0815-abcdef',
  PVG_SESSION_URL: 'https://session.example',
  PVG_GAME_ID: 'game-7',
  PVG_SECRET_KEY: 'session-Secret-0816-ghijkl',
};

const escaped = (text: string): string =>
  text.replace(/./g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const forms: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in small letters': (text) => text.toLowerCase(),
  'in JSON escapes': escaped,
  'in a URL': (text) => encodeURIComponent(text).replace(/[.-]/g, (sign) => (sign === '.' ? '%2E' : '%2D')),
  'in base64': base64,
  'in the base64 of a body': (text) => base64(`{"receipt":"${text}","os_id":1}`),
  'in hex': (text) => Buffer.from(text).toString('hex'),
  reversed: (text) => [...text].reverse().join(''),
};

/** Answers that have no shape of the contract: what they begin with is told, and kept. */
const shapes: Readonly<Record<string, (echo: string) => string>> = {
  'a sentence': (echo) => `unknown: ${echo}`,
  'a JSON text': (echo) => `"${echo}"`,
  'another object': (echo) => `{"a":"${echo}"}`,
  'a list': (echo) => `["${echo}"]`,
  'a page': (echo) => `<html>${echo}</html>`,
};

const purchase = ['--product-id', 'gems_100', '--package', 'com.example.game', '--receipt', receipt];
const calls: Readonly<Record<string, { words: readonly string[]; hidden: readonly string[] }>> = {
  verify: { words: ['verify', ...purchase, '--player-id', player], hidden: [receipt, player] },
  lookup: { words: ['lookup', ...purchase], hidden: [receipt] },
  session: { words: ['session', '--username', player], hidden: [player] },
};

/** Everything below a folder, as it stands and with its escapes undone. */
function allIn(folder: string): string {
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  const plain = texts.map((text) =>
    text
      .replaceAll('\\\\', '\\')
      .replaceAll('\\u{5c}', '\\')
      .replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
      .replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16))),
  );
  return [...texts, ...plain].join('\n').toLowerCase();
}

/** Stretches of twelve characters of it, in the ways in which it can be read back, that stand in a text. */
const piecesIn = (text: string, hidden: string): string[] =>
  [
    hidden,
    Buffer.from(hidden).toString('hex'),
    [...hidden].reverse().join(''),
    // By where in a longer text it begins; the last letters depend on what follows.
    ...[0, 1, 2].map((at) => base64(hidden.slice(at)).slice(0, -4)),
  ]
    .map((form) => form.toLowerCase())
    .flatMap((form) => Array.from({ length: form.length - 11 }, (_, at) => form.slice(at, at + 12)))
    .filter((piece) => text.includes(piece));

const cases = Object.entries(calls).flatMap(([command, call]) =>
  Object.entries(forms).flatMap(([form, write]) =>
    Object.entries(shapes).map(([shape, wrap]) => ({ command, call, form, write, shape, wrap })),
  ),
);

describe('an answer without a shape that repeats what was asked for', () => {
  it.each(cases)('$command: $form, in $shape: no file has it', async ({ call, write, wrap }) => {
    const home = temporaryFolder();
    for (const hidden of [...call.hidden, env.PVG_CLIENT_SECRET, env.PVG_SECRET_KEY]) {
      const body = Buffer.from(wrap(write(hidden)));
      const ended = await pvg([...call.words, '--case', 'T-1'], {
        env,
        home,
        send: () => Promise.resolve({ status: 200, headers: [], body }),
      });
      expect(ended.status).toBe(12);
      expect(piecesIn(allIn(join(home, 'state')), hidden)).toEqual([]);
      if (!call.hidden.includes(hidden))
        expect((ended.out + ended.err).toLowerCase()).not.toContain(hidden.toLowerCase());
    }
  });

  it('keeps what the answer was', async () => {
    const home = temporaryFolder();
    await pvg(calls['lookup']?.words ?? [], {
      env,
      home,
      send: () => Promise.resolve({ status: 200, headers: [], body: Buffer.from('<html>Sign in here') }),
    });
    expect(allIn(join(home, 'state'))).toContain('"outcome":{"kind":"foreign","trouble":{"id":"html"');
  });
});
