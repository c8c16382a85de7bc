import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { otherForms } from '../../../src/diagnosis/variations.js';
import { textTransforms, textVariants } from '../../../src/diagnosis/variations.js';
import { printsOf } from '../../../src/diagnosis/bodies/bodies.js';

/** What real programs make of the same bodies: test/vectors/more-forms, made by the scripts beside them. */

interface Form {
  readonly causes: string;
  readonly rows: readonly (string | null)[];
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../vectors/more-forms/${name}.json`, import.meta.url), 'utf8'));
const bodies = read('bodies') as readonly string[];
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const reachedOf = (body: string): ReadonlySet<string> => {
  const bytes = Buffer.from(body);
  const prints = [...printsOf(bytes, 0, 4)].map(({ value, cost }) => ({ cost, bytes: value.bytes }));
  const composed = prints
    .filter(({ cost }) => cost <= 2)
    .flatMap((print) =>
      textTransforms
        .filter(({ cost }) => print.cost + cost <= 5)
        .flatMap(({ value: apply }) => apply(print.bytes) ?? []),
    );
  const others = [...textVariants(bytes), ...otherForms(bytes)].map((each) => each.bytes);
  return new Set([bytes, ...prints.map((print) => print.bytes), ...others, ...composed].map(latin1));
};
const reached = bodies.map(reachedOf);

/**
 * By form the numbers of the bodies that are not reproduced: repeated members that a list of pairs keeps, integer-like
 * names that JavaScript puts first, causes that were put together by hand, tables of entities, an indent of seven.
 */
const beyond: Readonly<Record<string, readonly number[]>> = {
  'python: repr not none': [4],
  'javascript: no quotes': [8],
  'javascript: entries': [8],
  'javascript: values': [8],
  'javascript: params decoded': [8],
  'php: kv sorted not empty': [4],
  'php: htmlentities': [1, 13],
  'ruby: symbols compact': [4],
  'java: jackson kebab': [8],
  'java: jackson upper snake': [8],
  'csharp: web utility html': [1],
  'elixir: inspect pairs': [7],
  'elixir: inspect list': [7],
  'elixir: inspect keyword': [7],
  'elixir: ~0p pairs': [7],
  'elixir: jiffy pretty': [7],
  'elixir: jiffy sorted': [7],
  'elixir: query': [7],
  'elixir: kv inspect': [4],
  'elixir: values': [7],
  'shell: text of scalars': [9],
  'shell: indent 7': [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
  'shell: @uri': [12],
  'shell: entries': [9],
  'lua: quoted': [1, 12, 13],
};

describe.each([
  'python',
  'javascript',
  'php',
  'ruby',
  'go',
  'java',
  'csharp',
  'elixir',
  'lua',
  'perl',
  'shell',
])('a form of the body, by %s', (language) => {
  const forms = Object.entries(read(language) as Readonly<Record<string, Form>>);
  it.each(forms)('%s', (name, { rows }) => {
    const missing = rows.flatMap((row, at) =>
      row === null || reached[at]?.has(latin1(Buffer.from(row))) === true ? [] : [at],
    );
    expect(missing).toEqual(beyond[`${language}: ${name}`] ?? []);
  });
});
