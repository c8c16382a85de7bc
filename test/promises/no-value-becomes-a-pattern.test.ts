import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { demo } from '../helpers/journal.js';
import { pvg } from '../helpers/pvg.js';

/** A pattern that is made of a value fails for a long one, and its error quotes the value. */

/** Patterns made of patterns that stand in the source. */
const madeOfPatterns = [
  'contract/order-id.ts',
  'support/journal/journal.ts',
  'desk/page-words.ts',
  'diagnosis/read/shell.ts',
  'diagnosis/search/decode-signature.ts',
  'diagnosis/forms/text-escapes.ts',
  'input/pasted/among-words.ts',
  'input/pasted/chat.ts',
  'input/pasted/emphasis.ts',
  'input/pasted/fields-in-line.ts',
  'input/pasted/labels-above.ts',
  'input/pasted/look-alikes.ts',
  'input/pasted/marks-in-token.ts',
  'input/pasted/named-secrets.ts',
  'input/pasted/numbered-parts.ts',
  'input/pasted/order-ids.ts',
  'input/pasted/paste-error.ts',
  'input/pasted/paste-layers.ts',
  'input/pasted/plain-words.ts',
  'input/pasted/program-dumps.ts',
  'input/pasted/rows-alone.ts',
  'input/pasted/said-names.ts',
  'input/pasted/said-username.ts',
  'input/pasted/short-order.ts',
  'input/pasted/store-names.ts',
  'input/pasted/unread-orders.ts',
  'input/receipt.ts',
  'mcp/message.ts',
  'output/escapes.ts',
  'support/explain/pasted.ts',
  'reconcile/timestamps.ts',
  'reconcile/extent.ts',
  'reconcile/refund-words.ts',
  'text/json/parse.ts',
];

it('only patterns of the source are joined to patterns', () => {
  const source = join(import.meta.dirname, '..', '..', 'src');
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|js)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const making = files.filter((path) => /\bRegExp\(/.test(readFileSync(path, 'utf8')));
  const names = making.map((path) => path.slice(source.length + 1).replaceAll('\\', '/'));
  expect(names.filter((name) => !madeOfPatterns.includes(name))).toEqual([]);
});

describe.each([',', '.', '|', '^', '$', '(', '[', '\\', '*', '-'])(
  'the delimiter %s',
  (delimiter) => {
    it('is no pattern', async () => {
      const folder = temporaryFolder();
      const cells = [
        ['receipt', 'product_id', 'package'],
        ['"demo-recorded"', '"gems_100"', '"com_example_game"'],
      ];
      const stdin = cells.map((row) => `${row.join(delimiter)}\n`).join('');
      const words = [
        'batch',
        '-',
        '--profile',
        'local',
        '--delimiter',
        delimiter,
        '--format',
        'ndjson',
      ];
      const { status, out } = await pvg(words, { stdin, folder });
      if (status === 2) return expect(out).toBe('');
      expect(JSON.parse(out)).toMatchObject({
        purchase: { receipt: 'demo-recorded', product_id: 'gems_100' },
      });
    });
  },
);

it('a case with all signs of a pattern is found', async () => {
  const home = temporaryFolder();
  const ticket = '(T-1|.*)+[^$]?{2}';
  await pvg(['lookup', ...demo('demo-recorded').split(' '), '--case', ticket], { home });
  const found = await pvg(['journal', 'find', ticket], { home });
  expect(found.status).toBe(0);
  const other = await pvg(['journal', 'find', '(T-2|.*)+'], { home });
  expect(other.out).not.toContain('gems_100');
});
