import { languagePlaceholder, replyLine, replyPhrase } from '../text/reply-line.js';
import { joinWithAnd } from '../text/sentences.js';
import {
  clipText,
  escapeControls,
  escapeControlsInCode,
  escapeControlsInLines,
} from '../text/visible.js';
import type { Fact } from '../wording/description.js';
import type { PrintedTable, View } from './command-result.js';
import { wrapProse } from './prose.js';
import {
  type CellKind,
  measureColumns,
  cutToWidth,
  displayWidth,
  drawTable,
  padEnd,
  measureWidest,
  wrapCommand,
  wrapEntry,
  wrapIndented,
} from './table.js';

interface TerminalStyle {
  readonly color: boolean;
  readonly columns: number;
  /** Whether the output is a terminal. */
  readonly terminal: boolean;
  /** Whether this is Windows, whose shells do not continue a command after `\` at the end of a line. */
  readonly windows: boolean;
  /** Whether ACCESSIBLE is set: then there are no symbols and no columns. */
  readonly accessible: boolean;
}

const tableFromColumns = 80;
const longestLabel = 24;
/** Blanks between the columns of a table with a heading, and between a label and its value. */
const tableGap = 2;
const labelGap = 1;
/** The last column may be broken into lines, but is not narrower than this: else rows are printed value by value. */
const narrowestLastColumn = 16;

const marks = { good: '✔ ', bad: '✘ ', careful: '! ', plain: '' } as const;

type PaintStyle = keyof typeof marks | 'label' | 'aside' | 'command' | 'prod';
type Paint = (style: PaintStyle, text: string) => string;

/** A view as lines for a person; ends with a line feed. The packages that colour and draw are loaded when needed. */
export async function renderView(view: View, style: TerminalStyle): Promise<string> {
  const { warnings = [], caveat, facts = [], table } = view;
  const { code = [], copy, nextCommand = '' } = view;
  const notes = withSamePlaceholder(view.notes ?? [], nextCommand);
  const [actor = '', next = ''] = withSamePlaceholder(
    [view.action?.actor ?? '', view.action?.next ?? ''],
    nextCommand,
  );
  const paint = await loadPainter(style.color);
  const paintSentence = (text: string): string =>
    paintProd(breakLines(clipAndEscape(text), style), paint);
  const beforeFacts = [
    buildHeadline(view, style, paint),
    warnings.map((text) => paint('careful', paintSentence(text))).join('\n'),
    paint('label', paintSentence(actor)),
    paintSentence(next),
    paintSentence(caveat ?? ''),
  ];
  const tables = [
    paintProd(await buildFacts(facts, style, paint), paint),
    table === undefined ? '' : paintProd(await buildTable(table, style, paint), paint),
  ];
  const commands = [
    escapeControlsInCode(code.join('\n')),
    breakLines(describePlaceholders(nextCommand, [next, ...notes]), style),
    buildNextCommand(escapeControls(nextCommand), style, paint),
  ];
  return joinParts(
    {
      beforeFacts: joinBlocks(beforeFacts, lineEnd),
      tables,
      notes: notes.map(paintSentence).join('\n'),
      copy: buildCopy(copy, style, paint),
      commands: joinBlocks(commands, lineEnd),
    },
    style.terminal && !style.accessible,
  );
}

interface ViewParts {
  readonly beforeFacts: string;
  readonly tables: readonly string[];
  readonly notes: string;
  readonly copy: string;
  readonly commands: string;
}

/** Joins the parts. Blank lines stand around a text to be copied always, and around facts and tables only at a terminal. */
function joinParts(
  { beforeFacts, tables, notes, copy, commands }: ViewParts,
  isSpaced: boolean,
): string {
  const hasCopy = copy !== '';
  const betweenTables = isSpaced ? blankLine : lineEnd;
  const allTables = joinBlocks(tables, betweenTables);
  const aroundTables = (isSpaced && allTables !== '') || hasCopy ? blankLine : lineEnd;
  const afterTables = joinBlocks([notes, copy, commands], hasCopy ? blankLine : lineEnd);
  return joinBlocks([beforeFacts, allTables, afterTables], aroundTables) + lineEnd;
}

const lineEnd = '\n';
const blankLine = '\n\n';

function joinBlocks(blocks: readonly string[], between: string): string {
  return blocks.filter((block) => block !== '').join(between);
}

async function loadPainter(color: boolean): Promise<Paint> {
  if (!color) return (_, text) => text;
  // The default export, because the bundle keeps no other one (scripts/bundle.mjs).
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
  return (style, text) => paints[style](text);
}

// `prod` and `(prod)`. The word inside a name, as in `game-prod`, `product` or `prod.example`, is not painted; before the dot of
// a sentence it is.
const prodWord = /(?<![\w.-])(?:\(prod\)|prod)(?![\w-]|\.\w)/g;

/** Paints `prod` wherever it is named, because its players are real. */
function paintProd(text: string, paint: Paint): string {
  return text.replace(prodWord, (word) => paint('prod', word));
}

function buildHeadline(view: View, style: TerminalStyle, paint: Paint): string {
  const { headline = '', mood = 'plain' } = view;
  if (headline === '') return '';
  const mark = style.accessible ? '' : marks[mood];
  return paint(mood, paintProd(breakLines(mark + clipAndEscape(headline), style), paint));
}

function buildCopy(copy: View['copy'], style: TerminalStyle, paint: Paint): string {
  if (copy === undefined) return '';
  return `${paint('label', `${copy.label}:`)}\n${breakParagraphs(copy.text, style)}`;
}

/** A text of several lines, each broken on its own. */
function breakParagraphs(text: string, { terminal, columns }: TerminalStyle): string {
  const lines = escapeControlsInLines(text).split('\n');
  return (terminal ? lines.flatMap((line) => wrapProse(line, columns)) : lines).join('\n');
}

/** The placeholders of a command. A typed value may look like one, but it stands in single quotes. */
function findPlaceholders(command: string): readonly string[] {
  return command.replaceAll(/'(?:[^']|'\\'')*'/g, '').match(/"@?\$[A-Z_]+"/g) ?? [];
}

/** Writes the unknown language in the notes as in the next command, if that has a placeholder: two kinds would look like two things. */
function withSamePlaceholder(notes: readonly string[], nextCommand: string): readonly string[] {
  if (findPlaceholders(nextCommand).length === 0) return notes;
  return notes.map((note) => note.replaceAll(replyPhrase([], []), replyLine([], [])));
}

/** Says which placeholders the reader has to fill in: the player’s language, or a receipt, which pvg never prints. */
function describePlaceholders(nextCommand: string, notes: readonly string[]): string {
  const names = findPlaceholders(nextCommand);
  if (names.length === 0) return '';
  const language = `"$${languagePlaceholder}"`;
  const others = names.filter((name) => name !== language).map((name) => name.replace('@', ''));
  const isInNotes = notes.some((note) => note.includes(language));
  const hasLanguage = names.includes(language) || isInNotes;
  const substitutes = [
    ...(others.length > 0 ? [`${joinWithAnd(others)} with your own text`] : []),
    ...(hasLanguage ? [`${language} with the player’s language, such as en`] : []),
  ];
  const where = names.includes(language) || !isInNotes ? 'In the command below' : 'In the commands';
  return `${where}, replace ${substitutes.join(', and ')}.`;
}

function buildNextCommand(command: string, style: TerminalStyle, paint: Paint): string {
  if (command === '') return '';
  const { terminal, windows, columns } = style;
  const label = 'Next:';
  const line = `${label} ${command}`;
  const text = terminal && !windows ? wrapCommand(line, columns).join('\n') : line;
  return paint('aside', label) + paint('command', text.slice(label.length));
}

function isWide({ terminal, columns, accessible }: TerminalStyle): boolean {
  return terminal && columns >= tableFromColumns && !accessible;
}

/** Facts line by line; as a drawn table where there is room, if every fact has a label that fits into a column. */
async function buildFacts(
  facts: readonly Fact[],
  style: TerminalStyle,
  paint: Paint,
): Promise<string> {
  const rows = facts.map(({ label, value }) => [formatLabel(label), clipAndEscape(value)] as const);
  if (rows.length === 0) return '';
  if (isWide(style) && rows.every(([label]) => isColumnLabel(label))) {
    const paintCell = (kind: CellKind, text: string): string =>
      kind === 'label' ? paint('label', text) : text;
    const layout = { rows, columns: style.columns, gap: labelGap, paintCell };
    return (await drawTable(layout)).join('\n');
  }
  const widest = measureWidest(rows.map(([label]) => label));
  const labelWidth = isWide(style) ? Math.min(longestLabel, widest) : 0;
  const lines = rows.map(([label, value]) => {
    const head = label && padEnd(label, labelWidth) + ' '.repeat(labelGap);
    const text = formatFact(head, value, style);
    // A label on two lines stays plain.
    return text.startsWith(label) ? paint('label', label) + text.slice(label.length) : text;
  });
  return lines.join('\n');
}

function formatLabel(label: string): string {
  return label === '' ? '' : `${clipAndEscape(label)}:`;
}

function isColumnLabel(label: string): boolean {
  return label !== '' && displayWidth(label) <= longestLabel;
}

function formatFact(head: string, value: string, { terminal, columns }: TerminalStyle): string {
  return terminal ? wrapEntry(head, value, columns).join('\n') : head + value;
}

/** A table where its last column has room beside the others; else each row value by value. */
async function buildTable(
  table: PrintedTable,
  style: TerminalStyle,
  paint: Paint,
): Promise<string> {
  const { cutColumn, countColumn, cellMoods = [] } = table;
  const head = table.head.map(clipAndEscape);
  const wholeRows = table.rows.map((row) => row.map(clipAndEscape));
  const rows =
    cutColumn === undefined
      ? wholeRows
      : cutColumnToFit([head, ...wholeRows], cutColumn, style.columns).slice(1);
  if (isWide(style) && hasRoomForLast([head, ...rows], style.columns)) {
    const moods = new Map(cellMoods.map(({ text, mood }) => [text, mood]));
    const [alignedHead, ...alignedRows] = alignCounts([head, ...rows], countColumn);
    const layout = {
      head: alignedHead,
      rows: alignedRows,
      columns: style.columns,
      gap: tableGap,
      paintCell: (kind: CellKind, text: string): string => {
        if (kind === 'heading') return paint('label', text);
        const mood = moods.get(text) ?? 'plain';
        return mood === 'plain' ? text : paint(mood, text);
      },
    };
    return (await drawTable(layout)).join('\n');
  }
  const blocks: string[] = [];
  for (const facts of table.lines ?? nameCells(table)) {
    const factsWithValue = facts.filter(({ value }) => value !== '');
    blocks.push(await buildFacts(factsWithValue, style, paint));
  }
  return blocks.join('\n\n');
}

type TextRows = readonly (readonly string[])[];

function alignCounts(rows: TextRows, countColumn: number | undefined): TextRows {
  if (countColumn === undefined) return rows;
  const width = measureWidest(rows.map((row) => row[countColumn] ?? ''));
  return rows.map((row) =>
    row.map((text, column) => (column === countColumn ? text.padStart(width) : text)),
  );
}

/** Cuts the texts of one column to the room that the others leave. */
function cutColumnToFit(rows: TextRows, cutColumn: number, columns: number): string[][] {
  const widths = measureColumns(rows, { columns: Infinity, gap: tableGap });
  const usedWidth = widths.reduce(
    (sum, width, column) => (column === cutColumn ? sum : sum + width + tableGap),
    0,
  );
  const room = Math.max(narrowestLastColumn, columns - usedWidth);
  return rows.map((row) =>
    row.map((text, column) => (column === cutColumn ? cutToWidth(text, room) : text)),
  );
}

/** Whether the last column has room beside the others: for its widest text, or for enough of it on a line. */
function hasRoomForLast(rows: TextRows, columns: number): boolean {
  const widths = measureColumns(rows, { columns: Infinity, gap: tableGap });
  const lastWidth = widths.pop() ?? 0;
  const usedWidth = widths.reduce((sum, width) => sum + width + tableGap, 0);
  return columns - usedWidth >= Math.min(narrowestLastColumn, lastWidth);
}

function nameCells({ head, rows }: PrintedTable): Fact[][] {
  return rows.map((row) => row.map((value, column) => ({ label: head[column] ?? '', value })));
}

/** Breaks a text into lines, but only for a terminal: a program reads a sentence on one line. */
function breakLines(text: string, { terminal, columns }: TerminalStyle): string {
  return terminal ? wrapIndented(text, columns).join('\n') : text;
}

function clipAndEscape(text: string): string {
  return escapeControls(clipText(text));
}

/** Whether an environment variable switches something on: empty and `0` count as unset. */
export function isSwitchedOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0';
}

/** Whether a person asked for plain text: no symbols, no columns, nothing that moves. */
export function isAccessible(env: Readonly<Record<string, string | undefined>>): boolean {
  return isSwitchedOn(env['ACCESSIBLE']);
}
