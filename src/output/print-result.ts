import type { Context, OutputStream } from '../context.js';
import { hintWords, nextWords, type ErrorWords, type Fact } from '../wording/description.js';
import { sectionWords } from '../contract/sections.js';
import { isPvgCode, PvgError, type ExitStatus, type FailureCode } from '../failure.js';
import { type Json, type Printable, printJson } from '../text/json/json.js';
import { parseJson, toPlainData } from '../text/json/parse.js';
import { isAccessible, isSwitchedOn, renderView } from './terminal.js';
import type { CommandResult, View } from './command-result.js';
import type { Query } from './query.js';
import { escapeControlsInCode, mapTexts } from '../text/visible.js';
import { nearTime } from '../text/times.js';

export interface PresentOptions {
  readonly json: boolean;
  readonly query?: Query | undefined;
  /** Prints what a query picks as plain text: a string without quotes, a list with one item a line. */
  readonly text: boolean;
  readonly raw: boolean;
  readonly quiet: boolean;
  readonly verbose?: boolean;
  readonly color: boolean;
}

/** How a command shows its failures if it has its own way, as `batch` does. */
export interface OwnFailure {
  /** Adds the command's own members to the failure, and writes what a failure leaves behind. Never fails. */
  readonly complete: (failed: CommandResult) => Promise<CommandResult>;
  /** Prints it. */
  readonly show: (options: PresentOptions, failed: CommandResult) => Promise<void>;
}

/** Prints how a command ended: one object, the bytes of the answer, or words for a person. */
export async function printResult(
  context: Context,
  options: PresentOptions,
  result: CommandResult,
): Promise<void> {
  const { verdict, error, afterwards, view } = result;
  const sectionNumbers = [...(verdict?.sections ?? []), ...(error?.section ? [error.section] : [])];
  const sections = options.verbose === true ? sectionWords(sectionNumbers) : '';
  // Before the view, because the last line must be the next command.
  if (sections !== '') await printNote(context, options, sections);
  const isForProgram = options.json || options.raw;
  const notes = [...(result.notes ?? []), ...(result.notesAtTerminal ?? [])];
  const wholeView = isForProgram ? view : { ...view, notes: [...notes, ...(view.notes ?? [])] };
  try {
    await printAnswer(context, options, { ...result, view: wholeView });
  } catch (failure) {
    if (!(failure instanceof PvgError) || failure.code !== 'output-unwritable') throw failure;
    // Standard output failed, so the failure goes to standard error.
    if (error?.code === failure.code) return printView(context, options, view);
    throw withVerifyResult(failure, result);
  }
  if (afterwards) await printView(context, options, afterwards);
  if (!isForProgram) return;
  for (const text of notes) await printNote(context, options, text);
}

/** Adds the result of a verify to the failure of printing it: the verify cannot be repeated, and the journal may not have its result. */
function withVerifyResult(failure: PvgError, { command, http, view }: CommandResult): PvgError {
  if (command !== 'verify' || http === null) return failure;
  return new PvgError(failure.code, failure.message, {
    hint: `What the verify came to: ${view.headline ?? ''}`,
    nextCommand: view.nextCommand,
    cause: failure,
  });
}

async function printAnswer(
  context: Context,
  options: PresentOptions,
  result: CommandResult,
): Promise<void> {
  const { stdout } = context;
  const { error, view, raw, ok, http } = result;
  const isError = isFailedResult(result);
  const isUsual = ok || isLate(result);
  if (options.json) {
    await printObject(context, options, result);
    // The object went to a program. The person at the terminal reads the error on stderr.
    if (!isError || error === null) return;
    const { nextCommand } = view;
    const notes = [hintWords(error)];
    return printView(context, options, { headline: error.says, mood: 'bad', notes, nextCommand });
  }
  const body = options.raw ? raw : undefined;
  const bytes = body ?? view.data;
  if (bytes !== undefined) {
    requireOutput(context);
    await stdout.write(guardData(context, stdout, bytes));
    // Beside the answer's body, the view is printed only if something is unusual; beside other data, unless --quiet.
    const hasView = body === undefined ? !options.quiet : !isUsual;
    if (hasView) await printView(context, options, view);
    return;
  }
  if (options.quiet && isUsual) return;
  // With --raw, stdout is for the bytes of the answer alone, and this call has none that may be shown.
  const isRawMissing = options.raw && http !== null;
  if (isRawMissing) await printNote(context, options, noBytes);
  const isOnStderr = isError || isRawMissing || view.onStderr === true;
  if (isOnStderr) return printView(context, options, view);
  await printOn(stdout, context, { options, view });
}

const noBytes =
  'Nothing for --raw: there is no whole answer, or its bytes may hold a token or belong to another call.';

/** The exit statuses of an answer about the purchase, the player or the request. Also a bad answer is data, not an error. */
const exitsOfAnswers: readonly ExitStatus[] = [0, 6, 7];

/** Whether a result is an error. For an error, standard output gets nothing but its JSON. */
export function isFailedResult(result: CommandResult): boolean {
  return result.error !== null && !exitsOfAnswers.includes(result.exit) && !isLate(result);
}

/** Whether the call has its answer, and only a file about it could not be written afterwards. */
const isLate = ({ afterwards, error }: CommandResult): boolean =>
  afterwards !== undefined && error?.code === ('output-unwritable' satisfies FailureCode);

async function printObject(
  context: Context,
  options: PresentOptions,
  result: CommandResult,
): Promise<void> {
  const object = buildJsonObject(context, result);
  try {
    const text = formatObject(object, options, { indent: 2, isError: isFailedResult(result) });
    await context.stdout.write(options.text ? guardData(context, context.stdout, text) : text);
  } catch (error) {
    if (!(error instanceof PvgError) || error.code !== 'query-failed' || !isSpent(result)) {
      throw error;
    }
    await printNote(
      context,
      evenIfQuiet,
      `${error.message} pvg printed the complete JSON instead.`,
    );
    await context.stdout.write(`${printJson(object, { indent: 2 })}\n`);
  }
}

/** Whether repeating the call does harm, so that its answer is never thrown away: a verify, or a session, which counts. */
const isSpent = ({ command, http }: CommandResult): boolean =>
  http !== null && ['verify', 'session'].includes(command);

/** An object as it is printed, or what a query picks from it. @throws {PvgError} `query-failed` */
export function formatObject(
  object: Printable,
  { query, text }: Pick<PresentOptions, 'query' | 'text'>,
  { indent = 0, isError = false }: { readonly indent?: number; readonly isError?: boolean } = {},
): string {
  const value = query === undefined ? object : query(object);
  // A script that picks from an answer gets nothing when there is no answer.
  if (query !== undefined && value === null && (text || isError)) return '';
  const items = text && Array.isArray(value) ? (value as readonly Printable[]) : [value];
  const layout = text ? {} : { indent };
  const lines = items.map((item) => {
    const isBare = text && typeof item === 'string';
    return isBare ? item : printJson(item, layout);
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** The query of `--query`; undefined without one. JMESPath is loaded only if needed. @throws {PvgError} `query-failed` */
export async function loadQuery(expression: string | undefined): Promise<Query | undefined> {
  return expression === undefined ? undefined : (await import('./query.js')).parseQuery(expression);
}

/** Called before data goes to standard output. @throws {PvgError} `output-unwritable` if it was closed from the start */
export function requireOutput({ stdout }: Pick<Context, 'stdout'>): void {
  if (!stdout.isClosed) return;
  throw new PvgError(
    'output-unwritable',
    'Standard output is closed, so the result would be lost. Nothing was sent.',
    {
      hint: 'If nobody needs the result, write `> /dev/null`.',
    },
  );
}

/**
 * Called before words for people go to standard output. If that was closed from the start, a note says so, but nothing is
 * refused: a program may only want the status, and its null device may look like a closed output.
 */
export async function noteLostWords(
  context: Context,
  options: { readonly quiet: boolean },
): Promise<void> {
  if (!context.stdout.isClosed) return;
  await printNote(context, options, 'Standard output is closed: the result is not shown.');
}

/** Calls noteLostWords for a result whose words go to standard output: not for data, and not for a view on standard error. */
export async function noteLostResult(
  context: Context,
  options: Pick<PresentOptions, 'json' | 'raw' | 'quiet'>,
  result: CommandResult,
): Promise<void> {
  const { data, onStderr = false } = result.view;
  const isOfWords = data === undefined && !options.json && !options.raw;
  if (isOfWords && !onStderr && !isFailedResult(result)) await noteLostWords(context, options);
}

/** An option for notes about what went wrong: they are printed with --quiet, too. */
export const evenIfQuiet = { quiet: false } as const;

/** A note for people on stderr, also with --json, never with --quiet. */
export async function printNote(
  context: Context,
  { quiet }: { readonly quiet: boolean },
  text: string,
): Promise<void> {
  if (!quiet) await printView(context, { color: false }, { notes: text.split('\n') });
}

/** Bytes go out unchanged, except for control characters on a terminal. */
function guardData(
  { secrets }: Context,
  sink: OutputStream,
  data: string | Uint8Array,
): string | Uint8Array {
  const bytes = secrets.redactBytes(Buffer.from(data));
  if (!sink.isTerminal) return bytes;
  const text = escapeControlsInCode(Buffer.from(bytes).toString('utf8').replaceAll('\r\n', '\n'));
  return text.endsWith('\n') ? text : `${text}\n`;
}

type ViewOptions = Pick<PresentOptions, 'color' | 'verbose'>;

/** A view for people, on stderr. */
export async function printView(context: Context, options: ViewOptions, view: View): Promise<void> {
  await printOn(context.stderr, context, { options, view });
}

interface Printed {
  readonly options: ViewOptions;
  readonly view: View;
}

async function printOn(
  stream: OutputStream,
  context: Context,
  { options, view }: Printed,
): Promise<void> {
  const { env, secrets } = context;
  const mayColor = stream.isTerminal || isSwitchedOn(env['FORCE_COLOR']);
  // Secrets are withheld before the layout, because one that is wrapped over two lines would not be recognised.
  const shownFacts = (view.facts ?? []).filter(({ isDetail }) => options.verbose || !isDetail);
  const facts = shownFacts.map((fact) => addTime(fact, context));
  const safeView = mapTexts({ ...view, facts }, secrets.redact);
  const text = await renderView(
    { ...safeView, mood: view.mood ?? 'plain' },
    {
      color: options.color && !env['NO_COLOR'] && mayColor && env['TERM'] !== 'dumb',
      columns: stream.columns,
      terminal: stream.isTerminal,
      windows: env['OS'] === 'Windows_NT',
      accessible: isAccessible(env),
    },
  );
  if (text.trim() !== '') await stream.write(text);
}

/** A time as it came, then in local time and as an age. */
function addTime({ label, value, atMs }: Fact, context: Context): Fact {
  if (atMs === undefined) return { label, value };
  const near = nearTime(atMs, { nowMs: context.clock.now(), timeZone: context.timeZone });
  return { label, value: `${value} (${near})` };
}

/** What --json prints, with secrets withheld. pvg's own names are never withheld: scripts branch on them. */
export function buildJsonObject(context: Context, result: CommandResult): Printable {
  // Redacts the value as text, because printing and parsing work at any depth and length.
  const clean = (value: Printable): Json =>
    parseJson(printJson(value, { redact: context.secrets.redact }));
  const { verdict, error, extraMembers: members = {} } = result;
  const object = {
    schema: 1,
    command: result.command,
    profile: result.profile,
    environment: result.environment,
    ...(context.callTarget?.governingProfile
      ? { values_of: context.callTarget.governingProfile }
      : {}),
    interface: result.interface,
    ok: result.ok,
    exit: result.exit,
    verdict: verdict && {
      id: verdict.id,
      says: clean(verdict.says),
      next: clean(nextWords(verdict)),
      not: clean(verdict.not || null),
    },
    advice: result.advice,
    http: result.http && clean({ ...result.http }),
    call_id: result.callId,
    answer: clean(result.answer),
    anomalies: clean(result.anomalies.map((anomaly) => ({ ...anomaly }))),
    error: error && {
      code: isPvgCode(error.code) ? error.code : clean(error.code),
      says: clean(error.says),
      hint: clean(hintWords(error) || null),
      hint_command: clean(result.view.nextCommand ?? null),
      section: error.section,
    },
    notes: clean(rankedNotes(result)),
    ...Object.fromEntries(Object.entries(members).map(([name, value]) => [name, clean(value)])),
  };
  if (!commandsAboutPurchase.includes(result.command)) return object;
  const asked = context.asked === undefined ? null : clean(toPlainData(context.asked));
  const { questions = [] } = context;
  return questions.length === 0
    ? { asked, ...object }
    : { asked, ...object, questions: [...questions] };
}

const commandsAboutPurchase = ['lookup', 'verify'];

/** The notes of the JSON: doubts about the verdict first, and without the hint of a failure. */
function rankedNotes({ view, notes = [], error }: CommandResult): Printable {
  const doubts = (view.warnings ?? []).map((says) => ({ rank: 'doubt', says }));
  // The view has the hint of a failure among its notes: the JSON has it in `error`.
  const hints = error === null ? [] : hintLines(error);
  const otherNotes = [...notes, ...(view.notes ?? [])].filter(
    (says) => says !== '' && !hints.includes(says),
  );
  return [...doubts, ...otherNotes.map((says) => ({ rank: 'note', says }))];
}

/** The hint of a failure as the view may have it: as a whole, with or without who acts, and line by line. */
function hintLines(error: ErrorWords): readonly string[] {
  const { hint, hintAtTerminal = '' } = error;
  const whole = [hintWords(error), hintWords({ ...error, who: '', not: '' })];
  return [...whole, hint, ...hintAtTerminal.split('\n')];
}
