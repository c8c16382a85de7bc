import { PassThrough } from 'node:stream';
import type { Context } from '../../src/context.js';
import { openInputStream } from '../../src/system/output-streams.js';

/** What a terminal in its usual mode keeps of a line; it drops the rest. */
const longestLineBytes = 4095;

interface TerminalOptions {
  /** One that cannot hand over every byte, as while stderr is a file. */
  readonly hasRawMode?: boolean;
  /** Called with what the terminal shows before the paste. */
  readonly onInstruction?: (text: string) => void;
}

/** Standard input at a terminal, where somebody pastes a text and presses Enter twice, or Ctrl-D without raw mode. */
export function pastedAtTerminal(
  text: string,
  { hasRawMode = true, onInstruction }: TerminalOptions = {},
): Context['stdin'] {
  const input = Object.assign(new PassThrough(), { setRawMode: (): void => undefined });
  const output = new PassThrough();
  // The mark behind it turns the paste mode on.
  output.once('data', (data: Buffer) =>
    onInstruction?.(data.toString().replace('\x1b[?2004h', '')),
  );
  output.resume();
  const keys = hasRawMode ? [`\x1b[200~${text}\x1b[201~`, '\r', '\r'] : [cutLines(text)];
  setImmediate(() => {
    for (const key of keys) input.write(key);
    if (!hasRawMode) input.end();
  });
  return openInputStream({
    open: () => input,
    isTerminal: () => true,
    pasteTerminal: () => (hasRawMode ? { input, output } : undefined),
  });
}

const cutLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.slice(0, longestLineBytes))
    .join('\n');
