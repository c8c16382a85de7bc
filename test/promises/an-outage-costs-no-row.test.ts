import { describe, expect, it } from 'vitest';
import { WireFailure, type Send } from '../../src/contract/wire.js';
import { PvgError } from '../../src/failure.js';
import {
  allBut,
  allPaid,
  answer,
  asked,
  byRow,
  csv,
  rowsOf,
  said,
  unasked,
  watched,
  workplace,
} from '../helpers/batch.js';
import { checkSchema } from '../helpers/schemas.js';

/** A night on which the service is away, limits the look-ups, or answers some rows badly: no row fails for that. */

const place = workplace();
const line = 'in.csv --out out.ndjson --json';

interface Closing {
  readonly exit: number;
  readonly answer: Readonly<Record<'rows' | 'answered' | 'failed', number>> & {
    readonly resume_helps: boolean;
  };
}

function closingIn(text: string): Closing {
  const closing = JSON.parse(text) as Closing;
  checkSchema('batch-summary', closing);
  return closing;
}

const numberOf = (request: Parameters<Send>[0]): number =>
  Number((asked(request)['receipt'] ?? '').replace('token-', ''));

const troubles: Readonly<Record<string, () => ReturnType<Send>>> = {
  'HTTP 502': () => Promise.resolve(answer(502, 'x')),
  'HTTP 503': () => Promise.resolve(answer(503, 'busy')),
  'HTTP 429': () => Promise.resolve(answer(429, 'busy')),
  'no connection': () => Promise.reject(new WireFailure('not-reached', 'refused')),
  'no answer': () => Promise.reject(new WireFailure('lost', 'no answer in time')),
};

/** Answers the first requests, then never again. */
function goneAfter(count: number, trouble: () => ReturnType<Send>): Send {
  let requests = 0;
  return (request, options) => {
    requests += 1;
    return requests <= count ? allPaid(request, options) : trouble();
  };
}

describe('An outage for good', () => {
  it.each(Object.entries(troubles))(
    'ends the run with 20 when --patience does, without failed rows; --resume goes on: %s',
    async (_, trouble) => {
      place.put('in.csv', csv(300));
      const { send, receipts } = watched(goneAfter(100, trouble));
      const ended = await place.batch(`${line} --patience 30`, send);
      expect(ended.status).toBe(20);
      expect(closingIn(ended.out).answer).toMatchObject({
        rows: 100,
        answered: 100,
        failed: 0,
        resume_helps: true,
      });
      expect(ended.context.clock.elapsed()).toBeGreaterThanOrEqual(30_000);
      expect(ended.context.clock.elapsed()).toBeLessThan(31_000);
      expect(receipts.length - 100).toBeLessThanOrEqual(3 * 30);
      expect(said(ended)).toMatch(/up to 30 s.*--patience/);
      const again = await place.batch(`${line} --resume`);
      expect([again.status, closingIn(again.out).answer.answered]).toEqual([0, 300]);
    },
  );

  it('is said although a short one was said just before it: the last note is true', async () => {
    place.put('in.csv', csv(300));
    const started = { requests: 0 };
    const send: Send = (request, options) => {
      started.requests += 1;
      const isOut = started.requests > 100 && started.requests !== 120;
      return isOut ? Promise.resolve(answer(502, 'x')) : allPaid(request, options);
    };
    const ended = await place.batch(`${line} --patience 300`, send);
    expect(ended.status).toBe(20);
    const notes = said(ended).match(/answers again|gave no result/g);
    expect(notes).toEqual(['gave no result', 'answers again', 'gave no result']);
  });

  it('is waited out for 15 minutes without --patience, for the last row, too', async () => {
    place.put('in.csv', csv(30));
    const ended = await place.batch(
      line,
      goneAfter(29, () => Promise.resolve(answer(502, 'x'))),
    );
    expect(ended.status).toBe(20);
    expect(closingIn(ended.out).answer).toMatchObject({ rows: 29, failed: 0 });
    expect(ended.context.clock.elapsed()).toBeGreaterThanOrEqual(900_000);
    expect(ended.context.clock.elapsed()).toBeLessThan(901_000);
  });

  it('of a service that never answered ends with 11, without lines; --resume helps', async () => {
    place.put('in.csv', csv(300));
    const never = troubles['no connection'] ?? unasked;
    const ended = await place.batch(line, never);
    expect([ended.status, place.got('out.ndjson')]).toEqual([11, '']);
    expect(closingIn(ended.out).answer).toMatchObject({ rows: 0, resume_helps: true });
    expect(ended.context.clock.elapsed()).toBeLessThan(5_500);
    expect((await place.batch(`${line} --resume`)).status).toBe(0);
  });
});

describe('An outage that ends', () => {
  it('leaves all rows answered, whatever --retries says', async () => {
    place.put('in.csv', csv(500));
    let requests = 0;
    const ended = await place.batch(`${line} --retries 0`, (request, options) => {
      requests += 1;
      const isOut = requests > 100 && requests <= 160;
      return isOut ? Promise.resolve(answer(502, 'x')) : allPaid(request, options);
    });
    expect([ended.status, closingIn(ended.out).answer.answered]).toEqual([0, 500]);
  });

  it('that the service asked for does not use up the patience', async () => {
    place.put('in.csv', csv(40));
    let requests = 0;
    const ended = await place.batch(`${line} --patience 5`, (request, options) => {
      requests += 1;
      const isAsking = requests > 10 && requests <= 40;
      const busy = answer(503, 'busy', [['retry-after', '60']]);
      return isAsking ? Promise.resolve(busy) : allPaid(request, options);
    });
    expect([ended.status, closingIn(ended.out).answer.answered]).toEqual([0, 40]);
    expect(ended.context.clock.elapsed()).toBeGreaterThan(60_000);
  });
});

describe('Rows that fail by themselves', () => {
  it('are judged although they are the first sixty of the file', async () => {
    place.put('in.csv', csv(200));
    const ended = await place.batch(line, (request, options) =>
      numberOf(request) <= 60 ? Promise.resolve(answer(502, 'x')) : allPaid(request, options),
    );
    expect(ended.status).toBe(20);
    expect(closingIn(ended.out).answer).toMatchObject({ rows: 200, answered: 140, failed: 60 });
    const failed = byRow(place.got('out.ndjson')).filter(({ ok }) => !ok);
    expect(failed.map(({ row }) => row)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
    expect(ended.context.clock.elapsed()).toBeLessThan(120_000);
  });

  it('are judged by an answer of an earlier run where nothing else is left', async () => {
    place.put('in.csv', csv(30));
    const isBad = (request: Parameters<Send>[0]): boolean => numberOf(request) > 10;
    const send: Send = (request, options) =>
      isBad(request) ? Promise.resolve(answer(500, 'x')) : allPaid(request, options);
    await place.batch(line, send);
    const { send: watching, receipts } = watched(send);
    const again = await place.batch(`${line} --resume`, watching);
    expect([again.status, closingIn(again.out).answer.failed]).toEqual([20, 20]);
    expect(receipts.some((receipt) => Number(receipt.slice(6)) <= 10)).toBe(true);
    // The purchase that is asked about again has its one line.
    expect(rowsOf(place.got('out.ndjson'))).toHaveLength(30);
  });
});

describe('A run that ended with rows to reach and a row that was refused', () => {
  const refusal = answer(403, { success: false, error: 'ip_not_allowed', message: 'x' });
  const troubled = (trouble: () => ReturnType<Send>): Send => {
    let requests = 0;
    return (request, options) => {
      requests += 1;
      return requests > 50 ? trouble() : allBut('token-2', refusal)(request, options);
    };
  };

  it.each<[string, number, () => ReturnType<Send>]>([
    ['an outage', 20, () => Promise.resolve(answer(502, 'x'))],
    ['a wait of two hours', 20, () => Promise.resolve(answer(503, 'x', [['retry-after', '7200']]))],
  ])('is resumed: nothing has to be fixed for that, after %s', async (_, exit, trouble) => {
    place.put('in.csv', csv(100));
    const ended = await place.batch(`${line} --patience 30`, troubled(trouble));
    expect(ended.status).toBe(exit);
    expect(closingIn(ended.out).answer).toMatchObject({ failed: 1, resume_helps: true });
    const people = await place.batch(`in.csv --out o2.ndjson --patience 30`, troubled(trouble));
    expect(said(people)).toMatch(
      /(?:Next: |When the service answers: `)pvg batch in\.csv --out o2\.ndjson --patience 30 --resume/,
    );
    expect(said(people)).not.toContain('When that is fixed');
  });

  it('is resumed after a signal, too', async () => {
    place.put('in.csv', csv(100));
    const interruption = new AbortController();
    const send = troubled(() => {
      interruption.abort(new PvgError('interrupted', 'Interrupted.'));
      return Promise.resolve(answer(502, 'x'));
    });
    const ended = await place.batch('in.csv --out out.ndjson', send, {
      interrupt: interruption.signal,
    });
    expect(ended.status).toBe(130);
    expect(said(ended)).toContain('Next: pvg batch in.csv --out out.ndjson --resume');
    expect(said(ended)).not.toContain('When that is fixed');
  });

  it('says that nothing can be resumed if its rows went to standard output', async () => {
    place.put('in.csv', csv(100));
    const ended = await place.batch(
      'in.csv --patience 30',
      troubled(() => Promise.resolve(answer(502, 'x'))),
    );
    expect(ended.status).toBe(20);
    expect(said(ended)).toContain('Without --out there is nothing to resume');
  });
});

describe('A limit of the service', () => {
  it('uses up no attempt while other rows are answered', async () => {
    place.put('in.csv', csv(200));
    let requests = 0;
    const ended = await place.batch(`${line} --retries 0`, (request, options) => {
      requests += 1;
      const isRefused = requests % 3 === 0;
      return isRefused ? Promise.resolve(answer(429, 'busy')) : allPaid(request, options);
    });
    expect([ended.status, closingIn(ended.out).answer.answered]).toEqual([0, 200]);
  });

  it('is said once a minute, with a count', async () => {
    place.put('in.csv', csv(2_000));
    let requests = 0;
    const ended = await place.batch(`${line} --rate 10`, (request, options) => {
      requests += 1;
      const busy = answer(429, 'busy', [['retry-after', '1']]);
      return requests % 30 === 0 ? Promise.resolve(busy) : allPaid(request, options);
    });
    expect(ended.status).toBe(0);
    const minutes = ended.context.clock.elapsed() / 60_000;
    const notes = said(ended).match(/asks to wait/g) ?? [];
    expect(notes.length).toBeGreaterThanOrEqual(2);
    expect(notes.length).toBeLessThanOrEqual(minutes + 1);
    expect(said(ended)).toMatch(/HTTP 429.*\b1\d times more/);
  });
});

it.each(['-1', '1e3', 'long', '604801', ''])(
  'A patience that is no number of seconds is refused, and nothing is sent: "%s"',
  async (patience) => {
    place.put('in.csv', csv(3));
    const words = ['in.csv', '--patience', patience];
    const ended = await place.batch(words, unasked);
    expect([ended.status, ended.out]).toEqual([2, '']);
    expect(said(ended)).toContain('--patience must be a number from 0 to 604800');
  },
);
