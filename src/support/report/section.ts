import type { Tone } from '../../output/page.js';
import type { Fact } from '../../wording/description.js';

/** Everything that a report says, before it has a form: HTML, Markdown and `--json` read this object. */
export interface Report {
  readonly title: NamedSubject;
  readonly case: string | null;
  /** Says that a part is about the emulator or dev; null if all of it is about prod. */
  readonly banner: string | null;
  readonly lead: string;
  /** How many purchases and players the ticket has, and with which outcomes; null if it has only one. */
  readonly summary: string | null;
  readonly sections: readonly Section[];
  readonly footer: readonly string[];
}

/** Kind and name are separate, because the name comes from a stranger. */
export interface NamedSubject {
  readonly kind: string;
  readonly name: string;
}

/** The blocks of a report. In their sentences, commands stand in backquotes: `pvg report`. */
export type Section = OpenSection | SubjectSection | FactsSection | CallsSection;

/** What the ticket waits for besides its answers: a question of the player, or a purchase that was not looked up. */
export interface OpenSection {
  readonly kind: 'open';
  readonly subject: NamedSubject;
  readonly headline: string;
  readonly next: string;
  readonly facts: readonly ReportFact[];
}

/** The first section about a purchase or a player: what the answer about it means. */
export interface SubjectSection extends SubjectAnswer {
  readonly kind: 'subject';
  readonly subject: NamedSubject;
  /** What the same purchase or player got in another environment or with another profile. */
  readonly also: readonly SubjectAnswer[];
}

/** What the answer to a call means. */
export interface SubjectAnswer {
  /** The profile and its environment: `shop (prod)`. */
  readonly place: string;
  readonly tone: Tone;
  readonly headline: string;
  readonly badges: readonly string[];
  readonly next: string;
  readonly notes: readonly string[];
}

export interface FactsSection {
  readonly kind: 'facts';
  readonly title: string;
  readonly facts: readonly ReportFact[];
  /** The page shows only the title until somebody opens it. */
  readonly folded: boolean;
}

interface CallsSection {
  readonly kind: 'calls';
  readonly title: string;
  readonly calls: readonly PastCall[];
}

/** A fact whose value may be written by a stranger, so each form of a report escapes it. */
export interface ReportFact extends Fact {
  /** Only if the value is a time: the same time by the reader's clock, and how long ago it was. */
  readonly besides?: string;
}

/** A call, or a reply to the player, which has no tone. */
export interface PastCall {
  readonly id: string;
  readonly at: string;
  readonly tone: Tone | null;
  readonly says: string;
  readonly facts: readonly string[];
  /** The texts of a reply, one for each language. */
  readonly texts: readonly string[];
}
