import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { canariesInFiles, canaryEnv, wrongWith } from '../support/canary.js';
import { temporaryFolder } from '../support/context.js';
import { goodAnswers, type Asking } from '../support/hostile-answers.js';
import { pvg } from '../support/pvg.js';

/** Every wrong value of every field of every answer: judged by rule 3 of the command line, never a crash. */

const raw = (text: string) => ({ raw: text });
const wrongValues: Readonly<Record<string, unknown>> = {
  missing: undefined,
  null: null,
  'empty text': '',
  text: 'text',
  'the text true': 'true',
  'the text 1': '1',
  true: true,
  false: false,
  zero: 0,
  'minus zero': raw('-0'),
  one: 1,
  'minus one': -1,
  fraction: 1.5,
  'beyond 2^53': raw('9007199254740993'),
  'many digits': raw('9'.repeat(400)),
  infinite: raw('1e400'),
  tiny: raw('1e-400'),
  'a date out of range': raw('8640000000000001'),
  'a year from now': raw('99999999999999'),
  list: [],
  'list of itself': [[]],
  object: {},
  nested: { success: true, found: true },
  proto: raw('{"__proto__":{"success":true}}'),
  escapes: '\u001b[31m\u202e\u0000\r',
  'lone surrogate': raw('"\\ud800"'),
  formula: '=cmd()',
  'long text': 'x'.repeat(100_000),
};

const lines: Readonly<Record<Asking, string>> = {
  verify: 'verify --product-id gems_100 --package com.example.game --receipt r-e-c --retries 0',
  lookup: 'lookup --product-id gems_100 --package com.example.game --receipt r-e-c --retries 0',
  session: 'session --username player-42 --fresh --retries 0',
};
/** Rule 3: of these the wrong type or a repetition leaves no shape of the contract. */
const deciding: Readonly<Record<Asking, readonly string[]>> = {
  verify: ['success'],
  lookup: ['found'],
  session: ['sessionToken', 'xmdtCompleted'],
};

type Path = readonly (string | number)[];
const pathsOf = (value: unknown, path: Path = []): Path[] => [
  ...(path.length === 0 ? [] : [path]),
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        pathsOf(inner, [...path, Array.isArray(value) ? Number(name) : name]),
      )
    : []),
];

/** The JSON text with another value at a path; `twice` writes the member again behind itself. */
function spoiled(value: unknown, path: Path, wrong: unknown, twice: boolean): string | undefined {
  if (path.length === 0) return textOf(wrong);
  const [step, ...rest] = path;
  if (Array.isArray(value)) {
    return `[${value.flatMap((each, at) => (at === step ? spoiled(each, rest, wrong, twice) : JSON.stringify(each)) ?? []).join()}]`;
  }
  const members = Object.entries(value as object).flatMap(([name, inner]) => {
    if (name !== step) return [`${JSON.stringify(name)}:${JSON.stringify(inner)}`];
    const text = spoiled(inner, rest, wrong, twice);
    const own = text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
    return twice && rest.length === 0 ? [`${JSON.stringify(name)}:${JSON.stringify(inner)}`, ...own] : own;
  });
  return `{${members.join()}}`;
}
const textOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : JSON.stringify(value);

// A journal of their own for the answers about one field: a look-up reads what was asked of its receipt before.
const homes: string[] = [];
const stray: unknown[] = [];
const onStray = (error: unknown): void => void stray.push(error);
beforeAll(() => void process.on('unhandledRejection', onStray));
afterAll(() => void process.off('unhandledRejection', onStray));

const cases = (Object.keys(lines) as Asking[]).flatMap((operation) =>
  pathsOf(goodAnswers[operation]).map((path) => ({ operation, path, name: path.join('.') })),
);

describe('an answer with one thing wrong', () => {
  it.each(cases)('$operation: $name', async ({ operation, path }) => {
    const wrong: string[] = [];
    const home = temporaryFolder();
    homes.push(home);
    for (const [what, value] of Object.entries(wrongValues)) {
      for (const twice of [false, true]) {
        const body = spoiled(goodAnswers[operation], path, value, twice) ?? '';
        const isDeciding = path.length === 1 && deciding[operation].includes(String(path[0]));
        for (const form of ['', '--json']) {
          const send: Send = () => Promise.resolve({ status: 200, headers: [], body: Buffer.from(body) });
          const ended = await pvg(`${lines[operation]} ${form}`, {
            env: canaryEnv('http://127.0.0.1:9'),
            send,
            home,
          });
          const where = `${what}${twice ? ' twice' : ''} ${form}: ${String(ended.status)}`;
          const found = wrongWith(ended.out, ended.err);
          if (![0, 6, 12].includes(ended.status)) found.push('no status for an answer of 200');
          // One good value beside itself, or a good value of the same type, may still be a success.
          if (isDeciding && twice && value !== undefined && ended.status !== 12)
            found.push('a repeated member decided');
          if (
            isDeciding &&
            !twice &&
            isOfAnotherType(operation, String(path[0]), value) &&
            ended.status !== 12
          )
            found.push('a member of another type decided');
          if (form === '--json') JSON.parse(ended.out);
          wrong.push(...found.map((each) => `${where}: ${each}`));
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

const isOfAnotherType = (operation: Asking, member: string, value: unknown): boolean =>
  typeofJson(value) !== (operation === 'session' && member === 'sessionToken' ? 'string' : 'boolean');

const typeofJson = (value: unknown): string => {
  const text = textOf(value);
  return text === undefined ? 'undefined' : typeof JSON.parse(text);
};

it('left no rejection unhandled and no secret in a file', () => {
  expect(stray).toEqual([]);
  expect(homes.flatMap((home) => canariesInFiles(home))).toEqual([]);
});
