import { describe, expect, it } from 'vitest';
import { FileError } from '../../src/context.js';
import { PvgError } from '../../src/failure.js';
import { runProgram } from '../../src/program.js';
import { WireFailure, type Send } from '../../src/contract/wire.js';
import { allPaid, answer, asked, byRow, csv, env, workplace } from '../support/batch.js';
import { testContext } from '../support/context.js';
import { words } from '../support/pvg.js';

/** A run that ends before its rows do. */

const place = workplace();

describe('a run that ends early', () => {
  it('ends with 4 at refused credentials, and can be resumed', async () => {
    place.put('in.csv', csv(50));
    let times = 0;
    const refused = await place.batch('in.csv --out out.ndjson --concurrency 1', (request, options) => {
      times += 1;
      return times <= 10
        ? allPaid(request, options)
        : Promise.resolve(answer(401, { success: false, error: 'UNAUTHORIZED', message: 'x' }));
    });
    expect(refused.status).toBe(4);
    expect(times).toBe(11);
    expect(refused.err).toContain('When that is fixed, run the same command with `--resume`.');
    expect((await place.batch('in.csv --out out.ndjson --resume')).status).toBe(0);
    expect(byRow(place.got('out.ndjson')).map(({ row }) => row)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 1),
    );
  });

  it('ends with 11 after many rows without a connection, and not with all of them failed', async () => {
    place.put('in.csv', csv(5_000));
    let times = 0;
    const ended = await place.batch('in.csv --out out.ndjson --retries 0', () => {
      times += 1;
      return Promise.reject(new WireFailure('not-reached', 'the connection was refused'));
    });
    expect(ended.status).toBe(11);
    expect(ended.err).toContain(
      'The service has not answered yet. Trying one look-up at a time. The run ends soon',
    );
    expect(ended.err).toMatch(
      /The service was never reached.* No row of this run got an answer\. The run ended\.$/m,
    );
    expect(times).toBeLessThan(200);
    expect((await place.batch('in.csv --out out.ndjson --resume')).status).toBe(0);
    expect(byRow(place.got('out.ndjson')).filter(({ ok }) => ok)).toHaveLength(5_000);
  });

  it.each([
    ['interrupted', 130],
    ['terminated', 143],
  ] as const)('that is %s keeps what is done and names the command that goes on', async (code, status) => {
    place.put('in.csv', csv(100));
    const end = new AbortController();
    let times = 0;
    const ended = await place.batch(
      'in.csv --out out.ndjson',
      (request, options) => {
        times += 1;
        if (times === 20) end.abort(new PvgError(code, 'Interrupted.'));
        return allPaid(request, options);
      },
      { interrupt: end.signal },
    );
    expect(ended.status).toBe(status);
    expect(ended.err).toContain('pvg batch in.csv --out out.ndjson --resume');
    const done = byRow(place.got('out.ndjson')).length;
    expect(done).toBeGreaterThanOrEqual(19);
    expect(done).toBeLessThan(30);
    expect((await place.batch('in.csv --out out.ndjson --resume')).status).toBe(0);
    expect(byRow(place.got('out.ndjson'))).toHaveLength(100);
  });

  it('ends quietly with 141 when the reader of stdout has gone', async () => {
    place.put('in.csv', csv(1_000));
    const context = testContext({ home: place.home, env, send: allPaid });
    const gone = {
      ...context.stdout,
      write: () => Promise.reject(new PvgError('pipe-closed', 'the reader closed it')),
    };
    expect(await runProgram({ ...context, stdout: gone }, ['batch', 'in.csv', '-q'])).toBe(141);
    expect(context.stderr.text()).toBe('');
  });

  it('ends with 14 at a full disk, and goes on where there is room again', async () => {
    place.put('in.csv', csv(300));
    const send: Send = async (request, options) => {
      await new Promise((resolve) => setImmediate(resolve));
      return allPaid(request, options);
    };
    const context = testContext({ home: place.home, env, send });
    const files: typeof context.files = {
      ...context.files,
      openAppend: async (path, place) => {
        const file = await context.files.openAppend(path, place);
        let written = 0;
        return {
          ...file,
          write: (data) => {
            written += 1;
            if (written > 3) throw new FileError('ENOSPC', path);
            file.write(data);
          },
        };
      },
    };
    const status = await runProgram({ ...context, files }, words('batch in.csv --out out.ndjson'));
    expect(status).toBe(14);
    expect(context.stderr.text()).toContain('the disk is full');
    expect(context.stderr.text()).toContain('--resume');
    expect((await place.batch('in.csv --out out.ndjson --resume')).status).toBe(0);
    expect(byRow(place.got('out.ndjson'))).toHaveLength(300);
  });
});

describe('an output that is being read', () => {
  it('can be interrupted, and stays as it is', async () => {
    place.put('in.csv', csv(3_000));
    const cut = new AbortController();
    await place.batch('in.csv --out out.ndjson --retries 0', (request, options) =>
      asked(request)['receipt'] === 'token-2000'
        ? Promise.resolve(answer(502, 'x'))
        : allPaid(request, options),
    );
    const before = place.got('out.ndjson');
    const context = testContext({ home: place.home, env, send: allPaid, interrupt: cut.signal });
    const files: typeof context.files = {
      ...context.files,
      open: async (path) => {
        const file = await context.files.open(path);
        if (path !== 'out.ndjson') return file;
        const chunks = (async function* () {
          for await (const chunk of file.chunks) {
            cut.abort(new PvgError('terminated', 'Terminated.'));
            yield chunk;
          }
        })();
        return { ...file, chunks };
      },
    };
    const line = 'batch in.csv --out out.ndjson --resume';
    expect(await runProgram({ ...context, files }, words(line))).toBe(143);
    expect(context.stderr.text()).toContain('nothing was sent');
    expect(place.got('out.ndjson')).toBe(before);
    expect((await place.batch('in.csv --out out.ndjson --resume')).status).toBe(0);
    expect(byRow(place.got('out.ndjson')).filter(({ ok }) => ok)).toHaveLength(3_000);
  });
});
