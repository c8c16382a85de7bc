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
const tableFromColumns = 80;

const marks = { good: '✔ ', bad: '✘ ', careful: '! ', plain: '' } as const;

type Paint = (how: keyof typeof marks | 'label' | 'aside' | 'command' | 'prod', text: string) => string;

/** A view as lines for a person; ends with a line feed. The packages that colour and draw are loaded when needed. */
export async function renderView(view: View, style: TerminalStyle): Promise<string> {
  const { headline, mood = 'plain', warnings = [], facts = [], table, notes = [], copy, code = [] } = view;
  const { nextCommand } = view;
  const paint = await painter(style.color);
  const said = (text: string): string => withProd(spread(clip(text), style), paint);
  const mark = style.accessible ? '' : marks[mood];
  const list = { head: [], rows: facts.map(({ label, value }) => [`${label}:`, value]), lines: [facts] };
  const blocks = [
    headline === '' ? '' : paint(mood, withProd(spread(mark + clip(headline), style), paint)),
    warnings.map((text) => paint('careful', said(text))).join('\n'),
    facts.length === 0 ? '' : withProd(drawn(list, style, paint), paint),
    table === undefined ? '' : withProd(drawn(table, style, paint), paint),
    notes.map(said).join('\n'),
    copy === undefined ? '' : `\n${paint('label', `${copy.label}:`)}\n${visibleLines(copy.text)}\n`,
    code.map(visible).join('\n'),
    spread(placeholderNote(nextCommand ?? ''), style),
    nextCommand === undefined ? '' : next(visible(nextCommand), style, paint),
  ];
  return `${blocks.filter((block) => block !== '').join('\n')}\n`;
}

async function painter(color: boolean): Promise<Paint> {
  if (!color) return (_, text) => text;
  // Its default export: the bundle has no other one (scripts/bundle.mjs).
  const { default: chalk } = await import('chalk');
  chalk.level = 1;
  const paints = {
    good: chalk.green.bold,
    bad: chalk.red.bold,
    careful: chalk.yellow.bold,
    plain: chalk.reset.bold,
    label: chalk.bold,
    aside: chalk.dim,
    command: chalk.cyan,
    prod: chalk.red.inverse,
  };
  return (how, text) => paints[how](text);
}

// Not inside a name: `game-prod`, `prod.example`.
const prodWord = /(?<![\w.-])(?:\(prod\)|prod)(?![\w-]|\.\w)/g;

/** The environment whose players are real stands out wherever it is named. */
const withProd = (text: string, paint: Paint): string =>
  text.replace(prodWord, (word) => paint('prod', word));

/** A receipt is never printed, so the reader has to fill it in. Someone who knows no shell must be told. */
function placeholderNote(command: string): string {
  // A typed value may look like a placeholder: it stands in single quotes.
  const names = command.replaceAll(/'(?:[^']|'\\'')*'/g, '').match(/"@?\$[A-Z_]+"/g) ?? [];
  return names.length === 0
    ? ''
    : `In the command below, replace ${listed(names).replaceAll('@', '')} with your own text.`;
}

function next(command: string, { terminal, windows, columns }: TerminalStyle, paint: Paint): string {
  const label = 'Next:';
  const line = `${label} ${command}`;
  const text = terminal && !windows ? wrapCommand(line, columns).join('\n') : line;
  return paint('aside', label) + paint('command', text.slice(label.length));
}

/** In a frame where there is room, else value by value. */
function drawn({ head, rows, lines }: Table, style: TerminalStyle, paint: Paint): string {
  const shown = rows.map((row) => row.map((cell) => [cell].flat().map(clip).join('\n')));
  const all = head.length === 0 ? shown : [head, ...shown];
  const isWide = style.terminal && style.columns >= tableFromColumns && !style.accessible;
  const widths = isWide ? columnWidths(all, style.columns) : undefined;
  if (widths !== undefined) return framed(all, widths, head.length > 0);
  const named = rows.map((row) =>
    row.map((cell, at) => ({ label: head[at] ?? '', value: [cell].flat().join(', ') })),
  );
  const blocks = (lines ?? named).map((facts) => facts.filter(({ value }) => value !== ''));
  return blocks.map((facts) => facts.map((each) => line(each, style, paint)).join('\n')).join('\n\n');
}

/** A value without a label is a mark. */
function line({ label, value }: Fact, style: TerminalStyle, paint: Paint): string {
  const head = label === '' ? '' : `${clip(label)}:`;
  const text = spread(`${head} ${clip(value)}`.trimStart(), style);
  // A label on two lines stays plain.
  return text.startsWith(head) ? paint('label', head) + text.slice(head.length) : text;
}

type Rows = readonly (readonly string[])[];

// Padding on both sides, and the line before it.
const cellFrame = 3;
// A longer word is a stranger's: it is cut.
const longestWord = 30;

/** The widest columns give way first, none below its longest word; undefined when that is not enough. */
function columnWidths(rows: Rows, columns: number): number[] | undefined {
  const widest = (at: number, separator: RegExp): number =>
    Math.max(...rows.flatMap((row) => (row[at] ?? '').split(separator).map(displayWidth)));
  const natural = (rows[0] ?? []).map((_, at) => widest(at, /\n/));
  const least = natural.map((_, at) => Math.min(longestWord, widest(at, /\s+/)));
  const room = columns - natural.length * cellFrame - 1;
  for (let most = Math.max(...natural); most > 0; most -= 1) {
    const widths = natural.map((width, at) => Math.max(least[at] ?? 0, Math.min(width, most)));
    if (widths.reduce((sum, width) => sum + width, 0) <= room) return widths;
  }
  return undefined;
}

/** Cells broken to these widths, in a frame. `ruled`: with a line between rows. The cells are harmless and short. */
function framed(rows: Rows, widths: readonly number[], ruled: boolean): string {
  const broken = rows.map((row) =>
    widths.map((width, at) => (row[at] ?? '').split('\n').flatMap((text) => wrap(text, width, true))),
  );
  const taken = widths.map((_, at) =>
    Math.max(...broken.flatMap((row) => (row[at] ?? []).map(displayWidth))),
  );
  const rule = (left: string, between: string, right: string): string =>
    left + taken.map((width) => '─'.repeat(width + 2)).join(between) + right;
  const lineOf = (row: readonly (readonly string[])[], height: number): string => {
    const cells = row.map((lines) => lines[height] ?? '');
    const padded = cells.map((text, at) => text + ' '.repeat((taken[at] ?? 0) - displayWidth(text)));
    return `│ ${padded.join(' │ ')} │`;
  };
  const drawnRows = broken.map((row) => {
    const height = Math.max(...row.map(({ length }) => length));
    return Array.from({ length: height }, (_, at) => lineOf(row, at)).join('\n');
  });
  const between = ruled ? `\n${rule('├', '┼', '┤')}\n` : '\n';
  return [rule('┌', '┬', '┐'), drawnRows.join(between), rule('└', '┴', '┘')].join('\n');
}

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
