import { Chalk, type ChalkInstance } from 'chalk';
import Table from 'cli-table3';
import displayWidth from 'string-width';
import type { Fact } from '../contract/judgement.js';
import type { View } from './finished.js';
import { visible, visibleLines } from './visible.js';

export interface TerminalStyle {
  readonly color: boolean;
  readonly columns: number;
  /** Whether a terminal shows it. */
  readonly terminal: boolean;
  /** ACCESSIBLE: no symbols, no drawn lines. */
  readonly accessible: boolean;
}

// cli-table3 is super-linear in the length of a cell and in rows.
const longestCell = 2_000;
const mostRows = 200;
const tableFromColumns = 80;

const marks = { good: '✔', bad: '✘', careful: '!', plain: '' } as const;

/** A view as lines for a person; ends with a line feed. */
export function renderView(view: View, style: TerminalStyle): string {
  const chalk = new Chalk({ level: style.color ? 1 : 0 });
  const blocks = [
    view.headline === '' ? '' : headline(view, style, chalk),
    view.facts && view.facts.length > 0 ? facts(view.facts, style, chalk) : '',
    view.table ? table(view.table.head, view.table.rows, style) : '',
    (view.notes ?? []).map((note) => spread(clip(note), style)).join('\n'),
    view.copy === undefined
      ? ''
      : `\n${chalk.bold(`${view.copy.label}:`)}\n${visibleLines(view.copy.text)}\n`,
    view.nextCommand === undefined ? '' : `${chalk.dim('Next:')} ${chalk.cyan(visible(view.nextCommand))}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n')}\n`;
}

function headline(
  { headline: text, mood = 'plain' }: View,
  style: TerminalStyle,
  chalk: ChalkInstance,
): string {
  const paint = { good: chalk.green, bad: chalk.red, careful: chalk.yellow, plain: chalk.reset }[mood];
  const mark = style.accessible || marks[mood] === '' ? '' : `${marks[mood]} `;
  return paint.bold(mark + clip(text));
}

function facts(list: readonly Fact[], style: TerminalStyle, chalk: ChalkInstance): string {
  if (style.columns < tableFromColumns || style.accessible) {
    return list.map(({ label, value }) => `${chalk.bold(clip(label))}: ${clip(value)}`).join('\n');
  }
  return draw(
    list.map(({ label, value }) => [label, value]),
    style,
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[], style: TerminalStyle): string {
  if (style.columns < tableFromColumns || style.accessible) {
    return rows
      .map((row) => row.flatMap((cell, at) => labelled(head[at] ?? '', clip(cell))).join('\n'))
      .join('\n\n');
  }
  const more = rows.length > mostRows ? `\n… and ${String(rows.length - mostRows)} more: use --json` : '';
  return draw(rows.slice(0, mostRows), style, head) + more;
}

/** A column without a head has only marks: they stand alone. */
const labelled = (head: string, cell: string): string[] =>
  head === '' ? (cell === '' ? [] : [cell]) : [`${head}: ${cell}`];

/** Borders stay plain (`style`), cells are made harmless and short before the library sees them. */
function draw(
  rows: readonly (readonly string[])[],
  { columns }: TerminalStyle,
  head?: readonly string[],
): string {
  const cells = rows.map((row) => row.map(clip));
  const count = Math.max(1, ...cells.map((row) => row.length));
  const natural = [...Array(count).keys()].map((at) =>
    Math.max(...[...(head ? [head] : []), ...cells].map((row) => displayWidth(row[at] ?? ''))),
  );
  const padding = 2;
  const border = 1;
  const others = natural.slice(0, -1).reduce((sum, width) => sum + width, 0);
  const room = columns - others - count * (padding + border) - border;
  const last = Math.max(narrowestCell, Math.min(natural.at(-1) ?? 0, room));
  const drawn = new Table({
    ...(head && { head: [...head] }),
    style: { head: [], border: [] },
    // No lines between rows: twice as much fits on a screen.
    ...(head ? {} : { chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' } }),
  });
  drawn.push(...cells.flatMap((row) => (head ? [wrapLast(row, last)] : lineByLine(row, last))));
  return drawn.toString();
}

const wrapLast = (row: readonly string[], width: number): string[] =>
  row.map((cell, at) => (at === row.length - 1 ? wrap(cell, width) : cell));

/** A row for each line of the last cell: cli-table3 is cubic in a cell of many lines. */
const lineByLine = (row: readonly string[], width: number): string[][] =>
  wrap(row.at(-1) ?? '', width)
    .split('\n')
    .map((line, at) => [...row.slice(0, -1).map((cell) => (at === 0 ? cell : '')), line]);

const narrowestCell = 20;

/** Sentences are broken between words for a terminal only: what a program reads stays one line. */
const spread = (text: string, { terminal, columns }: TerminalStyle): string =>
  terminal && !/^\s/.test(text) ? wrap(text, Math.max(narrowestCell, columns)) : text;

/** Breaks between words, and inside a word only where it is wider than the cell. */
function wrap(text: string, width: number): string {
  const lines = [''];
  for (const word of text.split(' ').flatMap((each) => pieces(each, width))) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}

function pieces(word: string, width: number): string[] {
  if (displayWidth(word) <= width) return [word];
  const found = [''];
  for (const character of word) {
    const piece = (found.at(-1) ?? '') + character;
    if (displayWidth(piece) <= width) found[found.length - 1] = piece;
    else found.push(character);
  }
  return found;
}

/** Harmless, and cut after that: an escape is longer than what it stands for. */
function clip(text: string): string {
  const shown = visible(text.slice(0, longestCell));
  return text.length > longestCell || shown.length > longestCell
    ? `${shown.slice(0, longestCell)}… (${String(text.length)} characters)`
    : shown;
}
