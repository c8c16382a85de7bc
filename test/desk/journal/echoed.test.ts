import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/context.js';
import { pvg } from '../../support/pvg.js';

const receipt = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const player = 'quetzalcoatl-the-player-4711';
const secrets = ['gateway-Secret-0815-abcdef', 'session-Secret-0816-ghijkl'] as const;
const env = {
  ...{ PVG_ENVIRONMENT: 'dev', PVG_GATEWAY_URL: 'https://gateway.example', PVG_CLIENT_ID: 'client-7' },
  ...{ PVG_CLIENT_SECRET: secrets[0], PVG_SECRET_KEY: secrets[1], PVG_GAME_ID: 'game-7' },
  PVG_SESSION_URL: 'https://session.example',
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hex = (text: string): string => Buffer.from(text).toString('hex');
const reversed = (text: string): string => [...text].reverse().join('');

/** A text in every way in which a service may repeat it. */
const forms = (text: string): string[] => [
  ...[text, text.toUpperCase(), text.toLowerCase(), reversed(text), hex(text), base64(text)],
  text.replace(/./g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  encodeURIComponent(text).replace(/[.-]/g, (sign) => (sign === '.' ? '%2E' : '%2D')),
  base64(`{"receipt":"${text}","os_id":1}`),
];

/** Answers that have no shape of the contract. */
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
      .replace(/\\u([0-9a-f]{4})|%([0-9a-f]{2})/gi, (_, unit: string | undefined, byte: string) =>
        String.fromCharCode(parseInt(unit ?? byte, 16)),
      ),
  );
  return [...texts, ...plain].join('\n').toLowerCase();
}

/** Stretches of twelve characters of it, in the ways in which it can be read back, that stand in a text. */
const piecesIn = (text: string, hidden: string): string[] =>
  // By where in a longer text base64 begins; its last letters depend on what follows.
  [hidden, hex(hidden), reversed(hidden), ...[0, 1, 2].map((at) => base64(hidden.slice(at)).slice(0, -4))]
    .map((form) => form.toLowerCase())
    .flatMap((form) => Array.from({ length: form.length - 11 }, (_, at) => form.slice(at, at + 12)))
    .filter((piece) => text.includes(piece));

describe('an answer without a shape that repeats what was asked for', () => {
  const cases = Object.entries(calls).flatMap(([command, call]) =>
    Object.entries(shapes).map(([shape, wrap]) => ({ command, call, shape, wrap })),
  );
  it.each(cases)('$command, in $shape: no file has it', async ({ call, wrap }) => {
    const home = temporaryFolder();
    for (const hidden of [...call.hidden, ...secrets])
      for (const form of forms(hidden)) {
        const send = () => Promise.resolve({ status: 200, headers: [], body: Buffer.from(wrap(form)) });
        const ended = await pvg([...call.words, '--case', 'T-1'], { env, home, send });
        expect(ended.status).toBe(12);
        if (!call.hidden.includes(hidden))
          expect((ended.out + ended.err).toLowerCase()).not.toContain(hidden.toLowerCase());
      }
    const kept = allIn(join(home, 'state'));
    expect(kept).toContain('"exit":12');
    for (const hidden of [...call.hidden, ...secrets]) expect(piecesIn(kept, hidden)).toEqual([]);
  });
});
