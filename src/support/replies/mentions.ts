import type { Context } from '../../context.js';
import { withNotes, type CommandResult } from '../../output/command-result.js';
import { optionWords, placeholder, shellLine } from '../../text/shell.js';
import type { JournalEntry, RemarkEntry } from '../journal/entry.js';

/**
 * What a text says that is no question with a reply of its own. The journal keeps the ids, because whoever writes the reply or
 * the report later no longer has the text.
 */
type Mention = 'item-twice' | 'verification';

/** The lines of a ticket that were made from a text. */
interface TextLines {
  readonly calls: readonly Pick<JournalEntry, 'command' | 'mentions'>[];
  readonly remarks: readonly Pick<RemarkEntry, 'mentions'>[];
}

/** What the text of this command mentions. */
export function listMentions({
  saysItemTwice,
  mentionedPlayer,
}: Pick<Context, 'saysItemTwice' | 'mentionedPlayer'>): readonly Mention[] {
  const mentions: Mention[] = [];
  if (saysItemTwice === true) mentions.push('item-twice');
  if (mentionedPlayer !== undefined) mentions.push('verification');
  return mentions;
}

/** The words for each mention, after `the text mentions`. */
export const mentionNames: Readonly<Record<string, string>> = {
  'item-twice': 'an item that came twice',
  verification: 'a verification',
} satisfies Record<Mention, string>;

const noReplyToTwice = 'no reply fits that. Send the report to the game’s developers.';

/** The note on the text of a command; undefined if it does not say so. */
export function itemTwiceNote(mentions: readonly string[]): string | undefined {
  if (!hasItemTwice({ mentions })) return undefined;
  return `The text says that the item came twice: ${noReplyToTwice}`;
}

/** The same about the earlier texts of a ticket. */
export function itemTwiceOfTicket({ calls, remarks }: TextLines): string | undefined {
  if (![...calls, ...remarks].some(hasItemTwice)) return undefined;
  return `A text of this ticket says that the item came twice: ${noReplyToTwice}`;
}

function hasItemTwice({ mentions }: Pick<RemarkEntry, 'mentions'>): boolean {
  return mentions.includes('item-twice' satisfies Mention);
}

/** Whether a text of the ticket mentions a verification, and no player of the ticket was checked. */
export function isVerificationOpen({ calls, remarks }: TextLines): boolean {
  const isMentioned = [...calls, ...remarks].some(({ mentions }) =>
    mentions.includes('verification' satisfies Mention),
  );
  return isMentioned && !calls.some(({ command }) => command === 'session');
}

/** Says that a verification is open, with the command that checks it; undefined if none is. The journal has no names of players. */
export function openVerificationNote(
  ticket: TextLines,
  caseId: string | undefined,
): string | undefined {
  if (!isVerificationOpen(ticket)) return undefined;
  const options = optionWords({ '--case': caseId });
  const command = shellLine([
    ...['pvg', 'session', '--username'],
    placeholder('PLAYER'),
    '--check',
    ...options,
  ]);
  return `A text of this ticket mentions a verification, and no player was checked. If the player asks about that: \`${command}\`, with the player’s exact name in the game.`;
}

/** Adds notes that must be read before the reply is sent: a page shows them above it. */
export function withReplyDoubts(
  result: CommandResult,
  ...doubts: readonly string[]
): CommandResult {
  if (doubts.length === 0) return result;
  const { notes = [], view } = result;
  const newNotes = doubts.filter((doubt) => !notes.includes(doubt));
  const noted = withNotes(result, ...newNotes);
  const replyDoubts = [...(view.replyDoubts ?? []), ...doubts];
  return { ...noted, view: { ...noted.view, replyDoubts } };
}
