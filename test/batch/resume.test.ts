import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WireFailure } from '../../src/contract/wire.js';
import { allBut, answer, asked, byRow, cells, csv, env } from '../helpers/batch.js';
import { nothingSent, rowsOf, said, unasked, watched, workplace } from '../helpers/batch.js';
import { effort } from '../helpers/effort.js';
import { pvg } from '../helpers/pvg.js';

/** --resume: what is answered stays, what failed is tried again, and a row is known by its purchase. */

const place = workplace();
const header = 'receipt,product_id,package';
const line = 'in.csv --out out.ndjson';

describe('--resume', () => {
  it.each(['no file', ''])(
    'starts from the first row when there are no results yet: %j',
    async (text) => {
      place.put('in.csv', csv(5));
      if (text === '') place.put('out.ndjson', text);
      expect((await place.batch(`${line} --resume`)).status).toBe(0);
      expect(rowsOf(place.got('out.ndjson'))).toHaveLength(5);
    },
  );

  it('asks for nothing that is answered, and announces no look-ups then', async () => {
    place.put('in.csv', csv(20));
    expect(said(await place.batch(line))).toContain('--concurrency)');
    const before = place.got('out.ndjson');
    const ended = await place.batch(`${line} --resume --json`, unasked);
    expect(ended.status).toBe(0);
    expect(JSON.parse(ended.out)).toMatchObject({
      answer: { rows: 20, earlier: 20, answered: 20, gone: 0 },
    });
    expect(ended.err).not.toContain('--concurrency)');
    expect(place.got('out.ndjson')).toBe(before);
    place.put('in.csv', csv(21));
    expect((await place.batch(`${line} --resume`)).err).toContain('--concurrency)');
  });

  it.each([1, 3, 5])('replaces a row that could not be read: the one numbered %i', async (at) => {
    const bad = `token-${String(at)}`;
    place.put('in.csv', csv(5).replace(bad, ''));
    expect((await place.batch(`${line} --concurrency 1`)).status).toBe(21);
    place.put('in.csv', csv(5));
    const { send, receipts } = watched();
    expect([(await place.batch(`${line} --resume`, send)).status, receipts]).toEqual([0, [bad]]);
    expect(byRow(place.got('out.ndjson')).map(({ ok }) => ok)).toEqual(Array(5).fill(true));
  });

  it('has each row once with its own input, whatever was cut, inserted, corrected and shuffled', async () => {
    const row = fc
      .tuple(fc.nat(9), fc.nat(3))
      .map(([at, player]) => `r${String(at)},g,p,${String(player)}`);
    const change = fc.array(row, { minLength: 1, maxLength: 25 }).chain((before) =>
      fc.record({
        before: fc.constant(before),
        after: fc
          .tuple(fc.shuffledSubarray(before), fc.array(row, { minLength: 1, maxLength: 8 }))
          .map(([kept, added]) => [...added, ...kept]),
        cut: fc.double({ min: 0, max: 1, noNaN: true }),
        isBad: fc.integer({ min: 0, max: 9 }),
      }),
    );
    const linesIn = (text: string): string[] =>
      rowsOf(text)
        .filter(({ ok }) => ok)
        .map(({ input }) => Object.values(input ?? {}).join(','));
    const without = (all: readonly string[], taken: readonly string[]): string[] => {
      const left = [...taken];
      return all.filter(
        (each) => !left.includes(each) || left.splice(left.indexOf(each), 1).length === 0,
      );
    };
    await fc.assert(
      fc.asyncProperty(change, async ({ before, after: rows, cut, isBad }) => {
        place.put('in.csv', `${header},player\n${before.join('\n')}\n`);
        await place.batch(`${line} --overwrite --retries 0 -q`, allBut(`r${String(isBad)}`));
        const bytes = place.got('out.ndjson');
        const whole = bytes.slice(0, Math.floor(cut * bytes.length));
        place.put('out.ndjson', whole);
        const kept = linesIn(whole.replace(/[^\n]*$/, ''));
        place.put('in.csv', `${header},player\n${rows.join('\n')}\n`);
        const { send, receipts } = watched();
        const ended = await place.batch(`${line} --resume --json -q`, send);
        const lines = linesIn(place.got('out.ndjson'));
        const { gone } = (JSON.parse(ended.out) as { answer: { gone: number } }).answer;
        expect([ended.status, lines.length]).toEqual([0, rows.length + gone]);
        // Nothing is lost; what is new is of the input; a row without a line of its own was corrected.
        expect(without(kept, lines)).toEqual([]);
        expect(without(without(lines, kept), rows)).toEqual([]);
        const receiptOf = (row: string): string => row.replace(/,.*/, '');
        const spare = without(kept, rows).map(receiptOf);
        expect(without(without(rows, lines).map(receiptOf), spare)).toEqual([]);
        // A purchase is asked for at most once, and not if it was answered.
        const answered = kept.map(receiptOf);
        const unanswered = rows.map(receiptOf).filter((each) => !answered.includes(each));
        expect(receipts.sort()).toEqual([...new Set(unanswered)].sort());
      }),
      { numRuns: effort(30, 500) },
    );
  });
});

describe('--again', () => {
  const pending = answer(200, {
    order_id: 'GPA.1',
    game_id: 1,
    found: true,
    transactions: [{ purchase_state: 2, gateway: { found: false } }],
  });
  const verdicts = (): (string | undefined)[] =>
    byRow(place.got('out.ndjson')).map(({ verdict }) => verdict?.id);
  /** Two purchases are pending, the others are paid. */
  const begin = async (): Promise<void> => {
    place.put('in.csv', csv(5));
    const answering: typeof unasked = (request, options) =>
      asked(request)['receipt'] === 'token-4'
        ? Promise.resolve(pending)
        : allBut('token-2', pending)(request, options);
    await place.batch(line, answering);
    expect(verdicts().filter((id) => id === 'pending')).toHaveLength(2);
  };

  it.each(['pending', 'cancelled,pending', 'PENDING --again unknown'])(
    'replaces the lines with these verdicts, and asks for no others: %s',
    async (again) => {
      await begin();
      place.put('in.csv', csv(6));
      const { send, receipts } = watched(allBut('token-4', pending));
      const ended = await place.batch(`${line} --resume --again ${again} --json`, send);
      expect([ended.status, receipts.sort()]).toEqual([0, ['token-2', 'token-4', 'token-6']]);
      const paid = 'paid-and-recorded';
      expect(verdicts()).toEqual([paid, paid, paid, 'pending', paid, paid]);
      expect(JSON.parse(ended.out)).toMatchObject({
        answer: { rows: 6, earlier: 3, gone: 0, by_verdict: { pending: 1 } },
      });
    },
  );

  it('does nothing of it without the option', async () => {
    await begin();
    expect((await place.batch(`${line} --resume`, unasked)).status).toBe(0);
  });

  it('makes a CSV again with the new answers', async () => {
    place.put('in.csv', csv(2));
    await place.batch('in.csv --out out.csv', allBut('token-2', pending));
    expect(place.got('out.csv')).toContain('pending');
    expect((await place.batch('in.csv --out out.csv --resume --again pending')).status).toBe(0);
    expect(place.got('out.csv')).not.toContain('pending');
    expect(cells(place.got('out.csv'))).toHaveLength(3);
  });

  it('keeps the line of a purchase that the input no longer has, and names it as gone', async () => {
    await begin();
    place.put('in.csv', csv(3));
    const ended = await place.batch(`${line} --resume --again pending --summary sum.json`);
    expect(JSON.parse(place.got('sum.json'))).toMatchObject({
      answer: { rows: 5, gone: 2, by_verdict: { pending: 1, 'paid-and-recorded': 4 } },
    });
    expect(verdicts().filter((id) => id === 'pending')).toHaveLength(1);
    expect(said(ended)).toMatch(/GPA\.1/);
  });

  it('loses no answer when the service is away, and replaces one by a failure', async () => {
    await begin();
    const before = place.got('out.ndjson');
    const gone = (): Promise<never> => Promise.reject(new WireFailure('not-reached', 'refused'));
    const away = await place.batch(`${line} --resume --again pending`, gone);
    expect([away.status, place.got('out.ndjson')]).toEqual([11, before]);
    const failing = allBut('token-2');
    const ended = await place.batch(`${line} --resume --again pending --retries 0 --json`, failing);
    expect(ended.status).toBe(20);
    expect(verdicts()[1]).toBeUndefined();
    expect(JSON.parse(ended.out)).toMatchObject({ answer: { rows: 5, failed: 1 } });
  });

  it('removes an older line beside a newer one, as a kill leaves them', async () => {
    await begin();
    const older = rowsOf(place.got('out.ndjson')).find(({ row }) => row === 2);
    await place.batch(`${line} --resume --again pending`);
    place.put('out.ndjson', `${JSON.stringify(older)}\n${place.got('out.ndjson')}`);
    const ended = await place.batch(`${line} --resume --again pending --json`, unasked);
    expect(JSON.parse(ended.out)).toMatchObject({ answer: { rows: 5, earlier: 5, gone: 0 } });
    place.put('in.csv', csv(6));
    await place.batch(`${line} --resume --again pending`);
    expect(verdicts()).toHaveLength(6);
  });

  it.each([
    ['--again pending', '--again needs --resume'],
    ['--resume --again paid', '--again must be one of'],
    ['--resume --again pending,', '--again must be one of'],
    ['--resume --again verified', '--again must be one of'],
    ['--resume --again pending,payd', 'Value 2 of --again must be one of'],
  ])('refuses %s', async (options, says) => {
    await begin();
    const ended = await place.batch(`${line} ${options}`, unasked);
    expect([ended.status, said(ended)]).toEqual([2, expect.stringContaining(says)]);
  });

  it('names the nearest verdict, and stands in the next command', async () => {
    await begin();
    expect(said(await place.batch(`${line} --resume --again pendin`, unasked))).toContain(
      '--again pending',
    );
    const ended = await place.batch(`${line} --resume --again pending,unknown`, allBut('token-2'));
    expect(said(ended)).toContain('--resume');
    expect(said(ended)).toContain('--again pending --again unknown');
  });
});

describe('Rows of earlier results that the input no longer has', () => {
  it.each(['', '-q'])('stay, and are counted and named %s', async (quiet) => {
    const rejection = answer(200, {
      order_id: null,
      game_id: 1,
      found: false,
      status: 404,
      error: 'x',
    });
    place.put('in.csv', csv(4));
    await place.batch(line, allBut('token-3', rejection));
    place.put('in.csv', csv(1));
    const ended = await place.batch(`${line} --resume ${quiet} --summary sum.json`, unasked);
    expect(ended.status).toBe(0);
    expect(JSON.parse(place.got('sum.json'))).toMatchObject({
      answer: { rows: 4, earlier: 1, gone: 3 },
    });
    expect(said(ended)).toContain('1 row (1 by an earlier run), all answered.');
    const fingerprint = createHash('sha256').update('token-3').digest('hex').slice(0, 12);
    for (const named of ['3 rows', 'GPA.token-2', `sha256:${fingerprint}`])
      expect(said(ended)).toContain(named);
    expect(ended.err.replaceAll('GPA.token', '')).not.toContain('token-');
    expect(rowsOf(place.got('out.ndjson'))).toHaveLength(4);
  });

  it('are not those of other parts', async () => {
    place.put('in.csv', csv(20));
    await place.batch(line);
    const ended = await place.batch(`${line} --resume --shard 1/2 --json`, unasked);
    expect(JSON.parse(ended.out)).toMatchObject({ exit: 0, answer: { gone: 0 } });
    const own = rowsOf((await place.batch('in.csv --shard 1/2')).out).length;
    const told = said(await place.batch(`${line} --resume --shard 1/2 -q`, unasked));
    expect(told).toMatch(`${String(own)} rows (${String(own)} by an earlier run), all answered.`);
    expect(told).toMatch(`${String(20 - own)} lines of purchases that this part does not have`);
  });
});

describe('Other settings', () => {
  it.each([
    ['concurrency and rate', {}, '--concurrency 1 --rate 100', []],
    ['package for rows without one', {}, '--package other', []],
    ['map that gives other purchases', {}, '--map product_id=note', ['t1', 't2']],
  ])('are no reason to refuse: another %s', async (_, other, options, expected) => {
    place.put('in.csv', `${header},note\nt1,g,p,n\nt2,g,p,n\n`);
    await place.batch(line);
    const { send, receipts } = watched();
    const ended = await place.batch(`${line} --resume ${options}`, send, {
      env: { ...env, ...other },
    });
    expect([ended.status, receipts.sort()]).toEqual([0, expected]);
    expect(readdirSync(place.home).sort()).toEqual(['in.csv', 'out.ndjson', 'state']);
  });

  it.each([
    [
      'that pvg 1.0 wrote, without an origin',
      (rows: string) => rows.replaceAll(/"origin":"[^"]*",/g, ''),
    ],
    ['of the same origin at another path', (rows: string) => rows],
  ])('take rows %s', async (_, before) => {
    place.put('in.csv', csv(2));
    await place.batch(line);
    place.put('out.ndjson', before(place.got('out.ndjson')));
    const url = { PVG_GATEWAY_URL: `${env['PVG_GATEWAY_URL'] ?? ''}/path` };
    const ended = await place.batch(`${line} --resume`, unasked, { env: { ...env, ...url } });
    expect(ended.status).toBe(0);
  });

  it.each([
    ['--shard 1/2', '--shard 2/2'],
    ['--shard 2/2', ''],
  ])('such as another part go on in the same file: %s, then %s', async (first, second) => {
    place.put('in.csv', csv(40) + 'token-1,gems,com.example\n');
    for (const part of [first, second, first, ''])
      expect((await place.batch(`${line} --resume ${part}`)).status).toBe(0);
    expect(byRow(place.got('out.ndjson')).map(({ row }) => row)).toEqual(
      Array.from({ length: 41 }, (_, at) => at + 1),
    );
  });
});

describe('A file that is not of this run stays as it is', () => {
  it.each<[string, string, string, string?, Record<string, string>?]>([
    ['the input itself', csv(3), ''],
    ['of another environment', '', 'out', '', { PVG_ENVIRONMENT: 'prod' }],
    [
      'of another address in the variables',
      '',
      'out',
      '',
      { PVG_GATEWAY_URL: 'https://b.example' },
    ],
    ['of another --base-url', '', 'out', '--base-url https://b.example'],
    ['of another profile', '', 'out', '--profile local'],
    ['of another format', '', 'out --format csv', '--format ndjson'],
  ])('%s', async (_, text, before, options = '', other = {}) => {
    place.put('in.csv', csv(3));
    if (text === '') await place.batch(`in.csv --out ${before}`);
    else place.put('out', text);
    const kept = place.got('out');
    const ended = await place.batch(`in.csv --out out --resume ${options}`, unasked, {
      env: { ...env, ...other },
    });
    expect(ended.status).toBe(2);
    expect(said(ended)).toMatch(nothingSent);
    expect(ended.err).not.toContain('--concurrency)');
    expect(place.got('out')).toBe(kept);
  });

  it('of another address in the variables, over the same stored profile', async () => {
    const home = place.home;
    const add =
      'profile add game-dev --environment dev --gateway-url https://dev.example --client-id c --client-secret-file -';
    expect((await pvg(add, { home, stdin: 'a-long-secret' })).status).toBe(0);
    place.put('in.csv', csv(3));
    const chosen = { ...env, PVG_PROFILE: 'game-dev', PVG_ENVIRONMENT: 'dev' };
    expect((await place.batch('in.csv --out out', undefined, { env: chosen })).status).toBe(0);
    const kept = place.got('out');
    const moved = { ...chosen, PVG_GATEWAY_URL: 'https://b.example' };
    const ended = await place.batch('in.csv --out out --resume', unasked, { env: moved });
    expect([ended.status, place.got('out')]).toEqual([2, kept]);
    for (const address of ['https://gw.example', 'https://b.example'])
      expect(said(ended)).toContain(`game-dev for ${address} (dev)`);
    const same = await place.batch('in.csv --out out --resume', unasked, { env: chosen });
    expect(same.status).toBe(0);
  });
});
