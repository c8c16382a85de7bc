import { hash } from 'node:crypto';
import { basename } from 'node:path';
import type { Context } from '../context.js';
import type { OpenFile } from '../file-access.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import { PvgError } from '../failure.js';
import { rowObject } from '../tables/json.js';
import { throwInputFailure, wrongUsage } from '../tables/refusals.js';
import { bitsAt, hashInput } from './answered-rows.js';
import { readResultLine, type FoundLine } from './result.js';
import {
  isSameService,
  serviceWords,
  resultLines,
  resultsPath,
  type AskedService,
} from './results-file.js';
import { keyOf, type RowPurchase } from './row.js';
import { itemAt } from '../text/item-at.js';

/** What is known of the lines of parts: a few numbers a line, so that millions of lines fit. */

/** Rows or lines with a key each: the key of the purchase, or, if they name none, a hash of their columns (`inputKey`). */
export class KeyedRows {
  /** Each key in two halves of 32 bits: as numbers, they take less memory than a text. */
  readonly #low: number[] = [];
  readonly #high: number[] = [];
  readonly #inputs: number[] = [];

  get size(): number {
    return this.#low.length;
  }

  /** @param input the row as JSON */
  add(key: string, input: string): void {
    this.#low.push(bitsAt(key, 0));
    this.#high.push(bitsAt(key, 4));
    this.#inputs.push(hashInput(input));
  }

  /** Whether this key with this input was added as the one of this index. @param input the row as JSON */
  isRowAt(index: number, key: string, input: string): boolean {
    return (
      this.#low[index] === bitsAt(key, 0) &&
      this.#high[index] === bitsAt(key, 4) &&
      this.#inputs[index] === hashInput(input)
    );
  }

  /** A hash of the row’s columns: the same for equal rows. */
  inputHash(index: number): number {
    return this.#inputs[index] ?? 0;
  }

  /** Below 0 if the key of a row comes before that of a row of the others, 0 if they are equal. */
  compareKeys(index: number, otherRows: KeyedRows, otherIndex: number): number {
    const difference = (this.#low[index] ?? 0) - (otherRows.#low[otherIndex] ?? 0);
    if (difference !== 0) return difference;
    return (this.#high[index] ?? 0) - (otherRows.#high[otherIndex] ?? 0);
  }

  /** Their indices, sorted by key, then by the hash of the input, then as they came. */
  sorted(): Uint32Array {
    return Uint32Array.from(this.#low.keys()).sort(
      (first, second) =>
        this.compareKeys(first, this, second) ||
        this.inputHash(first) - this.inputHash(second) ||
        first - second,
    );
  }
}

/** The key of a row that names no purchase. @param input the row as JSON */
export function inputKey(input: string): string {
  const text = JSON.stringify(rowObject(input) ?? null);
  return hash('sha256', `row\n${text}`, 'binary').slice(0, 8);
}

/** undefined for a row that named no whole purchase. */
function purchaseOfLine({ os, purchase }: FoundLine): RowPurchase | undefined {
  if (os !== 'android' || purchase === null) return undefined;
  return purchase.productId === '' || purchase.package === '' ? undefined : purchase;
}

/** A line of a part. */
interface PartLine {
  readonly line: FoundLine;
  /** Where it begins. */
  readonly start: number;
}

/** The lines of all parts together: each by an index from 0, in the order in which the parts are given. */
export class PartLines {
  readonly keys = new KeyedRows();
  readonly #starts: number[] = [];
  readonly #parts: number[] = [];
  /** Whether the row of each line named a whole purchase. */
  readonly #areWhole: boolean[] = [];
  /** Whose answers they are; undefined without a line. */
  service: (AskedService & { readonly environment: Environment }) | undefined;
  /** The package that rows without one got in the runs. */
  package: string | undefined;

  add(part: number, { line, start }: PartLine): void {
    const purchase = purchaseOfLine(line);
    this.keys.add(purchase === undefined ? inputKey(line.input) : keyOf(purchase), line.input);
    this.#starts.push(start);
    this.#parts.push(part);
    this.#areWhole.push(purchase !== undefined);
    this.package ??= packageFromElsewhere(line, purchase);
  }

  startOf(index: number): number {
    return itemAt(this.#starts, index);
  }

  partOf(index: number): number {
    return itemAt(this.#parts, index);
  }

  /** The row of the line named a whole purchase. */
  hasPurchase(index: number): boolean {
    return this.#areWhole[index] === true;
  }
}

/** undefined if the row itself names its package: then it is not that of the profile. */
function packageFromElsewhere(
  { input }: FoundLine,
  purchase: RowPurchase | undefined,
): string | undefined {
  const cells = Object.values(rowObject(input) ?? {});
  return purchase === undefined || cells.includes(purchase.package) ? undefined : purchase.package;
}

/** The command line of a merge with another part in the place of one. */
type CommandWithPart = (part: string, otherPart: string) => string;

/** @throws {PvgError} `usage` if a part is not results of one profile; `input-unreadable`; the reason of an interruption */
export async function readPartLines(
  context: Pick<Context, 'files' | 'interrupt'>,
  paths: readonly string[],
  commandWithPart: CommandWithPart,
): Promise<PartLines> {
  const lines = new PartLines();
  let firstPath = '';
  for (const [part, path] of paths.entries()) {
    const file = await openPart(context, path);
    let lineNumber = 0;
    for await (const found of linesOfPart(file, context.interrupt)) {
      lineNumber += 1;
      if (found.line === undefined) {
        throw await notPartError(context, { path, lineNumber, text: found.text, commandWithPart });
      }
      const { line, start } = found;
      if (lines.service === undefined) firstPath = path;
      lines.service ??= {
        profile: line.profile,
        environment: parseEnvironment(line.environment ?? '') ?? 'prod',
        origin: line.origin,
      };
      if (!isSameService(line, lines.service)) {
        throw wrongUsage(
          `${path} has answers of ${serviceWords(line)}, ${firstPath} of ${serviceWords(lines.service)}. Nothing was written.`,
          'Join only parts of one profile.',
        );
      }
      lines.add(part, { line, start });
    }
  }
  return lines;
}

/** @throws {PvgError} `input-unreadable` */
export function openPart({ files }: Pick<Context, 'files'>, path: string): Promise<OpenFile> {
  return files.open(path).catch(throwInputFailure);
}

/** The lines of a part, without an incomplete last one, which a kill leaves. @throws the reason of an interruption */
export async function* linesOfPart({ chunks, close }: OpenFile, interrupt: AbortSignal) {
  let start = 0;
  try {
    for await (const { text, bytes } of resultLines(chunks)) {
      interrupt.throwIfAborted();
      const isIncomplete = bytes === 0;
      // If the only line of a file is incomplete and no object, the file is not a part, and the caller says so.
      const isOtherFile = start === 0 && !text.startsWith('{');
      if (isIncomplete && !isOtherFile) return;
      yield { line: readResultLine(text), start, text };
      start += bytes;
    }
  } finally {
    await close();
  }
}

interface UnreadablePart {
  readonly path: string;
  readonly lineNumber: number;
  readonly text: string;
  readonly commandWithPart: CommandWithPart;
}

/** The header of a CSV of results, with any delimiter; a spreadsheet may have added quotes: `"row";"purchase.os";`. */
const csvResults = /^\ufeff?"?row"?[,;\t|]"?purchase\./;

async function notPartError(
  { files }: Pick<Context, 'files'>,
  { path, lineNumber, text, commandWithPart }: UnreadablePart,
): Promise<PvgError> {
  if (!csvResults.test(text)) {
    return wrongUsage(
      `${path} is not a part: its line ${lineNumber} is not a row of a batch of this version. Nothing was written.`,
      'Give the files that `pvg batch --shard … --out <file>` wrote.',
    );
  }
  const rows = resultsPath(path, 'csv');
  const says = `${path} is a CSV, which was made from its rows. Nothing was written.`;
  if ((await files.status(rows)) === undefined) {
    return wrongUsage(
      says,
      `Its rows (${basename(rows)}) are not beside it. Run that part again with --out <file>.ndjson.`,
    );
  }
  return new PvgError('usage', says, {
    hint: `Give the rows beside it: \`--merge ${rows}\`.`,
    nextCommand: commandWithPart(path, rows),
  });
}
