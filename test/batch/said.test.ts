import { describe, expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { runProgram } from '../../src/program.js';
import { allPaid, env, workplace } from '../support/batch.js';
import { testContext } from '../support/context.js';
import { pvg } from '../support/pvg.js';

const header = 'receipt,product_id,package';
const place = workplace();
const put = (text: string): void => {
  place.put('in.csv', text);
};

describe('what is said', () => {
  it('of rows that have gone since is said with --quiet too', async () => {
    put(`${header}\nt1,g,p\nt2,g,p\n`);
    expect((await place.batch('in.csv --out out.ndjson -q')).err).toBe('');
    put(`${header}\nt1,g,p\n`);
    const { status, err } = await place.batch('in.csv --out out.ndjson --resume -q');
    expect(status).toBe(2);
    expect(err).toContain('The input has changed: it has 1 row, but --out has results up to row 2.');
  });

  it('of a part is which one it is, also where it has no rows', async () => {
    put(`${header}\nt1,g,p\n`);
    const said = await Promise.all(
      ['0', '1'].map((index) =>
        place.batch('in.csv --shard auto', allPaid, {
          env: { ...env, JOB_COMPLETION_INDEX: index, JOB_COMPLETION_COUNT: '2' },
        }),
      ),
    );
    said.forEach(({ err }, at) => {
      expect(err).toContain(
        `Part ${String(at + 1)} of 2 (Kubernetes: JOB_COMPLETION_INDEX=${String(at)}, 2 parts)`,
      );
    });
    expect(said.map(({ err }) => err.includes('The input has 1 row, but this part has none')).sort()).toEqual(
      [false, true],
    );
    expect(said.map(({ err }) => err.includes('all answered')).sort()).toEqual([false, true]);
  });

  it('is nothing after an interruption of a dry run but that it was one', async () => {
    put(`${header}\nt1,g,p\n`);
    const end = new AbortController();
    end.abort(new PvgError('interrupted', 'Interrupted.'));
    const { status, out } = await place.batch('in.csv --dry-run', allPaid, { interrupt: end.signal });
    expect({ status, out }).toEqual({ status: 130, out: '' });
  });

  it('is closed when its opening was interrupted', async () => {
    put('receipt,product_id,package\nt,g,p\n');
    const interrupt = AbortSignal.abort(new PvgError('interrupted', 'Interrupted.'));
    const made = testContext({ home: place.home, interrupt });
    await new Promise<void>((resolve) => {
      const open = async (path: string) => {
        const opened = await made.files.open(path);
        return { ...opened, close: () => opened.close().then(resolve) };
      };
      void runProgram({ ...made, files: { ...made.files, open } }, ['batch', 'in.csv', '--dry-run']);
    });
  });

  it('of a dry run is what --query picks', async () => {
    put(`${header}\nt1,g,p\nbad\n`);
    expect((await place.batch('in.csv --dry-run --query answer.rows')).out).toBe('2\n');
  });

  it('in the help is no option that does not work', async () => {
    const { out } = await pvg('batch --help');
    expect(out).not.toContain('--raw');
    expect(out).toContain('--query');
  });

  it('in the help is why there is no bulk verify', async () => {
    expect((await pvg('batch --help')).out.replace(/\s+/g, ' ')).toContain(
      'pvg has no bulk verify, by policy',
    );
  });
});
