import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type Send } from '../../src/contract/wire.js';
import { answer, asked, byRow, cells, csv, paid, rowsOf, unasked, workplace } from '../support/batch.js';

/** What stands in an output, and which file it may be. */

const place = workplace();

describe('rows out', () => {
  it('are each one line of JSON with these members, in this order, and nothing else is on stdout', async () => {
    place.put('in.csv', csv(3));
    const ended = await place.batch('in.csv');
    for (const row of rowsOf(ended.out))
      expect(Object.keys(row)).toEqual([
        'row',
        'input',
        'ok',
        'exit',
        'advice',
        'at',
        'call_id',
        'purchase',
        'verdict',
        'answer',
        'anomalies',
        'error',
      ]);
    expect(ended.err).toContain('paid-and-recorded');
  });

  it('keep the answer digit for digit', async () => {
    place.put('in.csv', csv(1));
    const text = '{"found": true, "big": 12345678901234567890, "found2": 1.0}';
    const ended = await place.batch('in.csv', () => Promise.resolve(answer(200, text)));
    expect(ended.out).toContain(text);
  });

  it('show a purchase that the store does not confirm as an answer: status 0', async () => {
    place.put('in.csv', csv(1));
    const rejection = { order_id: null, game_id: 1, found: false, status: 404, error: 'x' };
    const ended = await place.batch('in.csv', () => Promise.resolve(answer(200, rejection)));
    expect(ended.status).toBe(0);
    expect(rowsOf(ended.out)).toMatchObject([{ ok: false, exit: 6, verdict: { id: 'not-confirmed' } }]);
  });

  it('never hold a secret, nor the signature that a service repeats', async () => {
    place.put('in.csv', csv(1));
    const ended = await place.batch('in.csv', (request) => {
      const signature = request.headers.find(([name]) => name === 'X-Signature')?.[1] ?? '';
      const base64 = Buffer.from(signature).toString('base64');
      const text = `{"found":true,"s":"${signature}","u":"\\u0061-secret-of-the-test","b":"${base64}"}`;
      return Promise.resolve(answer(200, text));
    });
    expect(rowsOf(ended.out)[0]?.answer).toEqual({
      found: true,
      s: '[withheld]',
      u: '[withheld]',
      b: '[withheld]',
    });
  });

  it('hold no character that a terminal obeys', async () => {
    place.put('in.csv', 'receipt,product_id,package,note\nt1,gems,com.example,\u001b[2J\u202e\n');
    const ended = await place.batch('in.csv', () =>
      Promise.resolve(answer(200, '{"found":true,"x":"\\u001b]0;"}')),
    );
    expect(ended.out).not.toContain('\u001b');
    expect(ended.out).not.toContain('\u202e');
    expect(rowsOf(ended.out)[0]?.input).toMatchObject({ note: '\u001b[2J\u202e' });
  });

  it('are flat as CSV, and no cell is a formula', async () => {
    const payloads = [
      '=1+1',
      '+1',
      '-1+2',
      '-x',
      '@x',
      '\t=1',
      '\r=1',
      '＝1',
      ' =1',
      '=HYPERLINK("x")',
      '＠x',
    ];
    place.put(
      'in.ndjson',
      payloads
        .map((note) => JSON.stringify({ receipt: 't', product_id: 'g', package: 'p', note }))
        .join('\n'),
    );
    const ended = await place.batch('in.ndjson --format csv --concurrency 1');
    const [header = '', ...lines] = ended.out.split('\r\n');
    expect(
      header.startsWith('row,"input.receipt","input.product_id","input.package","input.note",ok,exit,'),
    ).toBe(true);
    expect(lines[0]?.startsWith(`1,"t","g","p","'=1+1",true,0,"none","`)).toBe(true);
    for (const line of lines.slice(0, payloads.length)) expect(line).toMatch(/^\d+,"t","g","p","'/);
  });

  it('keep line ends of a cell as CSV, and show no code for them', async () => {
    place.put('in.csv', 'receipt,product_id,package,note\r\nt,g,p,"a\r\nb\rc"\r\nt,g,p,"\r\n=1"\r\n');
    const line = 'in.csv --out out.csv';
    expect((await place.batch(line)).status).toBe(0);
    expect(place.got('out.csv')).toContain('"a\nb\nc"');
    expect(place.got('out.csv')).toContain('"\'\n=1"');
    expect((await place.batch(`${line} --resume`, unasked)).status).toBe(0);
  });

  it('go to a file that is the owner’s alone', async () => {
    place.put('in.csv', csv(2));
    expect((await place.batch('in.csv --out out.ndjson')).status).toBe(0);
    expect(statSync(place.at('out.ndjson')).mode & 0o777).toBe(0o600);
    expect(byRow(place.got('out.ndjson'))).toHaveLength(2);
  });

  it('never go over a file that exists', async () => {
    place.put('in.csv', csv(2));
    place.put('out.ndjson', 'mine');
    const refused = await place.batch('in.csv --out out.ndjson', unasked);
    expect(refused.status).toBe(2);
    expect(refused.err).toContain('--resume');
    expect(place.got('out.ndjson')).toBe('mine');
    expect((await place.batch('in.csv --out out.ndjson --overwrite')).status).toBe(0);
    expect(byRow(place.got('out.ndjson'))).toHaveLength(2);
  });

  it.each([
    ['foreign text', 'mine'],
    ['rows of this batch', undefined],
    ['nothing', ''],
    ['no file at all', null],
  ])('never go on from a symbolic link, whatever it leads to: %s', async (_, text) => {
    place.put('in.csv', csv(1));
    if (text === undefined) await place.batch('in.csv --out victim');
    else if (text !== null) place.put('victim', text);
    const before = text === null ? '' : place.got('victim');
    symlinkSync(place.at('victim'), place.at('out.ndjson'));
    const refused = await place.batch('in.csv --out out.ndjson --resume', () =>
      Promise.reject(new TypeError('asked')),
    );
    expect(refused.status).toBe(2);
    expect(refused.err).toContain('is a symbolic link');
    expect(lstatSync(place.at('out.ndjson')).isSymbolicLink()).toBe(true);
    expect(existsSync(place.at('victim'))).toBe(text !== null);
    if (text !== null) expect(place.got('victim')).toBe(before);
  });

  it('replace a symbolic link and not what it leads to', async () => {
    place.put('in.csv', csv(1));
    place.put('victim', 'mine');
    symlinkSync(place.at('victim'), place.at('out.ndjson'));
    expect((await place.batch('in.csv --out out.ndjson --overwrite')).status).toBe(0);
    expect(lstatSync(place.at('out.ndjson')).isFile()).toBe(true);
    expect(place.got('victim')).toBe('mine');
  });

  it.each(['--overwrite', '--resume', ''])('are not written to a folder: %s', async (way) => {
    place.put('in.csv', csv(1));
    mkdirSync(place.at('folder'));
    for (const option of ['--out folder', '--out out.ndjson --report folder.html']) {
      if (option.includes('.html')) mkdirSync(place.at('folder.html'));
      const refused = await place.batch(`in.csv ${option} ${way}`, unasked);
      expect(refused.status).toBe(2);
      expect(existsSync(place.at('out.ndjson'))).toBe(false);
    }
  });

  it.each(['--overwrite', '--resume', ''])('are written by one run at a time: %s', async (way) => {
    place.put('in.csv', csv(3));
    await place.batch('in.csv --out out.ndjson');
    const before = place.got('out.ndjson');
    if (way === '') rmSync(place.at('out.ndjson'));
    // Pid 1 lives wherever tests run.
    place.put('.out.ndjson.in-use', JSON.stringify({ pid: 1, host: hostname() }));
    const refused = await place.batch(`in.csv --out out.ndjson ${way}`, () =>
      Promise.reject(new TypeError('asked')),
    );
    expect(refused.status).toBe(13);
    expect(refused.err).toContain(
      'Another run of pvg is writing to the file given with --out. Nothing was sent.',
    );
    if (way !== '') expect(place.got('out.ndjson')).toBe(before);
    rmSync(place.at('.out.ndjson.in-use'));
    expect((await place.batch(`in.csv --out out.ndjson ${way}`)).status).toBe(0);
    expect(readdirSync(place.home).filter((name) => name.startsWith('.'))).toEqual(['.out.ndjson.settings']);
  });

  it.each([
    ['in.csv --out in.csv --overwrite', 'the input'],
    ['in.csv --out HOME/in.csv --overwrite', 'the input'],
    ['in.csv --out linked/in.csv --overwrite', 'the input'],
    ['linked/in.csv --out in.csv --overwrite', 'the input'],
    ['in.csv --out other.csv --overwrite', 'the input'],
    ['in.csv --report page.html --overwrite', 'the input'],
    ['in.csv --out ./same.html --report same.html', '--out'],
    ['in.csv --out same.html --report HOME/same.html', '--out'],
    ['in.csv --out linked/same.html --report same.html', '--out'],
  ])('are never one file with another: %s', async (line, what) => {
    const rows = csv(1);
    place.put('in.csv', rows);
    symlinkSync(place.home, place.at('linked'));
    symlinkSync('in.csv', place.at('page.html'));
    linkSync(place.at('in.csv'), place.at('other.csv'));
    const refused = await place.batch(line.replaceAll('HOME', place.home), unasked);
    expect(refused.status).toBe(2);
    expect(refused.err).toMatch(new RegExp(`${what}.*are the same file`));
    expect(place.got('in.csv')).toBe(rows);
  });

  it.each(['--overwrite', '--resume'])('leave a pipe or a device as it is: %s', async (way) => {
    place.put('in.csv', csv(1));
    const pipe = place.at('pipe');
    spawnSync('mkfifo', [pipe]);
    const refused = await place.batch(`in.csv --out pipe ${way}`, unasked);
    expect(refused.status).toBe(2);
    expect(refused.err).toContain('The path of');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it('are summed up on a page without script', async () => {
    place.put('in.csv', csv(3));
    place.put('a<b>.csv', csv(1));
    expect((await place.batch('a<b>.csv --report summary.html')).status).toBe(0);
    const page = place.got('summary.html');
    expect(page).toContain('<meter max="1" value="1">');
    expect(page).not.toContain('<fieldset');
    expect(page).toContain('a&lt;b&gt;.csv');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|https?:|token-1/);
    expect((await place.batch('in.csv --report summary.html')).status).toBe(2);
    expect((await place.batch('in.csv --report nowhere/summary.html')).err).toContain(
      'The folder of the --report file does not exist',
    );
    expect(existsSync(place.at('nowhere'))).toBe(false);
  });
});

describe('the rows on the page of --report', () => {
  /** The cells of each row: row, purchase, product, verdict, advice, who acts. */
  const rowsOn = (page: string): string[][] =>
    [...page.matchAll(/<tr class="k\d+(?: unusual)?">([^]*?)<\/tr>/g)].map(([, row = '']) =>
      [...row.matchAll(/<td[^>]*>([^]*?)<\/td>/g)].map(([, cell = '']) =>
        cell
          .replace(/<p class="below">[^<]*<\/p>/, '')
          .replace(/<[^>]*>/g, '')
          .trim(),
      ),
    );
  const mixed: Send = (request) => {
    const number = /\d+$/.exec(asked(request)['receipt'] ?? '')?.[0] ?? '';
    const rejected = { found: false, order_id: null, game_id: 1, status: 404, error: 'none' };
    return Promise.resolve(number.endsWith('2') ? answer(404, rejected) : paid(`GPA.${number}`));
  };

  it.each(['', '--out out.ndjson', '--out out.csv'])(
    'say what each purchase is and who acts, and can be filtered without script (%s)',
    async (out) => {
      place.put('in.csv', `${csv(3)}token-4,${'x'.repeat(120)},p\n,g,p\n`);
      await place.batch(`in.csv ${out} --report page.html`, mixed);
      const page = place.got('page.html');
      const shown = rowsOn(page);
      expect(shown.map(([row, , , verdict]) => [row, verdict])).toEqual([
        ['1', shown[0]?.[3]],
        ['2', 'not-confirmed'],
        ['3', shown[0]?.[3]],
        ['4', expect.any(String)],
        ['5', 'input-unreadable'],
      ]);
      expect(shown[0]?.[1]).toBe('GPA.1');
      expect(shown[1]?.[1]).toMatch(/^sha256:[0-9a-f]{12}$/);
      expect(shown[1]?.[4]).toBe('Do not grant');
      expect(shown[3]?.[2]).toMatch(/^sha256:[0-9a-f]{12}$/);
      expect(shown[4]?.slice(4)).toEqual(['Fix the request', 'whoever made the input']);
      expect(page).not.toMatch(/<script|token-\d|x{100}/);
      expect(page).toMatch(/<input type="radio" name="show" id="k0"><label for="k0">/);
      expect(page).toContain(out === '' ? 'printed on standard output' : 'All rows are in out.');
    },
  );

  const otherOrder = 'Unusual: the answer is about another order: asked GPA.t9; transactions[0].order_id ';

  it.each(['o.ndjson', 'o.csv'])(
    'say what is unusual, where the row is, and why it could not be read; also after --resume (%s)',
    async (out) => {
      const head = 'receipt,product_id,package,order_id\n';
      place.put('in.csv', `${head}t1,g,p,GPA.t9\nt2,g,p,GPA.t2\n,gems,p,GPA.t3\n`);
      const send: Send = (request) => {
        const order_id = `GPA.${asked(request)['receipt'] ?? ''}`;
        const transaction = {
          ...{ transaction_id: order_id, order_id, product_id: 'g', environment: null, platform: 'android' },
          ...{ purchase_state: 1, purchase_date_ms: 1, quantity: 1, region_code: 'KR' },
          ...{ acknowledgement_state: 1, gateway: { found: false, reason: 'NEVER_RECEIVED_BY_GATEWAY' } },
        };
        const body = { order_id, game_id: 1, found: true, environment: null, transactions: [transaction] };
        return Promise.resolve(answer(200, body));
      };
      for (const more of ['', '--resume']) {
        await place.batch(`in.csv --out ${out} --report page${more}.html ${more}`.trim(), send);
        const page = place.got(`page${more}.html`);
        const shown = rowsOn(page);
        const below = [...page.matchAll(/<p class="below">([^<]*)<\/p>/g)].map(([, text]) => text);
        expect(below.filter((text) => text?.startsWith('Unusual') !== true)).toEqual([
          ...['Spreadsheet row 2', 'Spreadsheet row 3', 'Spreadsheet row 4'],
          'Spreadsheet row 4 has no receipt.',
        ]);
        expect(below[1]).toContain(otherOrder);
        expect(shown[0]?.[5]).toBe('you');
        expect(shown[1]?.[5]).not.toBe('you');
        expect(shown[2]?.slice(1, 3)).toEqual(['GPA.t3', 'gems']);
        expect(page).toMatch(/<label for="unusual">unusual <span>1<\/span>/);
      }
    },
  );

  it('are also those of an earlier run', async () => {
    place.put('in.csv', csv(4));
    await place.batch('in.csv --out out.ndjson', mixed);
    place.put('out.ndjson', place.got('out.ndjson').split('\n').slice(0, 2).join('\n') + '\n');
    await place.batch('in.csv --out out.ndjson --resume --report page.html', mixed);
    const shown = rowsOn(place.got('page.html'));
    expect(shown.map(([row]) => row)).toEqual(['1', '2', '3', '4']);
    expect(shown.every((row) => row.slice(1).every((cell) => cell !== '–' && cell !== ''))).toBe(true);
  });

  it('are limited for each verdict, and the page says how many are missing and where they are', async () => {
    place.put('in.csv', csv(620));
    await place.batch('in.csv --out out.ndjson --report page.html --concurrency 32', mixed);
    const page = place.got('page.html');
    expect(rowsOn(page).length).toBeGreaterThan(500);
    expect(page).toMatch(/\b\d+ more rows not on this page\. All rows are in out\.ndjson\./);
  });
});

describe('NDJSON in, CSV out', () => {
  const line = (at: number, more: object = {}): string =>
    `${JSON.stringify({ receipt: `t${String(at)}`, product_id: 'g', package: 'p', ...more })}\n`;
  const member = (text: string, row: number, name: string): string | undefined => {
    const [head = [], ...rows] = cells(text);
    return rows.find(([number]) => number === String(row))?.[head.indexOf(name)];
  };

  it('gives a column to each member of the first rows', async () => {
    place.put('in.ndjson', line(1) + line(2, { note: 'x', 'a\u001bb': 1 }) + line(3, { case: 'T-1' }));
    const { out } = await place.batch('in.ndjson --format csv');
    expect([...(cells(out)[0]?.slice(1, 7) ?? []), cells(out)[0]?.at(-1)]).toEqual([
      'input.receipt',
      'input.product_id',
      'input.package',
      'input.note',
      'input.a\\u{1b}b',
      'input.case',
      'input_other',
    ]);
    expect(member(out, 2, 'input.note')).toBe('x');
    expect(member(out, 2, 'input.a\\u{1b}b')).toBe('1');
    expect(member(out, 3, 'input.case')).toBe('T-1');
    expect(member(out, 3, 'input_other')).toBe('');
  });

  it('keeps what later rows have besides, and a member that stands twice, in one column', async () => {
    const many = Array.from({ length: 1_500 }, (_, at) => line(at + 1)).join('');
    place.put('in.ndjson', `${many}${line(1_501, { late: 12, deep: { n: [1] } })}`);
    const { out } = await place.batch('in.ndjson --format csv');
    expect(member(out, 1_501, 'input_other')).toBe('{"late":12,"deep":{"n":[1]}}');
    place.put('in.ndjson', `${line(1)}{"receipt":"a","receipt":"b","product_id":"g","package":"p"}\n`);
    const twice = (await place.batch('in.ndjson --format csv')).out;
    expect([member(twice, 2, 'input.receipt'), member(twice, 2, 'input_other')]).toEqual([
      'b',
      '{"receipt":"a"}',
    ]);
  });

  it('goes on with the columns that the output has, also where rows with others were added', async () => {
    place.put('in.ndjson', line(1, { note: 'é"\n=1' }) + line(2, { 'n\u0007': 1 }));
    await place.batch('in.ndjson --out out.csv');
    const [head] = cells(place.got('out.csv'));
    place.put(
      'in.ndjson',
      `${line(1, { note: 'é"\n=1' })}${line(2, { 'n\u0007': 1 })}${line(3, { late: true })}`,
    );
    const ended = await place.batch('in.ndjson --out out.csv --resume');
    expect([ended.status, ended.err]).toEqual([0, expect.stringContaining('(2 by an earlier run)')]);
    expect(cells(place.got('out.csv'))[0]).toEqual(head);
    expect(member(place.got('out.csv'), 3, 'input_other')).toBe('{"late":true}');
    const bytes = place.got('out.csv');
    for (let length = 0; length < bytes.length; length += 61) {
      place.put('out.csv', bytes);
      truncateSync(place.at('out.csv'), length);
      expect((await place.batch('in.ndjson --out out.csv --resume')).status).toBe(0);
      expect(cells(place.got('out.csv'))).toHaveLength(4);
    }
  });

  it.each(['a,b\n1,2\n', 'row,"x"\r\n1,"2"\r\n', 'mine'])('leaves another file alone: %j', async (text) => {
    place.put('in.ndjson', line(1));
    place.put('out.csv', text);
    expect((await place.batch('in.ndjson --out out.csv --resume')).status).toBe(2);
    expect(place.got('out.csv')).toBe(text);
  });
});
