import type { Environment } from '../contract/environments.js';
import type { Interface } from '../contract/interfaces.js';
import type { Advice } from '../service/outcome.js';
import {
  actorWords,
  type ActionWords,
  type AnomalyWords,
  type Fact,
  type ErrorWords,
  type Verdict,
} from '../wording/description.js';
import type { Asks, ExitStatus, FailureCode, PvgError } from '../failure.js';
import type { Printable } from '../text/json/json.js';
import { joinSentences, nonEmptyTexts } from '../text/sentences.js';
import { toPlainData } from '../text/json/parse.js';

/** How a command ended: `--json` prints its members, a person reads its view, and the process ends with its exit status. */
export interface CommandResult {
  /** `profile add`, `lookup`. */
  readonly command: string;
  readonly profile: string | null;
  readonly environment: Environment | null;
  readonly interface: Interface | null;
  readonly ok: boolean;
  readonly exit: ExitStatus;
  readonly verdict: Verdict | null;
  readonly advice: Advice;
  readonly http: Readonly<Record<string, number | string | null>> | null;
  /** The call's id in the journal; null without a call or without an entry. */
  readonly callId: string | null;
  readonly answer: Printable;
  readonly anomalies: readonly AnomalyWords[];
  readonly error: ErrorWords | null;
  readonly view: View;
  /** Members that this command adds to the JSON object. */
  readonly extraMembers?: { readonly [name: string]: Printable };
  /** What a refused command needs from its user. `extraMembers` has it for `--json`. */
  readonly asks?: Asks;
  /** Sentences before those of the view. If stdout has bytes or JSON, they go to stderr. */
  readonly notes?: readonly string[];
  /** Sentences after `notes`, about what else can be typed: only for a terminal, not in the JSON or on a page. */
  readonly notesAtTerminal?: readonly string[];
  /** What went wrong after the answer came. It is printed on stderr below the answer, and changes only the status. */
  readonly afterwards?: View;
  /** The answer's body as it came, for `--raw`. */
  readonly raw?: Uint8Array;
}

/** What a person reads, from top to bottom. Texts may come from a stranger, so terminal.ts makes them harmless. */
export interface View {
  /** The verdict in a sentence; left out if there is `data`. */
  readonly headline?: string;
  /** Chooses colour and mark of the headline. The meaning is in its words. */
  readonly mood?: 'good' | 'bad' | 'careful' | 'plain';
  /** Sentences to read with the verdict, below it. */
  readonly warnings?: readonly string[];
  /** Printed before the facts: who acts next, what not to do, and what to do. */
  readonly action?: ActionWords | undefined;
  /** What the verdict does not cover, in one line. */
  readonly caveat?: string | undefined;
  readonly facts?: readonly Fact[];
  readonly table?: PrintedTable;
  /** Sentences below the facts. */
  readonly notes?: readonly string[];
  /** Those of the notes that must be read before the reply is sent: a page shows them above it. */
  readonly replyDoubts?: readonly string[];
  /** Program text below the notes, a line each: never wrapped. */
  readonly code?: readonly string[];
  /** A text to be copied, which is printed as a block with blank lines around it. */
  readonly copy?: { readonly label: string; readonly text: string };
  /** Printed as it is on stdout, also with --quiet, instead of headline and facts: headers, a snippet, a token. */
  readonly data?: string | Uint8Array;
  /** The view goes to stderr, because stdout is only for `data`, and there is none. */
  readonly onStderr?: boolean;
  /** The last line: what to type next. */
  readonly nextCommand?: string | undefined;
}

/** A table. On a wide terminal only its last column is broken into lines. */
export interface PrintedTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How each row is printed, value by value, where the table has no room. Without it, each cell is printed with its heading. */
  readonly lines?: readonly (readonly Fact[])[];
  /** The column that is cut to the room that the others leave, so that each row is one line of the screen. */
  readonly cutColumn?: number;
  /** The column of numbers, which are aligned at the right. */
  readonly countColumn?: number;
  /** Cells with these words get a colour. The meaning is in the words. */
  readonly cellMoods?: readonly CellMood[];
}

export interface CellMood {
  readonly text: string;
  readonly mood: NonNullable<View['mood']>;
}

/** A command that called no service. */
export function commandResult(
  command: string,
  fields: Partial<Omit<CommandResult, 'command' | 'view'>> & Pick<CommandResult, 'answer' | 'view'>,
): CommandResult {
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
export function failureResult(
  command: string,
  error: PvgError,
  callTarget: Partial<Pick<CommandResult, 'profile' | 'environment' | 'interface'>> = {},
): CommandResult {
  const { code, message, exit, details } = error;
  const { asks, actor, secretNote, hint = '', hintAtTerminal = '', section = null } = details;
  const { isUnclearVerify = false } = details;
  const nextCommand = details.nextCommand ?? nextCommandOfFailure(code, exit);
  const words = joinSentences(hint, hintAtTerminal);
  // Takes the place of a missing hint, so that no failure is without one if there is a next command.
  const see = nextCommand === undefined ? '' : `See \`${nextCommand}\`.`;
  const result = commandResult(command, {
    ...callTarget,
    exit,
    advice: isUnclearVerify ? 'check' : (adviceByExit[exit] ?? 'none'),
    answer: null,
    error: {
      code,
      says: message,
      ...actor,
      first: secretNote ?? '',
      hint,
      hintAtTerminal: words === '' ? see : hintAtTerminal,
      section,
    },
    view: {
      headline: message,
      mood: 'bad',
      warnings: nonEmptyTexts(secretNote),
      action: actor && { actor: actorWords(actor), next: '' },
      // What it is about, and then the commands: together they may be a whole screen of sentences.
      notes: nonEmptyTexts(hint, ...hintAtTerminal.split('\n')),
      nextCommand,
    },
  });
  return asks === undefined
    ? result
    : { ...result, asks, extraMembers: { asks: toPlainData(asks) } };
}

/** What a script does after a failure of pvg's own; nothing after a closed pipe. */
const adviceByExit: Partial<Record<ExitStatus, Advice>> = {
  1: 'check',
  2: 'fix-request',
  3: 'fix-request',
  // A verify was sent: nobody may grant before a look-up.
  10: 'check',
  12: 'check',
  13: 'fix-request',
  // Perhaps after a verify, which nobody may repeat.
  14: 'check',
  // Nothing was recorded: an interrupted verify that was sent says so itself.
  130: 'retry-later',
  143: 'retry-later',
};

/** The next command after a failure of pvg's own that has none; undefined if what helps depends on the failure. */
export function nextCommandOfFailure(code: string, exit: ExitStatus): string | undefined {
  const ofCode = Object.entries(nextCommandOfCode).find(([each]) => each === code)?.[1];
  return ofCode ?? (exit === 3 ? 'pvg doctor' : undefined);
}

/** The next command after a failure that names none itself. After other failures of the configuration it is `pvg doctor`. */
const nextCommandOfCode: Partial<Record<FailureCode, string>> = {
  'not-shown': 'pvg help not-shown',
  'profile-missing': 'pvg profile add game-dev --environment dev',
  'profile-unknown': 'pvg profile list',
  'profile-exists': 'pvg profile list',
  'environments-mixed': 'pvg doctor',
  'other-origin': 'pvg doctor',
  'tls-off': 'pvg doctor',
};

export function withNotes(result: CommandResult, ...notes: readonly string[]): CommandResult {
  return {
    ...result,
    notes: [...(result.notes ?? []), ...notes],
  };
}

/** Adds sentences with commands to type, after the other notes. */
export function withNotesAtTerminal(
  result: CommandResult,
  ...notes: readonly string[]
): CommandResult {
  return { ...result, notesAtTerminal: [...(result.notesAtTerminal ?? []), ...notes] };
}

/** How a command ends. A server that has printed everything ends with a bare status. */
export type FinishCommand = (
  end: CommandResult | ExitStatus | Promise<CommandResult | ExitStatus>,
) => Promise<void>;
