import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openPrompt } from '../../src/edge/prompt.js';
import { PvgError } from '../../src/failure.js';

/** A person at a terminal who presses these keys. */
function typing(keys: string, options: { end?: boolean; interrupt?: () => AbortSignal } = {}) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const shown: string[] = [];
  const asked = once(output, 'data');
  output.on('data', (data: Buffer) => shown.push(data.toString()));
  const prompt = openPrompt({
    possible: () => true,
    open: () => ({ input, output }),
    interrupt: options.interrupt ?? (() => new AbortController().signal),
  });
  setImmediate(() => {
    input.write(keys);
    if (options.end === true) input.end();
  });
  return { prompt, input, asked, shown: () => shown.join('') };
}

describe('a prompt', () => {
  it('gives what was typed, and shows it', async () => {
    const { prompt, shown } = typing('ann\r');
    expect(await prompt.text('Name:')).toBe('ann');
    expect(shown()).toContain('Name: ');
    expect(shown()).toContain('ann');
  });

  it('does not show a secret, and ends the line', async () => {
    const { prompt, shown } = typing('s3cret \r');
    expect(await prompt.secret('Client secret:')).toBe('s3cret ');
    expect(shown()).toContain('Client secret: ');
    expect(shown()).not.toContain('s3');
    expect(shown().endsWith('\n')).toBe(true);
  });

  it('is interrupted by Ctrl-C', async () => {
    const { prompt } = typing('half\x03');
    await expect(prompt.secret('Secret:')).rejects.toMatchObject({ code: 'interrupted', exit: 130 });
  });

  it('ends with Ctrl-D and with the input, instead of waiting for ever', async () => {
    await expect(typing('\x04').prompt.secret('Secret:')).rejects.toMatchObject({ code: 'input-unreadable' });
    await expect(typing('', { end: true }).prompt.text('Name:')).rejects.toMatchObject({
      code: 'input-unreadable',
    });
  });

  it.each(['before it asks', 'while it asks'])('ends with the reason of a signal: %s', async (when) => {
    const controller = new AbortController();
    const reason = new PvgError('terminated', 'terminated');
    const { prompt, asked } = typing('', { interrupt: () => controller.signal });
    const answer = prompt.secret('Secret:');
    if (when === 'while it asks') await asked;
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });
});
