import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..', 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

const importsOf = (file: string): string[] =>
  ts
    .preProcessFile(readFileSync(join(src, file), 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(file), fileName).replace(/\.js$/, '.ts'))
    .filter((name) => files.includes(name));

/** What no chain of imports leads back to: files whose imports are all such files, again and again. */
function withoutCircle(imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const done = new Set<string>();
  for (let before = -1; before < done.size;) {
    before = done.size;
    for (const [file, own] of imports) if (own.every((each) => done.has(each))) done.add(file);
  }
  return done;
}

it('no import of src runs in a circle, not even for a type', () => {
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const done = withoutCircle(imports);
  // A file that only imports a circle is listed too; the circle is among them.
  const left = files.filter((file) => !done.has(file));
  expect(
    left.map(
      (file) =>
        `${file}: ${(imports.get(file) ?? []).filter((each) => left.includes(each)).join(' ')}`,
    ),
  ).toEqual([]);
  expect(done.size).toBeGreaterThan(300);
});
