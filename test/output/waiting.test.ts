import { describe, expect, it } from 'vitest';
import { testContext, type TestContextOptions } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';
import { showWaiting } from '../../src/output/waiting.js';

const loud = { quiet: false, verbose: false };

/** A terminal whose frames, three in a second, pass when the test says so. */
function watched(options: TestContextOptions = {}) {
  const acts = new Set<() => void>();
  const context = testContext({
    terminal: true,
    columns: 40,
    ...options,
    every: (ms, act) => {
      expect(ms).toBe(300);
      acts.add(act);
      return () => acts.delete(act);
    },
  });
  const pass = async (frames: number): Promise<void> => {
    for (let count = 0; count < frames; count += 1) {
      await context.clock.sleep(300);
      for (const act of acts) act();
    }
  };
  return { context, pass, acts };
}

describe('while a person waits', () => {
  it('nothing is drawn in the first 300 ms, and nothing is left of it', async () => {
    const { context, acts } = watched();
    const work = (): Promise<number> => context.clock.sleep(299).then(() => 7);
    expect(await showWaiting(context, { globals: loud, text: 'Waiting' }, work)).toBe(7);
    expect(context.stderr.text()).toBe('');
    expect(acts.size).toBe(0);
  });

  it('then a line says what is waited for and how long, and is taken away, also by a failure', async () => {
    const { context, pass, acts } = watched();
    const waiting = showWaiting(context, { globals: loud, text: 'Waiting' }, async (say) => {
      await pass(1);
      say('Trying again, with a text that is wider than the terminal');
      await pass(8);
      throw new Error('lost');
    });
    await expect(waiting).rejects.toThrow('lost');
    const drawn = context.stderr.text().split('\r\u001b[2K');
    expect(drawn[1]).toBe('| Waiting 0 s');
    expect(drawn[2]).toMatch(/^\/ Trying again/);
    expect(drawn.every((line) => line.length < 40)).toBe(true);
    expect(drawn.at(-1)).toBe('');
    expect(context.stdout.text()).toBe('');
    expect(acts.size).toBe(0);
  });

  it.each<[string, TestContextOptions, typeof loud]>([
    ['without a terminal', { terminal: false }, loud],
    ['with ACCESSIBLE', { env: { ACCESSIBLE: '1' } }, loud],
    ['on a terminal that cannot', { env: { TERM: 'dumb' } }, loud],
    ['with --quiet', {}, { ...loud, quiet: true }],
    ['with --verbose', {}, { ...loud, verbose: true }],
  ])('nothing moves %s', async (_what, options, globals) => {
    const { context, pass } = watched(options);
    await showWaiting(context, { globals, text: 'Waiting' }, () => pass(20));
    expect(context.stderr.text()).toBe('');
  });

  it('a look-up draws it on stderr, never among the data', async () => {
    const purchase = '--product-id gems_100 --package com.example.game --receipt demo-slow';
    let act = (): void => undefined;
    const line = `lookup -p local ${purchase} --json`;
    const ended = await pvg(line, {
      terminal: true,
      every: (_ms, given) => {
        act = given;
        return () => undefined;
      },
      // Told once an attempt, when the answer is there.
      now: () => {
        act();
        return 1_790_000_000_000;
      },
    });
    expect(ended.err).toContain('Waiting for the answer 5 s');
    expect(JSON.parse(ended.out)).toMatchObject({ ok: true });
  });
});
