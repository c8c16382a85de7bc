import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { otherForms } from '../../../src/diagnosis/variations.js';
import { textVariants } from '../../../src/diagnosis/variations.js';

/** What the real languages make of the same bodies: test/vectors/body-forms, made by the scripts beside them. */

type Rows = readonly (string | null)[];

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../vectors/body-forms/${name}.json`, import.meta.url), 'utf8'));
const bodies = read('bodies') as readonly string[];
const forms = (name: string): [form: string, rows: Rows][] =>
  Object.entries(read(name) as Readonly<Record<string, Rows>>);

const reached = bodies.map((body) => {
  const bytes = Buffer.from(body, 'utf8');
  const variants = [...otherForms(bytes), ...textVariants(bytes)];
  return new Set([body, ...variants.map((each) => Buffer.from(each.bytes).toString('latin1'))]);
});

/** What no variant of its body gives; a form of the body as it was sent is no variant. */
const missing = (rows: Rows, binaryOf: (row: string) => string): readonly string[] =>
  rows.flatMap((row, index) => {
    if (row === null) return [];
    const binary = binaryOf(row);
    const body = Buffer.from(bodies[index] ?? '', 'utf8').toString('latin1');
    return binary === body || reached[index]?.has(binary) === true ? [] : [row];
  });

/** Line breaking by width within nested values is not emulated. */
const beyond: Readonly<Record<string, readonly string[]>> = {
  python: ['pformat'],
  elixir: ['erlang ~p'],
};

describe.each(['python', 'php', 'ruby', 'go', 'java', 'javascript', 'elixir', 'rust'])(
  'another form of the members, by %s',
  (language) => {
    it.each(forms(language))('%s', (form, rows) => {
      const nested = 13;
      const expected = beyond[language]?.includes(form) === true ? [rows[nested]] : [];
      expect(missing(rows, (row) => Buffer.from(row, 'utf8').toString('latin1'))).toEqual(expected);
    });
  },
);

describe.each(['python', 'php', 'ruby', 'java', 'javascript', 'csharp', 'shell'])(
  'other bytes of the text, by %s',
  (language) => {
    it.each(forms(`${language}-texts`))('%s', (_, rows) => {
      expect(missing(rows, (row) => Buffer.from(row, 'hex').toString('latin1'))).toEqual([]);
    });
  },
);
