import type { Context } from '../context.js';
import type { LineFile, OpenFile } from '../file-access.js';
import type { PvgError } from '../failure.js';
import { shownFingerprint } from '../signing/digest.js';
import { piecesOf } from '../tables/csv-out.js';
import {
  throwOutputFailure,
  throwInputFailure,
  outputFailure,
  wrongUsage,
} from '../tables/refusals.js';
import { itemAt } from '../text/item-at.js';
import { counted } from '../text/sentences.js';
import type { FailedRows } from './failed-rows.js';
import type { FinishedRun } from './finished-run.js';
import { joinParts, type PartsJoin } from './join-parts.js';
import { missingRowsError, type LineForShard } from './missing-rows.js';
import type { OpenRows } from './open-rows.js';
import type { BatchPlan } from './options.js';
import { inputKey, KeyedRows, type PartLines } from './part-lines.js';
import { extractMiddle, resultLine, readResultLine, type FoundLine } from './result.js';
import { lockOutput } from './output-lock.js';
import { resultsPath } from './results-file.js';
import { readRow, type BatchRow } from './row.js';
import type { BatchSummary } from './summary.js';

/**
 * `--merge`: the lines of parts become one file, in the order of the input. The input says what is complete. Nothing is sent, and
 * nothing is written if a row has no line or a purchase is in two parts.
 */

/** The input, read from its beginning. */
export interface InputReading {
  readonly input: OpenFile;
  readonly rows: OpenRows;
}

interface MergeTask {
  readonly plan: BatchPlan;
  readonly out: string;
  readonly lines: PartLines;
  readonly openInput: () => Promise<InputReading>;
  /** Counts the rows. */
  readonly summary: BatchSummary;
  /** Opens the file of `--failed`. */
  readonly openFailed: (rows: OpenRows) => Promise<FailedRows | undefined>;
  readonly commandForShard: LineForShard;
}

interface MergedRun extends Pick<FinishedRun, 'run'> {
  /** The input, as it was read for the lines. */
  readonly rows: OpenRows;
  readonly failedRows: FailedRows | undefined;
}

/** How many purchases, and how many gone lines, the sentences name. */
const mostNamed = 5;

type MergeContext = Pick<Context, 'files' | 'interrupt' | 'secrets'>;

/** @throws {PvgError} `usage` if parts lack rows or share a purchase; `output-unwritable`; the reason of an interruption */
export async function mergeParts(context: MergeContext, task: MergeTask): Promise<MergedRun> {
  const path = resultsPath(task.out, task.plan.format);
  const release = await lockOutput(context, { path, option: '--out' }).catch(
    throwOutputFailure(path),
  );
  try {
    return await writeJoinedFile(context, task, path);
  } finally {
    await release();
  }
}

async function writeJoinedFile(
  context: MergeContext,
  task: MergeTask,
  path: string,
): Promise<MergedRun> {
  const { plan, lines, commandForShard } = task;
  const keys = await keysOfInput(task);
  const join = joinParts(keys, lines);
  const partFiles: LineFile[] = [];
  const textOfLine = (index: number): string => {
    try {
      return itemAt(partFiles, lines.partOf(index)).lineAt(lines.startOf(index));
    } catch (error) {
      return throwInputFailure(error);
    }
  };
  try {
    for (const part of plan.parts) {
      partFiles.push(await context.files.openLines(part).catch(throwInputFailure));
    }
    if (join.shared.length > 0) {
      throw sharedPurchasesError(join.shared, { plan, lines, textOfLine });
    }
    if (join.missingCount > 0) {
      const rows = rowsWithoutLine(task, join);
      throw await missingRowsError(context, { paths: plan.parts, rows, commandForShard });
    }
    const reading = await task.openInput();
    const failedRows = await openFailedOrClose(task, reading);
    const counts = emptyCounts();
    const joined = joinedLines(context, {
      task,
      keys,
      join,
      textOfLine,
      reading,
      failedRows,
      counts,
    });
    await context.files.write(path, piecesOf(joined)).catch(async (error: unknown) => {
      await failedRows?.discard();
      throw outputFailure(error, path);
    });
    // The parts are one run here, so every row is its own.
    const run = { ...counts, ownRows: counts.readRows, earlierRows: 0, foreignLines: 0 };
    return { run, rows: reading.rows, failedRows };
  } finally {
    await Promise.all(partFiles.map((file) => file.close()));
  }
}

interface JoinedInput {
  readonly task: MergeTask;
  readonly keys: KeyedRows;
  readonly join: PartsJoin;
  readonly textOfLine: (index: number) => string;
  readonly reading: InputReading;
  readonly failedRows: FailedRows | undefined;
  readonly counts: ReturnType<typeof emptyCounts>;
}

/** The lines of the file, each with its line break. @throws {PvgError} `usage` if the input or a part has changed */
async function* joinedLines(
  context: MergeContext,
  { task: { summary }, keys, join, textOfLine, reading, failedRows, counts }: JoinedInput,
): AsyncGenerator<string> {
  for await (const row of rowsIn(reading)) {
    context.interrupt.throwIfAborted();
    counts.readRows += 1;
    requireSameRow(row, keys);
    const { partText, found, isBorrowed } = lineForRow(row, join, textOfLine);
    if (isBorrowed) counts.repeatedRows += 1;
    const rowResult = { ...found, row: row.number };
    summary.add(rowResult, row.source);
    failedRows?.add(rowResult, row.source);
    yield isBorrowed
      ? resultLine({ row, middle: extractMiddle(partText), ids: found }, context.secrets)
      : `${partText}\n`;
  }
  if (counts.readRows < keys.size) throw changedInputError();
  for (const line of join.gone) {
    const partText = textOfLine(line);
    const found = requireLine(partText);
    // As in a resumed run, a line of a failure is dropped if its row is gone: nothing can be asked again.
    if (found.rowStatus !== 'answered') continue;
    counts.goneLines += 1;
    summary.add(found);
    if (counts.firstGoneLines.length < mostNamed) counts.firstGoneLines.push(found);
    yield `${partText}\n`;
  }
}

const emptyCounts = () => ({
  readRows: 0,
  repeatedRows: 0,
  goneLines: 0,
  firstGoneLines: [] as FoundLine[],
});

async function openFailedOrClose(
  { openFailed }: MergeTask,
  { input, rows }: InputReading,
): Promise<FailedRows | undefined> {
  try {
    return await openFailed(rows);
  } catch (error) {
    await input.close();
    throw error;
  }
}

async function keysOfInput({ openInput }: MergeTask): Promise<KeyedRows> {
  const keys = new KeyedRows();
  for await (const row of rowsIn(await openInput())) keys.add(...keyAndInput(row));
  return keys;
}

function keyAndInput(row: BatchRow): [key: string, input: string] {
  const input = row.source.inputJson();
  return [row.key ?? inputKey(input), input];
}

/** The lines were chosen for the rows of the first reading. @throws {PvgError} `usage` if the second reading has another row there */
function requireSameRow(row: BatchRow, keys: KeyedRows): void {
  if (!keys.isRowAt(row.number - 1, ...keyAndInput(row))) throw changedInputError();
}

const changedInputError = (): PvgError =>
  wrongUsage(
    'The input changed while it was read. Nothing was written.',
    'Wait until nothing writes to it any more, then join again.',
  );

/** Reads every row as with `--force`, because a part may have sent receipts that do not look like receipts. */
async function* rowsIn({ input, rows }: InputReading): AsyncGenerator<BatchRow> {
  const settings = { ...rows.rowSettings, force: true };
  let number = 0;
  try {
    for await (const group of rows.table.rows) {
      for (const tableRow of group) {
        number += 1;
        yield readRow(tableRow, number, settings);
      }
    }
  } finally {
    await input.close();
  }
}

function lineForRow(row: BatchRow, join: PartsJoin, textOfLine: (index: number) => string) {
  const match = join.lineOf(row.number - 1);
  if (match === undefined) throw changedInputError();
  const partText = textOfLine(match.line);
  return { partText, found: requireLine(partText), isBorrowed: !match.isOwn };
}

function requireLine(text: string): FoundLine {
  const found = readResultLine(text);
  if (found !== undefined) return found;
  throw wrongUsage(
    'A part changed while it was read. Nothing was written.',
    'Wait for the run that writes it to end, then join again.',
  );
}

interface ReadLines {
  readonly plan: BatchPlan;
  readonly lines: PartLines;
  readonly textOfLine: (index: number) => string;
}

function sharedPurchasesError(
  shared: PartsJoin['shared'],
  { plan, lines, textOfLine }: ReadLines,
): PvgError {
  const pathOf = (line: number): string => plan.parts[lines.partOf(line)] ?? '';
  const names = shared.slice(0, mostNamed).map(([line, otherLine]) => {
    const { orderId, purchase } = requireLine(textOfLine(line));
    const name = orderId ?? `receipt ${shownFingerprint(purchase?.receipt ?? '')}`;
    return `${name} (in ${pathOf(line)} and ${pathOf(otherLine)})`;
  });
  const more = shared.length > names.length ? `; and ${shared.length - names.length} more` : '';
  const verb = shared.length === 1 ? 'is' : 'are';
  return wrongUsage(
    `${counted(shared.length, 'purchase')} ${verb} in two parts. Nothing was written. ${names.join('; ')}${more}.`,
    'Give each part once. A file that two parts wrote to has lines of both: run one of them again with `--overwrite`.',
  );
}

async function* rowsWithoutLine(
  { openInput }: MergeTask,
  join: PartsJoin,
): AsyncGenerator<BatchRow> {
  for await (const row of rowsIn(await openInput())) {
    if (join.lineOf(row.number - 1) === undefined) yield row;
  }
}
