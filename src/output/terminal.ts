import type { Fact } from '../view/words.js';
import type { Cell, Table, View } from './finished.js';
import { listed } from '../text/listed.js';
import { visible, visibleLines } from '../text/visible.js';
import { displayWidth, StandIns } from './width.js';
import { wrapCell, wrapCommand, wrapIndented } from './wrap.js';

interface TerminalStyle {
  readonly color: boolean;
  readonly columns: number;
  /** Whether the output is a terminal. */
  readonly terminal: boolean;
  /** Windows has no shell that reads a command on over `\` at the end of a line. */
  readonly windows: boolean;
  /** ACCESSIBLE: no symbols, no drawn lines. */
  readonly accessible: boolean;
}

// cli-table3 is super-linear in the length of a cell and in rows.
const longestCell = 2_000;
const mostRows = 200;
const tableFromColumns = 80;

// Two cells with their padding and borders, and the colon behind the label.
const frameOfFacts = 8;
const narrowestValue = 20;

const asLines = ({ terminal, columns, accessible }: TerminalStyle): boolean =>
  !terminal || columns < tableFromColumns || accessible;

const marks = { good: '✔', bad: '✘', careful: '!', plain: '' } as const;

type Paint = (text: string) => string;
type Paints = Readonly<Record<keyof typeof marks | 'label' | 'aside' | 'command' | 'prod', Paint>>;

/** A view as lines for a person; ends with a line feed. The packages that colour and draw are loaded when needed. */
export async function renderView(view: View, style: TerminalStyle): Promise<string> {
  const paint = style.color ? await colours() : uncoloured;
  const blocks = [
    view.headline === '' ? '' : headline(view, style, paint),
    (view.warnings ?? []).map((text) => paint.careful(withProd(spread(clip(text), style), paint))).join('\n'),
    view.facts && view.facts.length > 0 ? withProd(await facts(view.facts, style, paint), paint) : '',
    view.table ? withProd(await table(view.table, style, paint), paint) : '',
    (view.notes ?? []).map((note) => withProd(spread(clip(note), style), paint)).join('\n'),
    view.copy === undefined
      ? ''
      : `\n${paint.label(`${view.copy.label}:`)}\n${visibleLines(view.copy.text)}\n`,
    (view.code ?? []).map(visible).join('\n'),
    spread(placeholderNote(view.nextCommand ?? ''), style),
    view.nextCommand === undefined ? '' : next(visible(view.nextCommand), style, paint),
  ];
  return `${blocks.filter((block) => block !== '').join('\n')}\n`;
}

// Not inside a name: `game-prod`, `prod.example`.
const prodWord = /(?<![\w.-])(?:\(prod\)|prod)(?![\w-]|\.\w)/g;

/** The environment whose players are real stands out wherever it is named. */
const withProd = (text: string, { prod }: Paints): string => text.replace(prodWord, (word) => prod(word));

/** A receipt is never printed, so the reader has to fill it in. Someone who knows no shell must be told. */
function placeholderNote(command: string): string {
  // A typed value may look like a placeholder: it stands in single quotes.
  const names = command.replaceAll(/'(?:[^']|'\\'')*'/g, '').match(/"@?\$[A-Z_]+"/g) ?? [];
  if (names.length === 0) return '';
  const isFile = names.every((name) => name.endsWith('_FILE"'));
  return `In the command below, replace ${listed(names).replaceAll('@', '')} with ${isFile ? 'the path of your file' : 'your own text'}.`;
}

function next(command: string, { terminal, windows, columns }: TerminalStyle, paint: Paints): string {
  const lines = terminal && !windows ? wrapCommand(`Next: ${command}`, columns) : [`Next: ${command}`];
  const [first = '', ...rest] = lines;
  return [
    `${paint.aside('Next:')} ${paint.command(first.slice('Next: '.length))}`,
    ...rest.map((line) => paint.command(line)),
  ].join('\n');
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
  prod: asItIs,
};

async function colours(): Promise<Paints> {
  // Its default export: the bundle has no other one (scripts/bundle.mjs).
  const { default: chalk } = await import('chalk');
  chalk.level = 1;
  return {
    good: chalk.green.bold,
    bad: chalk.red.bold,
    careful: chalk.yellow.bold,
    plain: chalk.reset.bold,
    label: chalk.bold,
    aside: chalk.dim,
    command: chalk.cyan,
    prod: chalk.red.inverse,
  };
}

function headline({ headline: text, mood = 'plain' }: View, style: TerminalStyle, paint: Paints): string {
  const mark = style.accessible || marks[mood] === '' ? '' : `${marks[mood]} `;
  return paint[mood](withProd(spread(mark + clip(text), style), paint));
}

async function facts(list: readonly Fact[], style: TerminalStyle, paint: Paints): Promise<string> {
  const widestLabel = Math.max(...list.map(({ label }) => displayWidth(clip(label))));
  const room = style.columns - widestLabel - frameOfFacts;
  if (asLines(style) || room < narrowestValue) {
    return list.map((fact) => line(fact, style, paint)).join('\n');
  }
  const widest = Math.max(...list.map(({ value }) => displayWidth(clip(value))));
  return draw(
    list.map(({ label, value }) => [`${clip(label)}:`, clip(value)]),
    [widestLabel + 1, Math.min(widest, room)],
  );
}

function line({ label, value }: Fact, style: TerminalStyle, paint: Paints): string {
  const head = `${clip(label)}:`;
  const text = spread(`${head} ${clip(value)}`, style);
  // A label on two lines stays plain.
  return text.startsWith(head) ? paint.label(head) + text.slice(head.length) : text;
}

async function table(given: Table, style: TerminalStyle, paint: Paints): Promise<string> {
  const { head, rows } = harmless(given);
  const wide = given.wide && harmless(given.wide);
  if (wide && !asLines(style) && naturalWidth(wide) <= style.columns)
    return drawTable(wide, columnWidths(wide, style.columns) ?? []);
  const widths = asLines(style) ? undefined : columnWidths({ head, rows }, style.columns);
  if (widths === undefined) {
    if (given.lines)
      return given.lines
        .map((facts) => facts.map((each) => line(each, style, paint)).join('\n'))
        .join('\n\n');
    return rows
      .map((row) => row.flatMap((cell, at) => labelled(head[at] ?? '', cell)).join('\n'))
      .join('\n\n');
  }
  return drawTable({ head, rows }, widths);
}

interface Rows {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const harmless = (table: Pick<Table, 'head' | 'rows'>): Rows => ({
  head: table.head,
  rows: table.rows.map((row) => row.map(clipCell)),
});

async function drawTable({ head, rows }: Rows, widths: readonly number[]): Promise<string> {
  const more = rows.length > mostRows ? `\n… and ${String(rows.length - mostRows)} more (use --json)` : '';
  return (await draw(rows.slice(0, mostRows), widths, head)) + more;
}

const widest = ({ head, rows }: Rows, of: (cell: string) => number): number[] =>
  head.map((name, at) => Math.max(of(name), ...rows.slice(0, mostRows).map((row) => of(row[at] ?? ''))));

const naturalWidth = (rows: Rows): number =>
  widest(rows, cellWidth).reduce((sum, width) => sum + width + cellFrame, 1);

// A longer word is a stranger's: it is cut.
const longestWord = 30;

/** The widest columns give way first, none below its longest word; undefined when that is not enough. */
function columnWidths(rows: Rows, columns: number): number[] | undefined {
  const natural = widest(rows, cellWidth);
  const least = widest(rows, (cell) =>
    Math.min(longestWord, Math.max(...cell.split(/\s+/).map(displayWidth))),
  );
  const room = columns - natural.length * cellFrame - 1;
  for (let most = Math.max(...natural); most > 0; most -= 1) {
    const widths = natural.map((width, at) => Math.max(least[at] ?? 0, Math.min(width, most)));
    if (widths.reduce((sum, width) => sum + width, 0) <= room) return widths;
  }
  return undefined;
}

// Padding on both sides, and the line before it.
const cellFrame = 3;

/** A column without a heading has only marks. */
const labelled = (head: string, cell: string): string[] =>
  head === '' ? (cell === '' ? [] : [cell]) : [`${head}: ${cell}`];

const clipCell = (cell: Cell): string => (typeof cell === 'string' ? clip(cell) : cell.map(clip).join('\n'));

/** Of its widest line. */
const cellWidth = (cell: string): number =>
  cell.includes('\n') ? Math.max(...cell.split('\n').map(displayWidth)) : displayWidth(cell);

/** The cells are harmless and short already. */
async function draw(
  cells: readonly (readonly string[])[],
  widths: readonly number[],
  head?: readonly string[],
): Promise<string> {
  const { default: Drawing } = await import('cli-table3');
  const drawn = new Drawing({
    ...(head && { head: wrapCells(head, widths) }),
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
  const lines = cells.flatMap((row) =>
    head ? [wrapCells(row, widths)] : lineByLine(row, widths.at(-1) ?? 0),
  );
  drawn.push(...lines.map(rightlyCounted));
  return standIns.back(drawn.toString());
}

const wrapCells = (row: readonly string[], widths: readonly number[]): string[] =>
  row.map((cell, at) =>
    cell
      .split('\n')
      .flatMap((each) => wrapCell(each, widths[at] ?? 0))
      .join('\n'),
  );

/** A row for each line of the last cell: cli-table3 takes cubic time for a cell of many lines. */
const lineByLine = (row: readonly string[], width: number): string[][] =>
  wrapCell(row.at(-1) ?? '', width).map((line, at) => [
    ...row.slice(0, -1).map((cell) => (at === 0 ? cell : '')),
    line,
  ]);

/** Lines are broken for a terminal only: a program reads a sentence on one line. */
const spread = (text: string, { terminal, columns }: TerminalStyle): string =>
  terminal ? wrapIndented(text, columns).join('\n') : text;

/** Made harmless first, then cut: an escape is longer than its character. */
function clip(text: string): string {
  const shown = visible(text.slice(0, longestCell));
  return text.length > longestCell || shown.length > longestCell
    ? `${shown.slice(0, longestCell)}… (${String(text.length)} characters)`
    : shown;
}
