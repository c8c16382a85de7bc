import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { openPrompt } from '../../src/system/process.js';
import { PvgError } from '../../src/failure.js';

/** A person at a terminal who presses these keys; null: the terminal is gone. */
function typing(keys: string | null, signal = new AbortController().signal) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const shown: string[] = [];
  const asked = once(output, 'data');
  output.on('data', (data: Buffer) => shown.push(data.toString()));
  const open = () => ({ input, output });
  const prompt = openPrompt({ possible: () => true, open, interrupt: () => signal });
  setImmediate(() => (keys === null ? input.end() : input.write(keys)));
  return { prompt, asked, shown: () => shown.join('') };
}

it('gives what was typed, and shows it', async () => {
  const { prompt, shown } = typing(' ann \r');
  expect(await prompt.ask('Name:')).toBe('ann');
  expect(shown()).toMatch(/Name: .*ann/s);
});

it('does not show a secret, and ends the line', async () => {
  const { prompt, shown } = typing('s3cret \r');
  expect(await prompt.ask('Client secret:', true)).toBe('s3cret ');
  expect(shown()).toBe('Client secret: \n');
});

it.each([
  ['Ctrl-C', 'half\x03', 'interrupted'],
  ['Ctrl-D', '\x04', 'input-unreadable'],
  ['the end of the input', null, 'input-unreadable'],
])('ends with %s, instead of waiting for ever', async (_, keys, code) => {
  await expect(typing(keys).prompt.ask('Secret:', true)).rejects.toMatchObject({ code });
});

it.each(['before it asks', 'while it asks'])(
  'ends with the reason of a signal: %s',
  async (when) => {
    const controller = new AbortController();
    const reason = new PvgError('terminated', 'terminated');
    const { prompt, asked } = typing('', controller.signal);
    const answer = prompt.ask('Secret:', true);
    if (when === 'while it asks') await asked;
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  },
);
