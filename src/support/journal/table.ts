import type { PrintedTable } from '../../output/command-result.js';
import { isoTime, localTime, type TimeStyle } from '../../text/times.js';
import {
  callerName,
  factIfValue,
  isCalledBy,
  entryOutcome,
  shownPrint,
  type Caller,
} from './calls.js';
import { isReply, type KeptEntry, type ReplyEntry } from './entry.js';
import { nonEmptyTexts } from '../../text/sentences.js';

/** Up to three lines for each, or every value with its name. */
export function keptTable(
  all: readonly KeptEntry[],
  style: TimeStyle,
  account: Caller,
): PrintedTable {
  // With a team's folder it matters who it was.
  const isTeam = all.some((kept) => !isCalledBy(kept, account));
  const lines = all.map((kept) => ({
    when: timeOf(kept, style),
    call: kept.command,
    outcome: isReply(kept) ? replyWords(kept) : entryOutcome(kept).word,
    about: kept.order_id ?? shownPrint(kept.receipt ?? kept.player),
    profile: kept.profile ?? (kept.environment && `(${kept.environment})`),
    product: isReply(kept) ? null : kept.product,
    ticket: kept.case,
    by: isTeam ? callerName(kept) : null,
    id: kept.id,
  }));
  return {
    head: ['when', 'call', 'outcome'],
    rows: lines.flatMap(({ when, call, outcome, about, profile, product, ticket, by, id }, at) => [
      ...(at > 0 ? [['', '', '']] : []),
      [when, call, outcome],
      [about ?? '', '', nonEmptyTexts(profile, product, ticket, by).join(', ')],
      [id, '', ''],
    ]),
    lines: lines.map((values) =>
      Object.entries(values).flatMap(([label, value]) => factIfValue(label, value)),
    ),
  };
}

function timeOf(kept: KeptEntry, { timeZone, nowMs }: TimeStyle): string {
  const atMs = Date.parse(kept.at);
  // The clock is wrong, or that of the computer that wrote it.
  const isInFuture = atMs > nowMs + 60_000;
  const utc = isoTime(atMs - (atMs % 1000));
  return `${localTime(atMs, timeZone) ?? utc}${isInFuture ? ' (in the future)' : ''}`;
}

/** Which reply it was: `pending (ko, en)`. */
export function replyWords({ situation, languages }: ReplyEntry): string {
  return `${situation ?? 'reply'} (${languages.join(', ')})`;
}
