import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { mostGrowth, timesLonger } from '../helpers/growth.js';
import { pvg } from '../helpers/pvg.js';

/** A row may have as many cells as whoever made the file likes: the time grows with their number, not with its square. */

const purchase = ['demo-recorded', 'gems_100', 'com.example.game'];
const names = ['receipt', 'product_id', 'package'];
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `c${index}`);
const same = (count: number): string[] => Array.from({ length: count }, () => 'c');

const tables: Readonly<Record<string, (count: number) => string>> = {
  'a CSV whose header and rows are wide': (count) =>
    [
      [...names, ...numbered(count)],
      [...purchase, ...same(count)],
    ]
      .map((cells) => cells.join(','))
      .join('\n'),
  'a CSV whose columns have one name': (count) =>
    [
      [...names, ...same(count)],
      [...purchase, ...same(count)],
    ]
      .map((cells) => cells.join(','))
      .join('\n'),
  'a CSV with one wide row': (count) =>
    [names, [...purchase, ...same(count)]].map((cells) => cells.join(',')).join('\n'),
  'a CSV of which no column is known': (count) => [numbered(count), same(count)].join('\n'),
  'a wide JSON object': (count) =>
    JSON.stringify(
      Object.fromEntries(
        [...names, ...numbered(count)].map((name, at) => [name, purchase[at] ?? 1]),
      ),
    ),
};

const commands: Readonly<Record<string, (file: string) => string>> = {
  'batch --dry-run': (file) => `batch ${file} --profile local --dry-run`,
  batch: (file) => `batch ${file} --profile local --out ${file}.out.csv --overwrite`,
  reconcile: (file) => `reconcile --lookups ${file} --granted ${file}.granted --allow-empty`,
};

const cases = Object.keys(tables).flatMap((table) =>
  Object.keys(commands).map((command) => [command, table] as const),
);

it.each(cases)('%s takes time in proportion to %s', async (command, table) => {
  const file = join(temporaryFolder(), 'table');
  const longer = await timesLonger(500, async (count) => {
    const text = tables[table]?.(count) ?? '';
    writeFileSync(file, text);
    writeFileSync(`${file}.granted`, text);
    await pvg(commands[command]?.(file) ?? '');
  });
  expect(longer).toBeLessThan(mostGrowth);
});
