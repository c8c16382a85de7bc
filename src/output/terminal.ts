import type { Fact } from '../contract/judgement.js';
import { isPlainText } from '../text/json/plain-text.js';
import type { Cell, Table, View } from './finished.js';
import { visible, visibleLines } from '../text/visible.js';
import { displayWidth, StandIns } from './width.js';

interface TerminalStyle {
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

// Two cells with their padding and borders, and the colon behind the label.
const frameOfFacts = 8;

const asLines = ({ columns, accessible }: TerminalStyle): boolean => columns < tableFromColumns || accessible;

const marks = { good: '✔', bad: '✘', careful: '!', plain: '' } as const;

type Paint = (text: string) => string;
type Paints = Readonly<Record<keyof typeof marks | 'label' | 'aside' | 'command', Paint>>;

/** A view as lines for a person; ends with a line feed. What colours and what draws is loaded when it is needed. */
export async function renderView(view: View, style: TerminalStyle): Promise<string> {
  const paint = style.color ? await colours() : uncoloured;
  const blocks = [
    view.headline === '' ? '' : headline(view, style, paint),
    view.facts && view.facts.length > 0 ? await facts(view.facts, style, paint) : '',
    view.table ? await table(view.table, style, paint) : '',
    (view.notes ?? []).map((note) => spread(clip(note), style)).join('\n'),
    view.copy === undefined
      ? ''
      : `\n${paint.label(`${view.copy.label}:`)}\n${visibleLines(view.copy.text)}\n`,
    spread(placeholderNote(view.nextCommand ?? ''), style),
    view.nextCommand === undefined
      ? ''
      : `${paint.aside('Next:')} ${paint.command(visible(view.nextCommand))}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n')}\n`;
}

/** What is kept from output, a receipt above all, is left to be filled in; whoever knows no shell must be told. */
function placeholderNote(command: string): string {
  const names = command.match(/"@?\$[A-Z_]+"/g) ?? [];
  if (names.length === 0) return '';
  const list = [names.slice(0, -1).join(', '), ...names.slice(-1)]
    .filter((part) => part !== '')
    .join(' and ');
  return `In the command below, put your own text in place of ${list}.`;
}

const asItIs: Paint = (text) => text;
const uncoloured: Paints = {
  good: asItIs,
  bad: asItIs,
  careful: asItIs,
  plain: asItIs,
  label: asItIs,
  aside: asItIs,
  command: asItIs,
};

async function colours(): Promise<Paints> {
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return {
    good: chalk.green.bold,
    bad: chalk.red.bold,
    careful: chalk.yellow.bold,
    plain: chalk.reset.bold,
    label: chalk.bold,
    aside: chalk.dim,
    command: chalk.cyan,
  };
}

function headline({ headline: text, mood = 'plain' }: View, style: TerminalStyle, paint: Paints): string {
  const mark = style.accessible || marks[mood] === '' ? '' : `${marks[mood]} `;
  return paint[mood](spread(mark + clip(text), style));
}

async function facts(list: readonly Fact[], style: TerminalStyle, paint: Paints): Promise<string> {
  const widestLabel = Math.max(...list.map(({ label }) => displayWidth(clip(label))));
  if (asLines(style) || widestLabel + narrowestCell + frameOfFacts > style.columns) {
    return list.map((fact) => line(fact, style, paint)).join('\n');
  }
  return draw(
    list.map(({ label, value }) => [`${clip(label)}:`, clip(value)]),
    style,
  );
}

function line({ label, value }: Fact, style: TerminalStyle, paint: Paints): string {
  const head = `${clip(label)}:`;
  const text = spread(`${head} ${clip(value)}`, style);
  // A label that is itself broken over two lines is left plain.
  return text.startsWith(head) ? paint.label(head) + text.slice(head.length) : text;
}

async function table(
  { head, rows: given, lines }: Table,
  style: TerminalStyle,
  paint: Paints,
): Promise<string> {
  const rows = given.map((row) => row.map(clipCell));
  if (asLines(style) || !fits(head, rows, style)) {
    if (lines)
      return lines.map((facts) => facts.map((each) => line(each, style, paint)).join('\n')).join('\n\n');
    return rows
      .map((row) => row.flatMap((cell, at) => labelled(head[at] ?? '', cell)).join('\n'))
      .join('\n\n');
  }
  const more = rows.length > mostRows ? `\n… and ${String(rows.length - mostRows)} more: use --json` : '';
  return (await draw(rows.slice(0, mostRows), style, head)) + more;
}

/** Only the last column can be made narrower. */
function fits(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { columns }: TerminalStyle,
): boolean {
  const shown = [head, ...rows.slice(0, mostRows)];
  const widest = head.map((_, at) => Math.max(...shown.map((row) => cellWidth(row[at] ?? ''))));
  const last = Math.min(narrowestCell, widest.at(-1) ?? 0);
  const others = widest.slice(0, -1).reduce((sum, width) => sum + width, 0);
  return others + last + head.length * cellFrame + 1 <= columns;
}

// Padding on both sides, and the line before it.
const cellFrame = 3;

/** A column without a head has only marks: they stand alone. */
const labelled = (head: string, cell: string): string[] =>
  head === '' ? (cell === '' ? [] : [cell]) : [`${head}: ${cell}`];

const clipCell = (cell: Cell): string => (typeof cell === 'string' ? clip(cell) : cell.map(clip).join('\n'));

/** Of its widest line. */
const cellWidth = (cell: string): number =>
  cell.includes('\n') ? Math.max(...cell.split('\n').map(displayWidth)) : displayWidth(cell);

/** Borders stay plain (`style`); the cells are harmless and short already. */
async function draw(
  cells: readonly (readonly string[])[],
  { columns }: TerminalStyle,
  head?: readonly string[],
): Promise<string> {
  const { default: Drawing } = await import('cli-table3');
  const count = Math.max(1, ...cells.map((row) => row.length));
  const natural = [...Array(count).keys()].map((at) =>
    Math.max(...[...(head ? [head] : []), ...cells].map((row) => cellWidth(row[at] ?? ''))),
  );
  const padding = 2;
  const border = 1;
  const others = natural.slice(0, -1).reduce((sum, width) => sum + width, 0);
  const room = columns - others - count * (padding + border) - border;
  const last = Math.max(narrowestCell, Math.min(natural.at(-1) ?? 0, room));
  const drawn = new Drawing({
    ...(head && { head: [...head] }),
    style: { head: [], border: [] },
    // No lines between rows: twice as much fits on a screen.
    ...(head ? {} : { chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' } }),
  });
  const standIns = new StandIns();
  const rightlyCounted = (row: readonly string[]): string[] =>
    row.map((cell) =>
      cell
        .split('\n')
        .map((each) => standIns.instead(each))
        .join('\n'),
    );
  const lines = cells.flatMap((row) => (head ? [wrapLast(row, last)] : lineByLine(row, last)));
  drawn.push(...lines.map(rightlyCounted));
  return standIns.back(drawn.toString());
}

const wrapLast = (row: readonly string[], width: number): string[] =>
  row.map((cell, at) => (at === row.length - 1 ? wrapLines(cell, width) : cell));

const wrapLines = (cell: string, width: number): string =>
  cell
    .split('\n')
    .map((each) => wrap(each, width))
    .join('\n');

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

/** A mark stays with its letter, a modifier with its emoji. */
const graphemes = (word: string): Iterable<{ segment: string }> => {
  // Loading the rules costs a third of a bare start.
  if (isPlainText(word)) return [...word].map((segment) => ({ segment }));
  return (segmenter ??= new Intl.Segmenter('en')).segment(word);
};
let segmenter: Intl.Segmenter | undefined;

function pieces(word: string, width: number): string[] {
  if (displayWidth(word) <= width) return [word];
  const found = [''];
  for (const { segment: character } of graphemes(word)) {
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
