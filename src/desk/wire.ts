import type { AskedPurchase } from '../context.js';
import type { Environment } from '../contract/environments.js';
import type { Asks } from '../failure.js';
import type { CommandResult, View } from '../output/command-result.js';
import type { CodeMeaning } from '../support/explain/explain.js';
import type { Tone } from '../output/page.js';
import type { JournalEntry, RemarkEntry, ReplyEntry } from '../support/journal/entry.js';
import type { Fact } from '../wording/description.js';

/** What goes between the page of `pvg desk` and pvg. Types alone: the page has nothing else of pvg in common with it. */

/** The answer to `POST /start`: what the page needs before anything is asked. */
export interface StartAnswer {
  readonly version: string;
  readonly profiles: readonly DeskProfile[];
  readonly languages: readonly ReplyLanguageName[];
  /** What else a player may ask, which no look-up shows: `refund`. */
  readonly situations: readonly DeskSituation[];
  /** The name that a person reads for each id of an outcome, a reply or a question. */
  readonly words: Readonly<Record<string, string>>;
}

/** A question of a player, and what it means for the person who answers the ticket. */
export interface DeskSituation {
  readonly id: string;
  /** `a refund`: the question in a sentence about a text that mentions it; empty for a question that no text is searched for. */
  readonly mention: string;
  /** Who acts next. */
  readonly who: string;
  /** What nobody may do now. */
  readonly not: string;
  /** What to do next. */
  readonly next: string;
}

export interface DeskProfile {
  readonly name: string;
  readonly environment: Environment;
  /** The emulator inside pvg answers. */
  readonly isDemo: boolean;
}

export interface ReplyLanguageName {
  readonly code: string;
  readonly name: string;
}

/** The body of `POST /run`: a tool of the table, and values for its fields. */
export interface ToolRequest {
  readonly tool: string;
  readonly values: Readonly<Record<string, string>>;
  readonly profile?: string;
}

/** The answer to `POST /run`, one JSON object a line: a note as soon as the command says one, then its end. */
export type StreamLine = { readonly kind: 'note'; readonly text: string } | RunEnd;

/** How the command ended. */
interface RunEnd {
  readonly kind: 'end';
  readonly result: RunResult;
  readonly shown: ShownResult;
  /** The id of the reply in it, for `POST /given`; empty if it has none. */
  readonly reply_id: string;
}

/** The only line of the answer to `POST /watch`. The answer stays open until pvg ends, so that the page notices it. */
export interface WatchLine {
  readonly kind: 'ended';
}

/** The body of `POST /given`: the reply was copied, so the journal keeps it. */
export interface GivenRequest {
  readonly reply_id: string;
}

/** What `--json` prints (docs/schemas/result.schema.json). */
export interface RunResult<Answer = unknown> extends Pick<
  CommandResult,
  'command' | 'profile' | 'environment' | 'ok' | 'exit' | 'advice'
> {
  readonly verdict: { readonly id: string; readonly says: string } | null;
  readonly http: { readonly status: number | null } | null;
  readonly call_id: string | null;
  readonly answer: Answer;
  readonly error: { readonly code: string; readonly says: string } | null;
  readonly replies?: readonly ReplyText[];
  /** What was asked of the service. */
  readonly asked?: AskedPurchase | null;
  /** What a refused command needs from its user. */
  readonly asks?: Asks;
  /** What else the text mentions, by the ids of situations: `refund`. */
  readonly questions?: readonly string[];
  readonly anomalies?: readonly { readonly id?: string }[];
}

export interface ReplyText {
  readonly language: string;
  readonly text: string;
}

/** One of several purchases in a paste. */
export type OfferedPurchase = NonNullable<Asks['choices']>[number];

/** What a person reads at the terminal, in its parts. */
export interface ShownResult {
  readonly headline: string;
  readonly mood: NonNullable<View['mood']>;
  readonly warnings: readonly string[];
  /** Empty if nobody has to act. */
  readonly actor: string;
  /** What nobody may do now, in a sentence; or empty. */
  readonly not: string;
  readonly next: string;
  readonly caveat: string;
  readonly facts: readonly ShownFact[];
  readonly notes: readonly string[];
  /** What must be read before the reply is sent. */
  readonly reply_doubts: readonly string[];
  /** Why there is no reply; empty if there is one, or none was wanted. */
  readonly no_reply: string;
  /** A whole text to copy, such as a report. */
  readonly data: string;
  /** The order id of the answer to a look-up; or empty. */
  readonly order_id: string;
  /** The player whose verification the text mentions beside a purchase, empty if it has no certain name; null if it mentions none. */
  readonly mentioned_player: string | null;
}

export interface ShownFact extends Pick<Fact, 'label' | 'value' | 'atMs'> {
  /** The page shows a detail only to those who open the details. */
  readonly isDetail: boolean;
}

/** A call of the journal, with the tone in which a person sees it. */
export interface JournalCall extends JournalEntry {
  readonly tone: Tone;
  /** Who acts on the item, and how. The page shows it where a question of the player says who acts next; null without a verdict. */
  readonly for_item: string | null;
}

/** A note, a move or a refused text. */
export interface ShownRemark extends RemarkEntry {
  /** What a refused text is, in a few words. */
  readonly says: string;
  /** Who acts next, what nobody may do and what to do about a refused text, as the report says it. */
  readonly action: Pick<DeskSituation, 'who' | 'not' | 'next'>;
}

export type ShownLine = JournalCall | ReplyEntry | ShownRemark;

/** A call that has a verdict, in the words that hold for it now: later lines of the journal may have changed them. */
export interface NewestAnswer {
  readonly id: string;
  readonly at: string;
  readonly case: string | null;
  readonly order_id: string | null;
  readonly product: string | null;
  readonly player: string | null;
  readonly tone: Tone;
  readonly says: string;
  readonly who: string;
  /** What nobody may do; `next` begins with this sentence. Empty if `next` has no such sentence of its own. */
  readonly not: string;
  readonly next: string;
  /** What to check before anything else. */
  readonly doubts: readonly string[];
  /** The id of the verdict. */
  readonly verdict: string;
  /** Which reply fits; null if the player may not be told anything yet. */
  readonly situation: string | null;
  /** The answer is about another order than the text that was looked up. */
  readonly is_about_other: boolean;
}

/** The `answer` of `journal find`. */
export interface FoundAnswer extends JournalAnswer {
  /** The call whose answer counts among all that were found; null if none has a verdict. */
  readonly newest_answer: NewestAnswer | null;
  /** What each ticket has: one for each of its purchases and players, the newest first. */
  readonly answers: readonly NewestAnswer[];
  /** Ids of refused texts whose purchases were all looked up. */
  readonly settled: readonly string[];
}

/** The `answer` of `journal list`. */
export interface JournalAnswer {
  readonly entries: readonly JournalCall[];
  readonly replies: readonly ReplyEntry[];
  readonly remarks: readonly ShownRemark[];
  readonly has_older: boolean;
  /** What could not be read, in words; null if everything was read. */
  readonly incomplete: string | null;
}

/** The `answer` of `journal list --count`. */
export interface CountAnswer {
  readonly calls: Counted;
  /** How many lines of the journal are no calls. */
  readonly others: Readonly<Record<'reply' | 'refusal' | 'note' | 'move', number>>;
  readonly calls_by: Readonly<Record<'day' | 'person', readonly NamedCount[]>>;
  readonly incomplete: string | null;
}

interface Counted {
  readonly counts: readonly NamedCount[];
  readonly total: number;
}

export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

/** The `answer` of `explain-error`. */
export interface ExplainAnswer {
  readonly asked: string;
  readonly note: string | null;
  readonly meanings: readonly CodeMeaning[];
  /** Who acts, and how. */
  readonly action: { readonly who?: string; readonly not?: string; readonly next: string };
}

/** The `answer` of `reply`. */
export interface ReplyAnswer {
  readonly situation: string | null;
  /** The text in each language. */
  readonly texts: Readonly<Record<string, string>>;
}

export type { Asks, CodeMeaning, ReplyEntry };
