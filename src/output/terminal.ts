import type { Fact } from '../view/words.js';
import type { Table, View } from './finished.js';
import { listed } from '../text/listed.js';
import { visible, visibleLines } from '../text/visible.js';
import { displayWidth, wrap, wrapCommand, wrapIndented } from './wrap.js';

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

// Of a stranger's text.
const longestCell = 2_000;
const mostRows = 200;
const tableFromColumns = 80;

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
    view.facts && view.facts.length > 0 ? withProd(facts(view.facts, style, paint), paint) : '',
    view.table ? withProd(table(view.table, style, paint), paint) : '',
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

function facts(list: readonly Fact[], style: TerminalStyle, paint: Paints): string {
  const rows = list.map(({ label, value }) => [`${clip(label)}:`, clip(value)]);
  const [label = 0] = widest(rows, displayWidth);
  const room = style.columns - label - 2 * cellFrame - 1;
  if (!asLines(style) && room >= narrowestValue) return framed(rows, [label, room]);
  return list.map((fact) => line(fact, style, paint)).join('\n');
}

function line({ label, value }: Fact, style: TerminalStyle, paint: Paints): string {
  const head = `${clip(label)}:`;
  const text = spread(`${head} ${clip(value)}`, style);
  // A label on two lines stays plain.
  return text.startsWith(head) ? paint.label(head) + text.slice(head.length) : text;
}

/** In a frame where there is room, else value by value. */
function table({ head, rows, lines }: Table, style: TerminalStyle, paint: Paints): string {
  const cells = rows.map((row) => row.map((cell) => [cell].flat().map(clip).join('\n')));
  const shown = cells.slice(0, mostRows);
  const widths = asLines(style) ? undefined : columnWidths([head, ...shown], style.columns);
  if (widths !== undefined) {
    const more = cells.length > mostRows ? `\n… and ${cells.length - mostRows} more (use --json)` : '';
    return framed([head, ...shown], widths, true) + more;
  }
  const block = (facts: readonly Fact[]): string => facts.map((each) => line(each, style, paint)).join('\n');
  if (lines !== undefined) return lines.map(block).join('\n\n');
  // A column without a heading has only marks.
  const labelled = (cell: string, at: number): string =>
    head[at] === '' ? cell : `${head[at] ?? ''}: ${cell}`;
  return cells
    .map((row) =>
      row
        .map(labelled)
        .filter((text) => text !== '')
        .join('\n'),
    )
    .join('\n\n');
}

type Rows = readonly (readonly string[])[];

const widest = (rows: Rows, of: (text: string) => number): number[] =>
  (rows[0] ?? []).map((_, at) => Math.max(...rows.flatMap((row) => (row[at] ?? '').split('\n').map(of))));

// A longer word is a stranger's: it is cut.
const longestWord = 30;

/** The widest columns give way first, none below its longest word; undefined when that is not enough. */
function columnWidths(rows: Rows, columns: number): number[] | undefined {
  const natural = widest(rows, displayWidth);
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

/** Cells broken to these widths, in a frame. `ruled`: with a line between rows. The cells are harmless and short. */
function framed(rows: Rows, widths: readonly number[], ruled = false): string {
  const broken = rows.map((row) =>
    row.map((cell, at) => cell.split('\n').flatMap((text) => wrap(text, widths[at] ?? 0, true))),
  );
  const taken = widest(
    broken.map((row) => row.map((lines) => lines.join('\n'))),
    displayWidth,
  );
  const rule = (left: string, between: string, right: string): string =>
    left + taken.map((width) => '─'.repeat(width + 2)).join(between) + right;
  const drawn = broken.map((row) => {
    const height = Math.max(...row.map(({ length }) => length));
    const lineAt = (at: number): string =>
      row.map((lines, column) => padded(lines[at] ?? '', taken[column])).join(' │ ');
    return Array.from({ length: height }, (_, at) => `│ ${lineAt(at)} │`).join('\n');
  });
  const between = ruled ? `\n${rule('├', '┼', '┤')}\n` : '\n';
  return [rule('┌', '┬', '┐'), drawn.join(between), rule('└', '┴', '┘')].join('\n');
}

const padded = (text: string, width = 0): string => text + ' '.repeat(width - displayWidth(text));

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
