import type { Environment } from '../contract/environments.js';
import type { Interface } from '../contract/interfaces.js';
import type { Advice, Anomaly, Fact, JudgedError, Verdict } from '../contract/judgement.js';
import type { ExitStatus, FailureCode, PvgError } from '../failure.js';
import type { Printable } from '../text/json/print.js';

/** What a command ends with. `--json` prints its members, a person gets its view, main its exit status. */
export interface Finished {
  /** `profile add`, `lookup`. */
  readonly command: string;
  readonly profile: string | null;
  readonly environment: Environment | null;
  readonly interface: Interface | null;
  readonly ok: boolean;
  readonly exit: ExitStatus;
  readonly verdict: Verdict | null;
  readonly advice: Advice;
  readonly http: HttpFacts | null;
  /** The call's id in the journal; null where nothing was called or the journal does not have it. */
  readonly callId: string | null;
  readonly answer: Printable;
  readonly anomalies: readonly Anomaly[];
  readonly error: FinishedError | null;
  readonly view: View;
  /** Members that this command adds to the JSON object. */
  readonly members?: { readonly [name: string]: Printable };
  /** Sentences for people, said on stderr below an output that has no place for them. */
  readonly below?: readonly string[];
  /** What went wrong after the answer had come, and costs the status alone: told on stderr below the answer. */
  readonly afterwards?: View;
  /** The answer's body as it came, for `--raw`. */
  readonly raw?: Uint8Array;
}

export interface HttpFacts {
  readonly status: number | null;
  readonly attempts: number;
  readonly elapsed_ms: number;
  /** Seconds to add to this computer's clock to get the server's; null without a `Date`. */
  readonly clock_skew_s: number | null;
  /** How long the service asked to wait. */
  readonly retry_after_s: number | null;
  /** By which the operator finds the call in their log: from whatever header the service used. */
  readonly request_id: string | null;
}

export type FinishedError = Omit<JudgedError, 'hint'> & { readonly hint: string | null };

/** What a person reads, top to bottom. Texts may hold what a stranger wrote: the terminal layer makes it harmless. */
export interface View {
  /** The verdict in a sentence. Empty where only `data` speaks. */
  readonly headline: string;
  /** How the headline is coloured and marked; words carry the meaning. */
  readonly mood?: 'good' | 'bad' | 'careful' | 'plain';
  readonly facts?: readonly Fact[];
  readonly table?: Table;
  /** Sentences below the facts. */
  readonly notes?: readonly string[];
  /** Program text below the notes, a line each: never wrapped. */
  readonly code?: readonly string[];
  /** A text to be copied: a block of its own, never wrapped. */
  readonly copy?: { readonly label: string; readonly text: string };
  /** Printed as it is on stdout, also with --quiet, instead of headline and facts: headers, a snippet, a token. */
  readonly data?: string | Uint8Array;
  /** stdout was asked for `data` alone, and there is none: all of this is said on stderr. */
  readonly beside?: boolean;
  /** The last line: what to type next. */
  readonly nextCommand?: string;
}

/** A cell of several values has a line for each. */
export type Cell = string | readonly string[];

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The same with a column for each value, for where it has room without breaking a line. */
  readonly wide?: Omit<Table, 'wide' | 'lines'>;
  /** Each row value by value, for where the table has no room; without it each cell by its head. */
  readonly lines?: readonly (readonly Fact[])[];
}

/** A command of pvg's own that asked no service. */
export function plainFinished(
  command: string,
  fields: Partial<Omit<Finished, 'command' | 'view'>> & Pick<Finished, 'answer' | 'view'>,
): Finished {
  const exit = fields.exit ?? 0;
  return {
    command,
    profile: null,
    environment: null,
    interface: null,
    ok: exit === 0,
    exit,
    verdict: null,
    advice: 'none',
    http: null,
    callId: null,
    anomalies: [],
    error: null,
    ...fields,
  };
}

/** A failure of pvg's own as a command's end. */
export function failedFinished(
  command: string,
  error: PvgError,
  place: Partial<Pick<Finished, 'profile' | 'environment' | 'interface'>> = {},
): Finished {
  const { hint, section, nextCommand = wayOn(command, error.code) } = error.details;
  return plainFinished(command, {
    ...place,
    exit: error.exit,
    answer: null,
    error: {
      code: error.code,
      says: error.message,
      hint: hint ?? (nextCommand === undefined ? null : `See \`${nextCommand}\`.`),
      section: section ?? null,
    },
    view: {
      headline: error.message,
      mood: 'bad',
      notes: hint === undefined ? [] : [hint],
      ...(nextCommand !== undefined && { nextCommand }),
    },
  });
}

/** The next command after a failure that names none of its own; undefined where there is nothing to type. */
function wayOn(command: string, code: FailureCode): string | undefined {
  if (help.includes(code)) return command === '' ? 'pvg --help' : `pvg ${command} --help`;
  return nextOf[code];
}

const help: readonly FailureCode[] = ['usage', 'input-unreadable', 'receipt-doubtful', 'output-exists'];

const nextOf: Partial<Record<FailureCode, string>> = {
  'not-shown': 'pvg help not-shown',
  'profile-missing': 'pvg profile add --help',
  'profile-unknown': 'pvg profile list',
  'profile-exists': 'pvg profile set --help',
  'profile-incomplete': 'pvg profile set --help',
  'secret-missing': 'pvg profile set --help',
  'profile-read-only': 'pvg lookup --help',
  'configuration-unreadable': 'pvg doctor',
  'configuration-unwritable': 'pvg doctor',
  'environment-conflict': 'pvg doctor',
  'environments-mixed': 'pvg doctor',
  'other-origin': 'pvg doctor',
  'tls-off': 'pvg doctor',
};

/** How a command hands over what it ended with; a server that has said all there is to say hands over a bare status. */
export type Finish = (end: Finished | ExitStatus) => Promise<void>;
