import type { Context } from '../../context.js';
import { isSameOrigin } from '../../contract/address.js';
import { replyLine } from '../../text/reply-line.js';
import { findNearTickets } from '../journal/near-tickets.js';
import { PvgError } from '../../failure.js';
import type { GlobalOptions } from '../../input/options.js';
import { didYouMean } from '../../text/nearest.js';
import { joinSentences } from '../../text/sentences.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { entryOutcome, isAboutSame, matchesTypedName, minuteUtc } from '../journal/calls.js';
import { withCutDoubts } from '../journal/cut-doubt.js';
import { mayHaveRecorded, withLaterVerify } from '../journal/earlier-calls.js';
import { isCall, type JournalEntry, type ReplyEntry } from '../journal/entry.js';
import { requireJournal, requireNewest } from '../journal/journal.js';
import {
  chooseAnswer,
  readAnswersOnOrder,
  mistakenWords,
  readNamedOrders,
} from '../journal/order-answers.js';
import { offWords } from '../journal/places.js';
import { withoutDemo } from '../report/subjects.js';
import { replySituation, type ReplyLanguage } from './situations.js';
import { throwIfRefusedPaste } from './without-answer.js';

/** The calls from which a reply is made. */

interface WantedCalls {
  readonly caseId: string | undefined;
  /** The order that the call must be about; the look-up may have been made for another ticket. */
  readonly orderId: string | undefined;
  /** The languages of the reply, for the commands that errors propose. */
  readonly languages: readonly ReplyLanguage[];
  /** The replies of the ticket; none without a ticket. */
  readonly replies: readonly ReplyEntry[];
}

interface CallsOfReply {
  /** The calls that say something about a purchase or a player; at least one. */
  readonly telling: readonly JournalEntry[];
  /** All calls, also those that say nothing, such as a look-up with a wrong secret; oldest first. */
  readonly all: readonly JournalEntry[];
}

/** Finds the calls for a reply: the one that counts for the order, if one is given; else those of the case, also by colleagues; else the last of this user. */
export async function findCalls(
  context: Context,
  { profile, ...globals }: GlobalOptions,
  wantedCalls: WantedCalls,
): Promise<CallsOfReply> {
  const isWanted = (call: JournalEntry): boolean =>
    profile === undefined || call.profile === profile;
  const { caseId, orderId, languages, replies } = wantedCalls;
  if (orderId !== undefined) {
    const answers = (await readAnswersOnOrder(context, orderId)).filter(isWanted);
    const answer = chooseAnswer(withoutDemo(answers), caseId);
    if (answer !== undefined) return { telling: [answer], all: [answer] };
    throw await noAnswerError(context, { ...wantedCalls, orderId, profile });
  }
  const found =
    caseId === undefined
      ? await lastCalls(context, globals, isWanted)
      : (await callsOfCase(context, globals, caseId)).filter(isWanted);
  const calls = await withCutDoubts(context, found);
  const telling = calls.filter(hasSituationOrSilence);
  if (telling.length > 0) return { telling, all: calls };
  const newest = calls.at(-1);
  const hint = 'A reply for a situation needs no call.';
  const hintAtTerminal =
    'Choose it with `--for <situation>`. `pvg reply --list` shows the situations.';
  if (newest === undefined && caseId !== undefined) {
    await throwIfRefusedPaste(context, globals, { caseId, languages, profile, replies });
  }
  if (newest === undefined) {
    const says = caseId === undefined ? 'no such call' : 'no call of this ticket';
    const near = caseId === undefined ? [] : await findNearTickets(context, caseId);
    const lines = near.map((ticket) => replyLine(languages, optionWords({ '--case': ticket })));
    const [nearTicket] = near;
    // A reply of another ticket goes to another player: first somebody looks whether it is this one.
    const lookAtNear =
      near.length === 1 && nearTicket !== undefined
        ? shellLine(['pvg', 'journal', 'list', ...optionWords({ '--case': nearTicket })])
        : undefined;
    throw new PvgError('not-in-journal', `The journal has ${says}${offWords(context)}.`, {
      hint: lines.length > 0 ? undefined : hint,
      hintAtTerminal: didYouMean(lines) ?? hintAtTerminal,
      nextCommand: lookAtNear ?? 'pvg reply --list',
    });
  }
  throw new PvgError(
    'no-reply',
    'None of these calls says anything about a purchase or a player.',
    {
      hint,
      hintAtTerminal,
      nextCommand: shellLine(['pvg', 'journal', 'show', newest.id]),
    },
  );
}

/** Says that the newest look-up failed, so that the reply comes from an earlier one; undefined if it did not fail. */
export function newerFailureNote({ telling, all }: CallsOfReply): string | undefined {
  const failed = all.findLast(
    (call) => ['lookup', 'session'].includes(call.command) && !hasSituationOrSilence(call),
  );
  if (failed === undefined) return undefined;
  const aboutSame = telling.filter((call) => isAboutSame(call, failed));
  const usedCalls = aboutSame.length > 0 ? aboutSame : telling;
  const callsAfterFailure = all.slice(all.indexOf(failed) + 1);
  if (usedCalls.some((call) => callsAfterFailure.includes(call))) return undefined;
  const callNoun = failed.command === 'lookup' ? 'look-up' : 'check';
  const { says } = entryOutcome(failed);
  return `This reply is from an earlier answer: the newest ${callNoun}, of ${minuteUtc(failed.at)}, failed. ${says}`;
}

/** Whether a call leads to a reply, or to a reason for none. */
export function hasSituationOrSilence(call: JournalEntry): boolean {
  const { situation, silence } = replySituation(call);
  return (situation ?? silence) !== undefined;
}

/**
 * The last calls of this user, oldest first: the newest that says something, then the newest of all, by which a later failure is
 * noticed. They may be the same call.
 */
async function lastCalls(
  context: Context,
  globals: GlobalOptions,
  isWanted: (call: JournalEntry) => boolean,
): Promise<readonly JournalEntry[]> {
  let newest: JournalEntry | undefined;
  const { lines } = await requireNewest(context, globals, {
    onlyOwn: true,
    isWanted: ({ kept }) => {
      if (!isCall(kept) || !isWanted(kept)) return false;
      // Noted on the way to the newest call that says something.
      newest ??= kept;
      return hasSituationOrSilence(kept);
    },
    most: 1,
  });
  const telling = lines.filter(isCall);
  return newest === undefined ? telling : [...telling, newest];
}

async function callsOfCase(
  context: Context,
  globals: GlobalOptions,
  caseId: string,
): Promise<readonly JournalEntry[]> {
  const { calls } = await requireJournal(context, globals, { containing: [caseId] });
  return withoutDemo(calls.filter((call) => matchesTypedName(call.case, caseId)));
}

interface UnansweredOrder extends WantedCalls {
  readonly orderId: string;
  readonly profile: string | undefined;
}

/** The error for an order that nobody looked up: its receipt is still missing. */
async function noAnswerError(
  context: Context,
  { caseId, orderId, languages, profile }: UnansweredOrder,
): Promise<PvgError> {
  const [order] = await readNamedOrders(context, [orderId], caseId);
  const mistaken = order?.mistaken;
  const options = optionWords({
    '--for': 'need-receipt',
    '--order-id': orderId,
    '--profile': profile,
    '--case': caseId,
  });
  const notLookedUp = 'Nobody looked up this order with its receipt.';
  return new PvgError('not-in-journal', `The journal has no answer about it${offWords(context)}.`, {
    hint: joinSentences(
      mistaken === undefined ? notLookedUp : mistakenWords(mistaken),
      'Ask the game’s developers for the receipt.',
    ),
    nextCommand: shellLine(['pvg', 'reply', ...languages, ...options]),
  });
}

/**
 * The call that counts for the reply: a look-up, or a later verify of the same purchase, for whatever ticket, because then what
 * the look-up said may no longer be true. Without a later verify, the look-up is returned as withLaterVerify reads it.
 */
export function withVerifies(
  context: Context,
  call: JournalEntry,
  calls: readonly JournalEntry[],
): JournalEntry {
  if (call.command !== 'lookup') return call;
  const later = calls.slice(calls.findIndex(({ id }) => id === call.id) + 1);
  const samePurchase = later.filter(
    (other) =>
      isSameOrigin(other.origin, call.origin) &&
      other.environment === call.environment &&
      isAboutSame(other, call),
  );
  const verify = samePurchase.findLast(mayHaveRecorded);
  if (verify === undefined) return withLaterVerify(call, calls, context);
  // The next look-up uses the profile of this look-up, not that of the colleague who verified.
  return { ...verify, case: call.case, profile: call.profile };
}
