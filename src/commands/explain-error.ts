import type { Context } from '../context.js';
import {
  explainPastedAnswer,
  explainGoogleError,
  explainSaidAnswer,
} from '../support/explain/answer.js';
import {
  blank,
  explainFailure,
  explainKnown,
  explainTerm,
  type Explanation,
} from '../support/explain/explain.js';
import { doubtBillingNumber, explainBillingCode } from '../support/explain/play-billing.js';
import {
  mayBePage,
  readPastedAnswer,
  readSaidAnswer,
  whyNotOneAnswer,
} from '../support/explain/pasted.js';
import { explainSystemCode } from '../support/explain/system-code.js';
import { explanationResult } from '../support/explain/view.js';
import { matchesTypedName } from '../support/journal/calls.js';
import { offWords } from '../support/journal/places.js';
import { isCall, type JournalEntry, type KeptEntry } from '../support/journal/entry.js';
import { requireNewest } from '../support/journal/journal.js';
import { findNearTickets } from '../support/journal/near-tickets.js';
import { situationOfRefused } from '../support/replies/refused-situation.js';
import { replySituation } from '../support/replies/situations.js';
import {
  nextLanguages,
  readTicketLines,
  type TicketLines,
} from '../support/replies/ticket-lines.js';
import { PvgError } from '../failure.js';
import { InputReader, decodeInput } from '../input/bytes.js';
import { findGoogleError } from '../input/pasted/google-error.js';
import { caseOption, readCase } from '../input/case-option.js';
import {
  addExamples,
  globalOptions,
  type GlobalOptions,
  type TypedFlags,
} from '../input/options.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import { didYouMean } from '../text/nearest.js';
import { replyLine, replyOptions } from '../text/reply-line.js';
import { optionWords, shellLine } from '../text/shell.js';
import type { Registration } from './registration.js';

type ExplainOptions = TypedFlags<'case', 'last'>;

export function register({ command, context, finish }: Registration): void {
  addExamples(command, [
    'pvg explain-error DUPLICATE_TRANSACTION',
    'pvg explain-error 409',
    'pvg explain-error --last',
    `pvg explain-error 'HTTP/1.1 409 Conflict'`,
    `echo '{"success":false,"error":"PRODUCT_MISMATCH","message":"…"}' | pvg explain-error -`,
  ]);
  command
    .argument(
      '[code|status|text|-]',
      'a code, a state, a verdict, an HTTP status or a line that names one; @file or - for an answer as you have it: JSON, HTTP, a line of a log, a program’s dump, a page of a proxy',
    )
    .option('--last', 'the last failure in the journal (the same as without an argument)')
    .addOption(
      caseOption('the ticket: its reply is the next command; with --last: its last failure'),
    )
    .addHelpText(
      'after',
      '\nWithout an argument it explains the last failure in the journal, with its profile, clock and ticket.\n' +
        'With --profile: the last failure of that profile. It sends nothing, and writes nothing.',
    )
    .action(async (input: string | undefined, options: ExplainOptions) => {
      const { last = false } = options;
      const caseId = readCase(options.case);
      if (last && input !== undefined) {
        throw new PvgError('usage', '--last and a code cannot be used together.', {
          hint: 'Use one of them.',
          nextCommand: 'pvg explain-error --last',
        });
      }
      await finish(
        input === undefined
          ? explainLast(context, globalOptions(command), caseId)
          : explainForTicket(context, caseId, explainTyped(context, input, globalOptions(command))),
      );
    });
}

/** Carries the ticket into the next command: another explanation, or else the reply to the player that fits the ticket. */
async function explainForTicket(
  context: Context,
  caseId: string | undefined,
  explained: Promise<CommandResult>,
): Promise<CommandResult> {
  if (caseId === undefined) return explained;
  const isExplanation = (line: string | undefined): line is string =>
    line?.startsWith(shellLine(['pvg', 'explain-error'])) === true;
  const ticketWords = shellLine(optionWords({ '--case': caseId }));
  try {
    const result = await explained;
    const { nextCommand } = result.view;
    const next = isExplanation(nextCommand)
      ? `${nextCommand} ${ticketWords}`
      : replyOfTicket(await readTicketLines(context, caseId), caseId);
    return { ...result, view: { ...result.view, nextCommand: next } };
  } catch (error) {
    if (!(error instanceof PvgError)) throw error;
    const { code, message, details } = error;
    if (!isExplanation(details.nextCommand)) throw error;
    const nextCommand = `${details.nextCommand} ${ticketWords}`;
    throw new PvgError(code, message, { ...details, nextCommand });
  }
}

/** The reply about what was looked up for the ticket; without a look-up, the one that fits its refused texts. */
function replyOfTicket(ticket: TicketLines, caseId: string): string {
  const languages = nextLanguages([], ticket);
  const isAnswered = ticket.calls.some((call) => replySituation(call).situation !== undefined);
  if (isAnswered) return replyLine(languages, optionWords({ '--case': caseId }));
  const situation = situationOfRefused(ticket.remarks.toReversed()) ?? 'need-order-id';
  return replyLine(languages, replyOptions(situation, caseId));
}

/** Whether a text may be a whole answer rather than a word or a sentence: it is JSON, a page or several lines. */
function mayBeAnswer(typed: string): boolean {
  return /[{\n]/.test(typed) || mayBePage(typed);
}

async function explainTyped(
  context: Context,
  typed: string,
  { profile }: GlobalOptions,
): Promise<CommandResult> {
  const isSource = typed === '-' || typed.startsWith('@');
  const input = new InputReader(context);
  const isProfileChosen = await hasChosenProfile(context, profile);
  if (!isSource && !mayBeAnswer(typed)) {
    const several = await explainSeveralCauses(typed);
    if (several !== undefined) return explanationResult(several, { profile, isProfileChosen });
    const word = await withCause(await explainWord(context, input, typed), typed);
    return explanationResult(word, { profile, isProfileChosen });
  }
  const { bytes } = await input.read('explain-error', typed);
  const found = bytes.length > mostAnswerBytes ? undefined : explainBytes(bytes);
  if (found !== undefined) {
    const explanation = await withCause(found);
    const isPasted = typed === '-';
    return explanationResult(explanation, { profile, isProfileChosen, isPasted });
  }
  // Somebody who used `-` has just pasted a text, so the next command is another one.
  throw notOneAnswerError(bytes, typed === '-' ? helpOfService : pasteAgain);
}

const pasteAgain = 'pvg explain-error -';
const helpOfService = 'pvg help service';

/**
 * Whether a profile was typed, set by a variable, or stored as the one to use. An unreadable folder counts as none, because this
 * command needs no profile.
 */
async function hasChosenProfile(
  { env, profiles }: Context,
  profile: string | undefined,
): Promise<boolean> {
  const chosenName = profile ?? env['PVG_PROFILE'] ?? '';
  return chosenName !== '' || (await profiles.chosen().catch(() => undefined)) !== undefined;
}

/** The error for a text that is not exactly one answer. It does not repeat the text, which may have a receipt. */
function notOneAnswerError(bytes: Uint8Array, nextCommand: string): PvgError {
  const oneAnswer =
    'Give one answer: its JSON from `{` to `}`, a line of a log that has it, or the whole HTTP answer.';
  const again = { hint: oneAnswer, nextCommand };
  if (bytes.length > mostAnswerBytes) {
    return new PvgError('input-unreadable', 'The text has more than 1 MB.', again);
  }
  const why = whyNotOneAnswer(decodeInput('explain-error', bytes));
  if (why.kind === 'several') {
    return new PvgError('input-unreadable', 'The text has more than one answer.', again);
  }
  const { status } = why;
  if (status === undefined) {
    return new PvgError('input-unreadable', 'The text has no answer of this service.', again);
  }
  return new PvgError(
    'input-unreadable',
    `The text names HTTP ${status}, and has no answer of this service.`,
    {
      hint: 'Another service may have sent it: ask the developers which address their program called.',
      hintAtTerminal: 'If it was this service, the command below says what the status means.',
      nextCommand: `pvg explain-error ${status}`,
    },
  );
}

async function explainWord(
  context: Context,
  input: InputReader,
  typed: string,
): Promise<Explanation> {
  const explanation = explainTerm(typed);
  if (explanation.isKnown) return explanation;
  // An assistant or a page must not learn which files there are.
  if (context.via === undefined && (await input.isFile(typed))) {
    throw new PvgError('usage', 'This is the name of a file. Put `@` before it.', {
      hint: 'With `@`, pvg reads the file.',
      nextCommand: shellLine(['pvg', 'explain-error', `@${typed}`]),
    });
  }
  const saidAnswer = /\s/.test(typed) ? readSaidAnswer(typed) : undefined;
  if (saidAnswer !== undefined) return explainSaidAnswer(saidAnswer);
  return (
    explainBillingCode(typed) ??
    doubtBillingNumber(typed) ??
    explainSystemCode(typed) ??
    explanation
  );
}

/** Explains causes that together produce a signature, as `pvg diagnose` prints them: `layout-order + out-base64`. */
async function explainSeveralCauses(typed: string): Promise<Explanation | undefined> {
  const names = typed.trim().split(' + ');
  if (names.length < 2 || names.some((name) => explainTerm(name).causeId === undefined)) {
    return undefined;
  }
  const { causeInWords } = await import('../diagnosis/catalogue/cause-in-words.js');
  const facts = names.flatMap((name) => {
    const words = causeInWords(name);
    return 'near' in words ? [] : [{ label: name, value: `${words.mistake} ${words.fix}` }];
  });
  if (facts.length < names.length) return undefined;
  const headline = 'These mistakes together produce the signature. Each has its own fix.';
  return explainKnown('several causes', headline, { facts, nextCommand: null });
}

/** The typed word if it has dashes as the names of causes have, and is like no code; else undefined. */
function misspeltCause({ isKnown, near }: Explanation, typed: string): string | undefined {
  const isLikeCause = typed.length <= 60 && /^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(typed);
  return !isKnown && near.length === 0 && isLikeCause ? typed : undefined;
}

/**
 * Adds what the cause means, if the term is the name of a cause that `pvg diagnose` gives. A name that only looks like one gets
 * the nearest names. Any other explanation stays as it is.
 */
async function withCause(explanation: Explanation, typed = ''): Promise<Explanation> {
  const { causeId } = explanation;
  const name = causeId ?? misspeltCause(explanation, typed);
  if (name === undefined) return explanation;
  const { causeInWords } = await import('../diagnosis/catalogue/cause-in-words.js');
  const words = causeInWords(name);
  if ('near' in words) {
    if (causeId === undefined) return { ...explanation, near: words.near };
    const headline = 'pvg knows no cause of this name.';
    const unknown = { ...blank, asked: 'this name', headline, near: words.near };
    return words.near.length > 0 ? unknown : { ...unknown, nextCommand: 'pvg help causes' };
  }
  const facts = [{ label: 'Typical of', value: words.typicalSenders }];
  return { ...explanation, headline: words.mistake, facts, note: words.fix };
}

function explainBytes(bytes: Uint8Array): Explanation | undefined {
  return explainText(decodeInput('explain-error', bytes).replace(/^\ufeff/, ''));
}

/** An answer, a code or a status alone, or what a sentence says of one; undefined if it is not certain which. */
function explainText(text: string): Explanation | undefined {
  const googleError = findGoogleError(text);
  const answer = readPastedAnswer(text);
  // An answer of the service (`success`) may repeat an error of Google: then the answer is explained.
  if (googleError !== undefined && answer?.object?.has('success') !== true) {
    return explainGoogleError(googleError);
  }
  // Any object is an answer for `readPastedAnswer`, so a result of Google Play Billing is looked for first.
  const billingAnswer =
    answer?.object?.has('responseCode') === true ? explainBillingCode(text) : undefined;
  if (billingAnswer !== undefined) return billingAnswer;
  if (answer !== undefined) return explainPastedAnswer(answer);
  const saidAnswer = readSaidAnswer(text);
  const explanation = explainWordAlone(text) ?? (saidAnswer && explainSaidAnswer(saidAnswer));
  // Last, because it finds its code anywhere in a text: what the service says is looked for first.
  return explanation ?? explainBillingCode(text) ?? explainSystemCode(text);
}

/** The most that is read of an answer: more than any answer of the service has. */
const mostAnswerBytes = 2 ** 20;

/** Explains a file that has only a code or a status. */
function explainWordAlone(text: string): Explanation | undefined {
  const line = text.trim();
  if (line === '' || line.length > 100) return undefined;
  const explanation = explainTerm(line);
  return explanation.isKnown ? explanation : undefined;
}

/**
 * Whether a line of the journal must be parsed: not if it has `"exit":0,`, which can only be the member of the entry, because
 * quotes inside a text have backslashes. But every line of a verify is parsed: otherwise the line that says that it was sent
 * would look like a verify without an answer.
 */
const mustBeParsed = (line: string): boolean =>
  !line.includes('"exit":0,') || line.includes('"command":"verify"');

const isFailure = (kept: KeptEntry): kept is JournalEntry =>
  isCall(kept) && kept.command !== 'batch' && kept.exit !== 0;

async function explainLast(
  context: Context,
  globals: GlobalOptions,
  caseId: string | undefined,
): Promise<CommandResult> {
  const { profile } = globals;
  const isOfTicket = (kept: KeptEntry): boolean =>
    caseId === undefined || matchesTypedName(kept.case, caseId);
  const { lines } = await requireNewest(context, globals, {
    onlyOwn: true,
    mayMatter: mustBeParsed,
    isWanted: ({ kept }) =>
      isFailure(kept) && isOfTicket(kept) && (profile === undefined || kept.profile === profile),
    most: 1,
  });
  // isWanted let only a failure through; this narrows its type.
  const failure = lines.find(isFailure);
  if (failure !== undefined) return explanationResult(explainFailure(failure), { call: failure });
  const ofWhat = [
    profile === undefined ? '' : ' of this profile',
    caseId === undefined ? '' : ' for this ticket',
  ].join('');
  const nearTickets = caseId === undefined ? [] : await findNearTickets(context, caseId);
  const nearLines = nearTickets.map((ticket) =>
    shellLine(['pvg', 'explain-error', '--last', ...optionWords({ '--case': ticket })]),
  );
  const otherInput = 'Use a code, an HTTP status, or - for an answer on standard input.';
  // No failure is good news, so the result is not an error.
  return commandResult('explain-error', {
    answer: null,
    view: {
      headline: `The journal has no failure${ofWhat}${offWords(context)}.`,
      notes: [didYouMean(nearLines) ?? otherInput],
      nextCommand: nearLines.length === 1 ? nearLines[0] : undefined,
    },
  });
}
