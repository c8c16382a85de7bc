import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { isPlainText, withoutEnd } from '../text/visible.js';

/**
 * Tables for a terminal, drawn by cli-table3 without borders.
 *
 * cli-table3 measures texts wrongly: it counts Thai vowels, decomposed Korean and zero-width characters as columns. So it
 * draws the table with stand-ins, which have one private character for each column that a text takes, and the texts replace
 * the stand-ins afterwards. No text has a private character itself, because `escapeControls` has replaced them before.
 * Colours are added to whole cells, after the layout.
 */

interface TableLayout {
  /** The headings; undefined for a table without a heading line. */
  readonly head?: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
  /** Blanks between two columns. */
  readonly gap: number;
  /** Columns of the terminal: the last column of the table is broken to fit. */
  readonly columns: number;
  readonly paintCell?: PaintCell;
}

/** `label`: in the first column of a table without a heading. */
export type CellKind = 'heading' | 'label' | 'value';
type PaintCell = (kind: CellKind, text: string) => string;

const standIn = '\u{e000}';
const standIns = /\u{e000}+/gu;

/**
 * How many lines are drawn as one table, each line as a row: cli-table3 needs time in proportion to the square of the rows,
 * and of the lines of a cell.
 */
const mostLinesOfTable = 50;

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
};

/** The lines of a table. None is wider than the terminal, unless a word or the columns before the last one are. */
export async function drawTable(layout: TableLayout): Promise<string[]> {
  const { head, rows, columns, gap, paintCell = keepPlain } = layout;
  const widths = measureColumns(head === undefined ? rows : [head, ...rows], { columns, gap });
  const blockLayout: BlockLayout = {
    widths,
    gap,
    paintCell,
    hasLabels: head === undefined,
    columns,
    drawPlainTable: await loadTableDrawer(),
  };
  const lines = head === undefined ? [] : drawHeading(head, blockLayout);
  for (const block of groupRows(rows, widths)) {
    const [firstRow = []] = block;
    // Such a row is alone in its block, because groupRows separates it.
    const isSingleWideRow = hasTooWideWord(firstRow, widths);
    const blockLines = isSingleWideRow
      ? drawRowWithTextBelow(firstRow, blockLayout)
      : drawBlock(block, blockLayout);
    lines.push(...blockLines);
  }
  return lines;
}

function keepPlain(_kind: CellKind, text: string): string {
  return text;
}

interface Available {
  readonly columns: number;
  readonly gap: number;
}

/** Each column is as wide as its widest text; the last one takes what is left of the terminal. */
export function measureColumns(
  rows: readonly (readonly string[])[],
  { columns, gap }: Available,
): number[] {
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(1, measureWidest(rows.map((row) => row[column] ?? ''))),
  );
  const last = widths.pop();
  if (last === undefined) return widths;
  const usedWidth = widths.reduce((sum, width) => sum + width + gap, 0);
  return [...widths, Math.max(1, Math.min(last, columns - usedWidth))];
}

export function measureWidest(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, displayWidth(text)), 0);
}

type Rows = readonly (readonly string[])[];

/** Rows that are drawn together; a row with a word that is too wide is drawn alone. */
function groupRows(rows: Rows, widths: readonly number[]): Rows[] {
  const blocks: (readonly string[])[][] = [];
  let isOpen = false;
  for (const row of rows) {
    const block = blocks.at(-1);
    const isWide = hasTooWideWord(row, widths);
    if (block === undefined || isWide || !isOpen) {
      blocks.push([row]);
    } else {
      block.push(row);
    }
    isOpen = !isWide;
  }
  return blocks;
}

/** Whether a row has a word that is wider than its column: cli-table3 would cut it, and need very long for it. */
function hasTooWideWord(row: readonly string[], widths: readonly number[]): boolean {
  const width = widths.at(-1) ?? 0;
  const text = row[widths.length - 1] ?? '';
  return displayWidth(text) > width && text.split(' ').some((word) => displayWidth(word) > width);
}

interface BlockLayout extends Available {
  readonly widths: readonly number[];
  readonly paintCell: PaintCell;
  /** The first column has labels. */
  readonly hasLabels: boolean;
  readonly drawPlainTable: DrawPlainTable;
}

function drawHeading(head: readonly string[], blockLayout: BlockLayout): string[] {
  const lines = drawBlock([head], { ...blockLayout, paintCell: keepPlain });
  return lines.map((line) => blockLayout.paintCell('heading', line));
}

/** The last cell stands below the others, from one edge of the terminal to the other. */
function drawRowWithTextBelow(row: readonly string[], blockLayout: BlockLayout): string[] {
  const { widths, gap, columns } = blockLayout;
  const before = widths
    .slice(0, -1)
    .map((width, column) => padEnd(row[column] ?? '', width + gap))
    .join('');
  const [first = '', ...furtherLines] = wrapEntry(before, row[widths.length - 1] ?? '', columns);
  const label = row[0] ?? '';
  // A label that is broken over several lines stays plain.
  const mayPaintLabel = blockLayout.hasLabels && first.startsWith(label);
  return [
    mayPaintLabel ? blockLayout.paintCell('label', label) + first.slice(label.length) : first,
    ...furtherLines,
  ];
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

function drawBlock(rows: Rows, blockLayout: BlockLayout): string[] {
  const lines = rows.flatMap((row) => breakRow(row, blockLayout.widths));
  const drawn: string[] = [];
  for (let start = 0; start < lines.length; start += mostLinesOfTable) {
    drawn.push(...drawLines(lines.slice(start, start + mostLinesOfTable), blockLayout));
  }
  return drawn;
}

/** One line of a row: what each column shows in it. */
type LineCells = readonly string[];

/** Breaks the last cell of a row into lines. The other columns are empty beside all its lines but the first. */
function breakRow(row: readonly string[], widths: readonly number[]): LineCells[] {
  const lastColumn = widths.length - 1;
  const firstCells = widths.slice(0, -1).map((_, column) => row[column] ?? '');
  const noCells = firstCells.map(() => '');
  return wrap(row[lastColumn] ?? '', widths[lastColumn] ?? 0).map((text, index) => [
    ...(index === 0 ? firstCells : noCells),
    text,
  ]);
}

function drawLines(lines: readonly LineCells[], blockLayout: BlockLayout): string[] {
  const { widths, gap } = blockLayout;
  const rows = lines.map((cells) => cells.map(buildStandIn));
  const drawn = blockLayout.drawPlainTable({ gap, widths, rows });
  const texts = paintTexts(lines, blockLayout);
  return drawn.map((line) => line.trimEnd().replaceAll(standIns, () => texts.shift() ?? ''));
}

/** The stand-in of a text: at least one character, also for a text without a width, such as a lone combining mark. */
function buildStandIn(text: string): string {
  return text === '' ? '' : standIn.repeat(Math.max(1, displayWidth(text)));
}

/** The painted texts in the order in which the drawn table has their stand-ins: line by line, column by column. */
function paintTexts(lines: readonly LineCells[], blockLayout: BlockLayout): string[] {
  return lines.flatMap((cells) =>
    cells.flatMap((text, column) => {
      const kind = blockLayout.hasLabels && column === 0 ? 'label' : 'value';
      return text === '' ? [] : [blockLayout.paintCell(kind, text)];
    }),
  );
}

interface PlainTable {
  readonly gap: number;
  readonly widths: readonly number[];
  /** Texts of one line, no wider than their column. */
  readonly rows: Rows;
}

type DrawPlainTable = (table: PlainTable) => string[];

/** Loads the package that draws tables, which only a terminal needs. */
async function loadTableDrawer(): Promise<DrawPlainTable> {
  const { default: Table } = await import('cli-table3');
  return ({ gap, widths, rows }) => {
    const table = new Table({
      chars: { ...noBorders, middle: ' '.repeat(gap) },
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      colWidths: [...widths],
    });
    table.push(...rows.map((row) => [...row]));
    return table.toString().split('\n');
  };
}

/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  return isPlainText(text) ? text.length : stringWidth(text);
}

/** The text on one line of at most `width` columns; `…` marks what is cut off. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const [line = ''] = wrap(text, width - ' …'.length);
  if (displayWidth(line) <= width - ' …'.length) return `${withoutEnd(line, ' ,')} …`;
  // The first word alone is too wide, so it is cut after a character.
  const characters = [...text];
  let start = '';
  for (const character of characters) {
    if (displayWidth(start + character) >= width) break;
    start += character;
  }
  return `${start}…`;
}

/** Stands for a blank at which no line is broken. It is a private character that stand-ins do not use. */
const noBreakSpace = '\u{e001}';

/** Returns a replacer that keeps the blanks of a match from being broken at, if a line has room for the match. */
function keepTogether(width: number): (part: string) => string {
  return (part) => (displayWidth(part) <= width ? part.replaceAll(' ', noBreakSpace) : part);
}

/** Breaks between words; a wider word gets a line of its own. A command in a sentence is one word. */
export function wrap(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
  const words = text.replace(/`[^`]+`/g, keepTogether(width));
  const lines = isPlainText(text)
    ? wrapPlainText(words, width)
    : wrapAnsi(words, width).split('\n');
  return lines.map((line) => line.replaceAll(noBreakSpace, ' '));
}

/** Wraps as wrap-ansi does, without its `Intl.Segmenter`: that takes as long as a bare start of node. */
function wrapPlainText(words: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of words.split(' ')) {
    const last = lines.at(-1) ?? '';
    const isTooLong = last !== '' && last.length + 1 + word.length > width;
    if (isTooLong) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** Wraps a text; further lines begin under the first word of the first line, also in an item `- …`. */
export function wrapIndented(text: string, width: number): string[] {
  const [first = ''] = /^ *(?:- )?/.exec(text) ?? [];
  return wrapBeside(first, text.slice(first.length), width);
}

/** A text to the right of another one, in a column of its own. */
function wrapBeside(leftText: string, text: string, width: number): string[] {
  const column = displayWidth(leftText);
  const indent = ' '.repeat(column);
  const lines = wrap(text, width - column);
  return lines.map((line, index) => (index === 0 ? leftText : indent) + line);
}

const narrowestText = 24;

/** A name and its text, beside it; below it where there is no room. */
export function wrapEntry(name: string, text: string, width: number): string[] {
  const widestWord = Math.max(...text.split(' ').map(displayWidth));
  const needed = Math.min(Math.max(narrowestText, widestWord), displayWidth(text));
  const hasRoom = width - displayWidth(name) >= needed;
  if (hasRoom) return wrapBeside(name, text, width);
  const [indent = ''] = /^ */.exec(name) ?? [];
  return [...wrapIndented(name.trimEnd(), width), ...wrapBeside(`${indent}    `, text, width)];
}

const continued = ' \\\n  ';

/** Wraps a command so that a shell reads the lines as one: no quoted text is broken, and an option keeps its value. */
export function wrapCommand(command: string, width: number): string[] {
  if (displayWidth(command) <= width || command.includes('\n')) return [command];
  const room = width - continued.length;
  // A line is broken neither in an escaped blank or a quoted text, nor between an option and its value: `--case PVG-1`. What
  // begins with `-` is no value, but the next option.
  const words = command
    .replace(/\\.|'[^']*'|"[^"]*"/g, (quoted) => quoted.replaceAll(' ', noBreakSpace))
    .replace(/(?<= )--[a-z-]+ [^-\s]\S*/g, keepTogether(room));
  return wrapAnsi(words, room)
    .replaceAll('\n', continued)
    .replaceAll(noBreakSpace, ' ')
    .split('\n');
}
