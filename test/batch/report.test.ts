import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { answer, asked, csv, paid, workplace } from '../support/batch.js';

/** The page of --report: no receipt, no script. The page itself: test/tables/pages.test.ts. */

const place = workplace();
const header = 'receipt,product_id,package';

/** The cells of each row: verdict, row, purchase, product, advice, who acts; and what is below them. */
function rowsOn(page: string): { cells: string[]; below: string[]; isUnusual: boolean }[] {
  return [...page.matchAll(/<tr class="(k\d+|others)( unusual)?">([^]*?)<\/tr>/g)].map(
    ([, , mark, row = '']) => ({
      cells: [...row.matchAll(/<td[^>]*>([^]*?)<\/td>/g)].map(([, cell = '']) =>
        cell.replace(/<p class="below">[^<]*<\/p>|<[^>]*>/g, '').trim(),
      ),
      below: [...row.matchAll(/<p class="below">([^<]*)<\/p>/g)].map(([, text = '']) => text),
      isUnusual: mark !== undefined,
    }),
  );
}

const mixed: Send = (request) => {
  const number = /\d+$/.exec(asked(request)['receipt'] ?? '')?.[0] ?? '';
  const rejected = { found: false, order_id: null, game_id: 1, status: 404, error: 'none' };
  return Promise.resolve(number.endsWith('2') ? answer(404, rejected) : paid(`GPA.${number}`));
};

describe('The page of --report', () => {
  it.each(['', '--out out.ndjson', '--out out.csv'])(
    'has what each purchase is and who acts, in the order of the input %s',
    async (out) => {
      place.put('a<b>.csv', `${csv(3)}token-4,${'x'.repeat(120)},p\n,g,p\n`);
      await place.batch(`a<b>.csv ${out} --report page.html`, mixed);
      const page = place.got('page.html');
      const rows = rowsOn(page).map(({ cells }) => cells);
      expect(rowsOn(page)[0]?.below).toContain('Spreadsheet row 2 (line 2 of the file)');
      expect(rows.map(([verdict, row]) => `${row ?? ''} ${verdict ?? ''}`)).toEqual([
        ...['Row 1 paid-and-recorded', 'Row 2 not-confirmed', 'Row 3 paid-and-recorded'],
        ...['Row 4 paid-and-recorded', 'Row 5 input-unreadable'],
      ]);
      expect(rows[0]?.[2]).toBe('GPA.1');
      expect(rows[1]?.[2]).toMatch(/^sha256:[0-9a-f]{12}$/);
      expect(rows[3]?.[3]).toMatch(/^sha256:[0-9a-f]{12}$/);
      expect(page).not.toMatch(/<script|https?:|token-\d|x{100}/);
      expect(page).toContain('a&lt;b&gt;.csv');
      expect(page).toContain("default-src 'none'");
      expect(page).toContain(out === '' ? 'standard output' : `All rows are in ${out.slice(6)}`);
    },
  );

  it.each(['o.ndjson', 'o.csv'])(
    'says what is unusual and why a row could not be read, also after --resume: %s',
    async (out) => {
      place.put('in.csv', `${header},order_id\nt1,g,p,GPA.9\nt2,g,p,GPA.2\n,gems,p,GPA.3\n`);
      const send: Send = (request) => {
        const order_id = `GPA.${asked(request)['receipt']?.slice(1) ?? ''}`;
        const transaction = {
          ...{ transaction_id: order_id, order_id, product_id: 'g', environment: null, platform: 'android' },
          ...{ purchase_state: 1, purchase_date_ms: 1, quantity: 1, region_code: 'KR' },
          ...{ acknowledgement_state: 1, gateway: { found: false, reason: 'NEVER_RECEIVED_BY_GATEWAY' } },
        };
        return Promise.resolve(
          answer(200, { order_id, game_id: 1, found: true, environment: null, transactions: [transaction] }),
        );
      };
      for (const more of ['', '--resume']) {
        await place.batch(`in.csv --out ${out} --report page.html ${more}`.trim(), send);
        const rows = rowsOn(place.got('page.html'));
        expect(rows).toHaveLength(3);
        const [other, usual, bad] = ['GPA.1', 'GPA.2', 'GPA.3'].map((name) =>
          rows.find(({ cells }) => cells[2] === name),
        );
        expect(other?.below.join(' ')).toMatch(/transactions\[0\]\.order_id other-order.*asked: GPA\.9/);
        expect([other, usual, bad].map((row) => row?.isUnusual)).toEqual([true, false, false]);
        expect(bad?.below.join(' ')).toContain('no receipt');
        expect(bad?.cells[3]).toBe('gems');
        expect(place.got('page.html')).toMatch(/<label for="unusual">unusual <span>1<\/span>/);
      }
    },
  );
});
