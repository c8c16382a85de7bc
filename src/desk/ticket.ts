import { onFileError, type Context, type Files } from '../context.js';
import { PvgError } from '../failure.js';
import { noChoice, type GlobalOptions } from '../input/options.js';
import type { Recorded } from './journal/recorder.js';
import type { Finished } from '../output/finished.js';
import { requireFolder, requireFree } from '../output/out-file.js';
import type { ReportOut } from './ticket-report.js';
import { join } from 'node:path';

interface TicketWork {
  readonly reply: { readonly language: ReplyLanguage; readonly replies: Replies } | undefined;
  readonly report: ReportOut | undefined;
}

export interface TicketOptions {
  readonly reply?: string;
  readonly report?: string;
  readonly overwrite?: boolean;
}

/**
 * Finds everything that can be wrong with it before anything is sent.
 * @throws {PvgError} 2 for a wrong value or a file that exists, 3 for replies that cannot be read
 */
export async function readTicketWork(
  context: Context,
  { reply, report: path, overwrite = false }: TicketOptions,
): Promise<TicketWork> {
  if (overwrite && path === undefined) {
    throw new PvgError('usage', '--overwrite works only with --report.', {
      hint: 'Choose the file to write: `--report evidence.html`.',
    });
  }
  const language = replyLanguages.find((each) => each === reply?.toLowerCase());
  if (reply !== undefined && language === undefined) throw noChoice('--reply', reply, replyLanguages);
  const report = path === undefined ? undefined : await reportFile(path, overwrite);
  if (report) {
    await requireFolder(context, report);
    await requireFree(context, report);
  }
  const replies = language && (await readReplies(context.files, context.folders.shipped, language));
  return { reply: language && replies && { language, replies }, report };
}

async function reportFile(path: string, overwrite: boolean): Promise<TicketWork['report']> {
  const { reportFormOf } = await import('./report/forms.js');
  return { option: '--report', path, overwrite, form: reportFormOf('--report', path) };
}

/** A failed look-up has no reply: it says nothing about the purchase. */
export function withReply(globals: GlobalOptions, { reply }: TicketWork, finished: Finished): Finished {
  if (reply === undefined) return finished;
  const { language, replies } = reply;
  const text = replies.get(finished.verdict?.id ?? '');
  if (text === undefined || text === '') {
    return withLine(
      globals,
      { ...finished, members: { ...finished.members, reply: null } },
      'There is no reply for the player, because this answer says nothing about the purchase.',
    );
  }
  return {
    ...finished,
    members: { ...finished.members, reply: { language, text } },
    view: { ...finished.view, copy: { label: `Reply to the player (${language})`, text } },
  };
}

export async function withReport(
  context: Context,
  globals: GlobalOptions,
  { report }: TicketWork,
  finished: Finished,
  call: Recorded,
): Promise<Finished> {
  if (report === undefined) return finished;
  const { reported } = await import('./ticket-report.js');
  const told = await reported(context, report, finished, call);
  return told.members?.['report'] === null
    ? told
    : withLine(globals, told, `Wrote the report: ${report.path}`);
}

/** Below the verdict: in the notes for a person, or on stderr if stdout has only data. */
const withLine = (globals: GlobalOptions, finished: Finished, text: string): Finished =>
  globals.json || globals.raw
    ? { ...finished, below: [...(finished.below ?? []), text] }
    : { ...finished, view: { ...finished.view, notes: [...(finished.view.notes ?? []), text] } };

/** Neutral replies for the player, one text file for each language: easy to change without a build. */
export const replyLanguages = ['en', 'vi', 'ja', 'zh', 'ko', 'th', 'id', 'es', 'pt'] as const;
export type ReplyLanguage = (typeof replyLanguages)[number];

type Replies = ReadonlyMap<string, string>;

/** @throws {PvgError} `configuration-unreadable`: somebody may have deleted or damaged the file. */
async function readReplies(
  files: Pick<Files, 'read'>,
  shippedFolder: string,
  language: ReplyLanguage,
): Promise<Replies> {
  const path = join(shippedFolder, 'replies', `${language}.txt`);
  const bytes = await files.read(path).catch(
    onFileError(({ code }) => {
      throw new PvgError('configuration-unreadable', `The replies cannot be read (${code}): ${path}`, {
        hint: 'Put the file back, or install pvg again. Without `--reply` the look-up does not need it.',
      });
    }),
  );
  return parseReplies(Buffer.from(bytes).toString('utf8'));
}

/** `[verdict]`, with its text below; lines that begin with # are not printed. */
export function parseReplies(text: string): Replies {
  const replies = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const name = /^\[([a-z-]+)\]\s*$/.exec(line)?.[1];
    if (name !== undefined) replies.set(name, (lines = []));
    else if (!line.startsWith('#')) lines.push(line);
  }
  return new Map([...replies].map(([name, its]) => [name, its.join('\n').trim()]));
}
