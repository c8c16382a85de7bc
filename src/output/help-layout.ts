import type { OutputStream } from '../context.js';
import { wrapCommand, wrapEntry, wrapIndented } from './table.js';

// Longer lines are hard to read on a wide terminal.
const widestLine = 100;

/**
 * Lays out the text of a help page or a topic for the width of the terminal. Lines that begin without a blank are one
 * paragraph. A line `  name  what it is` is an entry of a list, and a line `  $ …` is a command.
 */
export function formatHelp(
  text: string,
  sink: Pick<OutputStream, 'columns' | 'isTerminal'>,
): string {
  return joinParagraphs(text)
    .flatMap((line) => layOutLine(line, Math.min(sink.columns, widestLine), sink.isTerminal))
    .join('\n');
}

/** Joins the lines of each paragraph into one line. */
function joinParagraphs(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const before = lines.at(-1) ?? '';
    if (/^\S/.test(line) && /^\S/.test(before)) lines[lines.length - 1] = `${before} ${line}`;
    else lines.push(line);
  }
  return lines;
}

function layOutLine(line: string, columns: number, onTerminal: boolean): string[] {
  const [, prompt, command = ''] = /^( *\$ )(.*)$/.exec(line) ?? [];
  if (prompt !== undefined) {
    const lines = onTerminal ? wrapCommand(command, columns - prompt.length) : [command];
    const indent = ' '.repeat(prompt.length);
    return lines.map((words, index) => (index === 0 ? prompt : indent) + words);
  }
  // `  --case <ticket>  keep the call with a ticket`: two blanks or more end the name.
  const [, name, says = ''] = /^( +\S(?:.*?\S)? {2,})(\S.*)$/.exec(line) ?? [];
  return name === undefined ? wrapIndented(line, columns) : wrapEntry(name, says, columns);
}
