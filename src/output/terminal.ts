import type { Fact } from '../wording/description.js';
import type { PrintedTable, View } from './command-result.js';
import { joinWithAnd } from '../text/join-with-and.js';
import { clipText, escapeControls, escapeControlsInLines } from '../text/visible.js';
import { displayWidth, narrowestText, wrapCommand, wrapEntry, wrapIndented } from './wrap.js';

interface TerminalStyle {
  readonly color: boolean;
  readonly columns: number;
  /** Whether the output is a terminal. */
  readonly terminal: boolean;
  /** Windows has no shell that reads a command on over `\` at the end of a line. */
  readonly windows: boolean;
  /** ACCESSIBLE: no symbols, no columns. */
  readonly accessible: boolean;
}

const tableFromColumns = 80;
const longestLabel = 24;
const gap = 2;

const marks = { good: '✔ ', bad: '✘ ', careful: '! ', plain: '' } as const;

type Paint = (
  how: keyof typeof marks | 'label' | 'aside' | 'command' | 'prod',
  text: string,
) => string;

/** A view as lines for a person; ends with a line feed. The packages that colour and draw are loaded when needed. */
export async function renderView(view: View, style: TerminalStyle): Promise<string> {
  const {
    headline = '',
    mood = 'plain',
    warnings = [],
    facts = [],
    table,
    notes = [],
    nextCommand,
  } = view;
  const { copy, code = [], caveat = '' } = view;
  const paint = await painter(style.color);
  const said = (text: string): string => withProd(spread(clip(text), style), paint);
  const mark = style.accessible ? '' : marks[mood];
  const blocks = [
    headline === '' ? '' : paint(mood, withProd(spread(mark + clip(headline), style), paint)),
    warnings.map((text) => paint('careful', said(text))).join('\n'),
    caveat === '' ? '' : said(caveat),
    withProd(factLines(facts, style, paint), paint),
    table === undefined ? '' : withProd(tableLines(table, style, paint), paint),
    notes.map(said).join('\n'),
    copy === undefined
      ? ''
      : `\n${paint('label', `${copy.label}:`)}\n${escapeControlsInLines(copy.text)}\n`,
    code.map(escapeControls).join('\n'),
    spread(placeholderNote(nextCommand ?? ''), style),
    nextCommand === undefined ? '' : next(escapeControls(nextCommand), style, paint),
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
    : `In the command below, replace ${joinWithAnd(names).replaceAll('@', '')} with your own text.`;
}

function next(
  command: string,
  { terminal, windows, columns }: TerminalStyle,
  paint: Paint,
): string {
  const line = `Next: ${command}`;
  const text = terminal && !windows ? wrapCommand(line, columns).join('\n') : line;
  return paint('aside', 'Next:') + paint('command', text.slice('Next:'.length));
}

const isWide = ({ terminal, columns, accessible }: TerminalStyle): boolean =>
  terminal && columns >= tableFromColumns && !accessible;

/** Values in one column where there is room. A value without a label is a mark. */
function factLines(facts: readonly Fact[], style: TerminalStyle, paint: Paint): string {
  const names = facts.map(({ label }) => (label === '' ? '' : `${clip(label)}:`));
  const column = isWide(style) ? Math.min(longestLabel, widest(names)) : 0;
  return facts
    .map(({ value }, at) => {
      const name = names[at] ?? '';
      const head = name && `${padded(name, column)} `;
      const lines = style.terminal
        ? wrapEntry(head, clip(value), style.columns)
        : [head + clip(value)];
      const text = lines.join('\n');
      // A label on two lines stays plain.
      return text.startsWith(name) ? paint('label', name) + text.slice(name.length) : text;
    })
    .join('\n');
}

/** In columns where there is room beside them for the last one, the only one that is broken; else value by value. */
function tableLines(
  { head, rows, lines }: PrintedTable,
  style: TerminalStyle,
  paint: Paint,
): string {
  const all = [head, ...rows].map((row) => row.map(clip));
  const widths = head.slice(1).map((_, at) => widest(all.map((row) => row[at] ?? '')) + gap);
  const room = style.columns - widths.reduce((sum, width) => sum + width, 0);
  if (isWide(style) && room >= narrowestText) {
    const [titles = '', ...drawn] = all.map((row) => {
      const before = widths.map((width, at) => padded(row[at] ?? '', width)).join('');
      const lines = wrapEntry(before, row.at(-1) ?? '', style.columns);
      return lines.join('\n').trimEnd();
    });
    return [paint('label', titles), ...drawn].join('\n');
  }
  const named = rows.map((row) => row.map((value, at) => ({ label: head[at] ?? '', value })));
  const blocks = (lines ?? named).map((facts) => facts.filter(({ value }) => value !== ''));
  return blocks.map((facts) => factLines(facts, style, paint)).join('\n\n');
}

const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

const widest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);

/** Lines are broken for a terminal only: a program reads a sentence on one line. */
const spread = (text: string, { terminal, columns }: TerminalStyle): string =>
  terminal ? wrapIndented(text, columns).join('\n') : text;

const clip = (text: string): string => escapeControls(clipText(text));
