import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { bought, edited, never, rejection } from '../helpers/answers.js';
import { answer, asked, csv, paid, said, workplace } from '../helpers/batch.js';

/** The page of --report: no receipt, no script. The page itself: test/tables/pages.test.ts. */

const place = workplace();

/** Of each row its verdict and cells: row, purchase, product, advice, what is unusual; and what is below them. */
const rowsOn = (page: string) =>
  [...page.matchAll(/<section id="k\d+">\n<h2><code>([^<]*)([^]*?)<\/section>/g)].flatMap(
    ([, kind, section]) =>
      [...(section ?? '').matchAll(/<tr>\n(<td[^]*?)<\/tr>/g)].map(([, row = '']) => ({
        cells: [
          kind,
          ...[...row.matchAll(/<td[^>]*>([^]*?)<\/td>/g)].map(([, cell = '']) =>
            cell.replace(/<p class="below">[^<]*<\/p>|<[^>]*>/g, '').trim(),
          ),
        ],
        below: [...row.matchAll(/<p class="below">([^<]*)<\/p>/g)].map(([, text = '']) => text),
      })),
  );

const mixed: Send = (request) => {
  const number = /\d+$/.exec(asked(request)['receipt'] ?? '')?.[0] ?? '';
  return Promise.resolve(number.endsWith('2') ? answer(200, rejection) : paid(`GPA.${number}`));
};

describe('The page of --report', () => {
  it.each(['', '--out out.ndjson', '--out out.csv'])(
    'has what each purchase is, by verdict and in the order of the input %s',
    async (out) => {
      place.put('a<b>.csv', `${csv(3)}token-4,${'x'.repeat(120)},p\n,g,p\n`);
      await place.batch(`a<b>.csv ${out} --report page.html --force`, mixed);
      const page = place.got('page.html');
      const fingerprint = expect.stringMatching(/^sha256:[0-9a-f]{12}$/) as string;
      expect(rowsOn(page)[0]?.below).toContain('Spreadsheet row 2 (line 2 of the file)');
      expect(rowsOn(page).map(({ cells }) => cells.slice(0, 4))).toEqual([
        ['paid-and-recorded', 'Row 1', 'GPA.1', 'gems'],
        ['paid-and-recorded', 'Row 3', 'GPA.3', 'gems'],
        ['paid-and-recorded', 'Row 4', 'GPA.4', fingerprint],
        ['not-confirmed', 'Row 2', fingerprint, 'gems'],
        ['input-unreadable', 'Row 5', '–', 'g'],
      ]);
      expect(page).not.toMatch(/<script|https?:|token-\d|x{100}/);
      expect(page).toContain('a&lt;b&gt;.csv');
      expect(page).toContain("default-src 'none'");
      expect(page).toContain(out === '' ? 'standard output' : `All rows are in ${out.slice(6)}`);
    },
  );

  it.each(['o.ndjson', 'o.csv'])(
    'says what is unusual and why a row could not be read, also after --resume: %s',
    async (out) => {
      const header = 'receipt,product_id,package,order_id';
      place.put('in.csv', `${header}\nt1,g,p,GPA.9\nt2,g,p,GPA.2\n,gems,p,GPA.3\n`);
      const send: Send = (request) => {
        const order = JSON.stringify(`GPA.${asked(request)['receipt']?.slice(1) ?? ''}`);
        const ids = `transaction_id=${order}; order_id=${order}; product_id="g"; ${never}`;
        return Promise.resolve(answer(200, edited(bought(ids), `order_id=${order}`)));
      };
      for (const more of ['', '--resume']) {
        await place.batch(`in.csv --out ${out} --report page.html ${more}`.trim(), send);
        const rows = rowsOn(place.got('page.html')).sort((one, next) =>
          String(one.cells[2]).localeCompare(String(next.cells[2])),
        );
        expect(rows.map(({ cells }) => cells.slice(2, 4))).toEqual([
          ['GPA.1', 'g'],
          ['GPA.2', 'g'],
          ['GPA.3', 'gems'],
        ]);
        expect(rows[0]?.cells.at(-1)).toContain('transactions[0].order_id other-order');
        expect(rows[0]?.below).toContain('asked: GPA.9');
        expect(rows[1]?.cells.at(-1)).toBe('–');
        expect(rows[2]?.cells.at(-1)).toContain('no receipt');
      }
    },
  );
});

it('what is unusual is counted by what it is, whatever the names of the members are', async () => {
  place.put('in.csv', 'receipt,product_id,package,order_id\nt1,g,p,GPA.1\n');
  const ids = 'transaction_id="GPA.1"; order_id="GPA.1"; product_id="g"';
  const body = { ...bought(`${ids}; ${never}`), order_id: 'GPA.1', 'a; other-order': 1 };
  const ended = await place.batch('in.csv --out out.ndjson --report page.html', () =>
    Promise.resolve(answer(200, body)),
  );
  const notes = said(ended).match(/\S+ row: [^.]*\(`anomalies`\)/g) ?? [];
  expect(notes).toEqual([expect.stringContaining('not in the contract')]);
  expect(rowsOn(place.got('page.html'))[0]?.below).not.toContain('asked: GPA.1');
});
