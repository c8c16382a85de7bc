import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Short forms of `npm run torture`, on the built program. */

interface Torture {
  killTest(options: { rows: number; kills: number }): Promise<{ kills: number; problems: string[] }>;
  faultTest(options: {
    rows: number;
    timeoutS: number;
  }): Promise<{ status: number; problems: string[]; stderr: string }>;
}

const torture = async (): Promise<Torture> =>
  (await import(
    /* @vite-ignore */ join(import.meta.dirname, '..', 'torture', 'batch.mjs')
  )) as unknown as Torture;

it('is killed again and again, and in the end every row is there once', { timeout: 60_000 }, async () => {
  const { kills, problems } = await (await torture()).killTest({ rows: 2_000, kills: 4 });
  expect({ kills, problems }).toEqual({ kills: 4, problems: [] });
});

it('gets every row right from a server that fails a fifth of all requests', { timeout: 60_000 }, async () => {
  const ended = await (await torture()).faultTest({ rows: 200, timeoutS: 0.5 });
  expect(ended).toMatchObject({ status: 0, problems: [] });
});
