import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { otherForms } from '../../../src/diagnosis/causes/body-other.js';
import { textVariants } from '../../../src/diagnosis/causes/body-text.js';

/** What the real languages print of the same bodies: test/vectors/body-forms, made by the scripts beside them. */

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../vectors/body-forms/${name}.json`, import.meta.url), 'utf8'));
const bodies = read('bodies') as readonly string[];

const reached = bodies.map((body) => {
  const bytes = Buffer.from(body, 'utf8');
  return new Set([bytes, ...otherForms(bytes).map((v) => v.bytes), ...textVariants(bytes).map((v) => v.bytes)].map((b) => Buffer.from(b).toString('utf8')));
});

const languages = ['python', 'php', 'ruby', 'go', 'java', 'javascript', 'elixir', 'rust'];

describe.each(languages)('%s', (language) => {
  const forms = Object.entries(read(language) as Record<string, readonly (string | null)[]>);
  it.each(forms)('%s', (_, rows) => {
    const missing = rows.flatMap((row, index) =>
      row === null || reached[index]?.has(row) === true ? [] : [{ body: bodies[index], signed: row }],
    );
    expect(missing).toEqual([]);
  });
});
