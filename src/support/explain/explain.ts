import { type Interface, interfaces } from '../../contract/interfaces.js';
import { neverReceivedReason, verifiedState } from '../../contract/states.js';
import { exitStatuses, isPvgCode, pvgCodes, type ExitStatus } from '../../failure.js';
import { nextCommandOfFailure } from '../../output/command-result.js';
import { policies, type VerdictId } from '../../service/policy.js';
import { nearest } from '../../text/nearest.js';
import { joinSentences } from '../../text/sentences.js';
import { shellLine } from '../../text/shell.js';
import { catalogue, type CatalogueEntry } from '../../wording/catalogue.js';
import { familyRule } from '../../wording/code-words.js';
import { isVerdict, verdictById } from '../../wording/verdict.js';
import type { Fact } from '../../wording/description.js';
import { entryOutcome } from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import { diagnoseCommand } from './diagnose-command.js';
import { findOwnVerdict } from './own-verdicts.js';

export interface CodeMeaning extends CatalogueEntry {
  readonly interface: Interface;
  readonly code: string;
}

export const allMeanings: readonly CodeMeaning[] = interfaces.flatMap((id) =>
  Object.entries(catalogue[id]).map(([code, entry]) => ({ interface: id, code, ...entry })),
);

const allCodes = allMeanings.map(({ code }) => code);

/** What pvg tells about one term. `verdict` is set if the term is a verdict, or an answer that has one. */
export interface Explanation extends Pick<
  JournalEntry,
  'verdict' | 'error' | 'advice' | 'anomalies'
> {
  /** A noun for what was recognised: `HTTP 409`, `this answer`. Never the input itself, which may be a secret typed in the wrong place. */
  readonly asked: string;
  readonly headline: string;
  /** Whether pvg can explain the term: a code, a status or a state of the contract, a verdict, or a code of pvg. If not, the command ends with 2. */
  readonly isKnown: boolean;
  readonly meanings: readonly CodeMeaning[];
  /** The HTTP status. */
  readonly status: number | null;
  /** The exit status of pvg for a call with this answer; null if that is not known. */
  readonly exit: ExitStatus | null;
  /** Codes that are spelled nearly like the term. */
  readonly near: readonly string[];
  readonly note: string | null;
  /** Who acts next, if no meaning, verdict or error says it. */
  readonly who: string | null;
  /** The sections of the contract: what the note and the verdict rest on. */
  readonly sections: readonly string[];
  readonly facts: readonly Fact[];
  /** The next command. undefined: the view chooses one. null: there is none. */
  readonly nextCommand?: string | null;
  /** The cause of a diagnosis whose texts are to be added. */
  readonly causeId?: string;
  /** Only a status was given, so its code is what the body would have to say. */
  readonly isStatusAlone?: boolean;
}

/** Who acts on an answer of another service: the developers know which address their program called. */
export const gameDevelopers = 'the game’s developers';

/** The noun for a web page that has no HTTP status. */
export const webPage = 'this page';

/** The explanation of a term that nothing is known about. */
export const blank: Explanation = {
  asked: 'this code',
  headline: 'The contract does not list this code.',
  isKnown: false,
  meanings: [],
  status: null,
  exit: null,
  near: [],
  note: null,
  who: null,
  sections: [],
  verdict: null,
  error: null,
  advice: null,
  facts: [],
  anomalies: [],
};

/** `409`, `HTTP 409`, `HTTP/1.1 409 Conflict`. */
const statusLine = /^(?:http(?:\/\d(?:\.\d)?)?[- ]?)?(\d{3})(?: [a-z' -]{1,40})?$/i;

/** `status: 422`, `"status_code": 422,` */
const labelledStatus = /^["']?(?:http[ _-]?)?status(?:[ _-]?code)?["']?\s*[:=]\s*(\d{3})\W*$/i;
/** `error: UNAUTHORIZED`, `'code': 'rate_limited',` */
const labelledCode =
  /^["']?(?:error(?:[ _-]?code)?|code)["']?\s*[:=]\s*["']?([A-Za-z_]{3,60})["']?,?$/i;

/** Explains a code, a state or a verdict in upper or lower case, or an HTTP status. */
export function explainTerm(input: string): Explanation {
  const text = input.trim();
  const ownStatus = explainExitStatus(text) ?? explainUnlistedCode(text);
  if (ownStatus !== undefined) return ownStatus;
  const status = (statusLine.exec(text) ?? labelledStatus.exec(text))?.[1];
  if (status !== undefined) return explainStatus(Number(status));
  const code = codeSpelling(labelledCode.exec(text)?.[1] ?? text);
  const meaning = allMeanings.find((each) => codeSpelling(each.code) === code);
  if (meaning) return explainKnown(meaning.code, titleOf(meaning), { meanings: [meaning] });
  // `pending` is a verdict, `PENDING` a state.
  if (isVerdict(text)) return explainVerdict(text);
  const emulatedStatus = /^HTTP_(\d{3})$/.exec(code)?.[1];
  if (emulatedStatus !== undefined) return explainEmulated(Number(emulatedStatus));
  const explained =
    explainState(code) ?? explainOwnCode(text) ?? explainCauseId(text) ?? explainOwnVerdict(text);
  return explained ?? { ...blank, near: nearest(code, allCodes) };
}

/** A bare number that `$?` may have shown. It may also be something else, so it is not explained. */
function explainExitStatus(text: string): Explanation | undefined {
  if (!/^\d{1,3}$/.test(text) || !Object.hasOwn(exitStatuses, text)) return undefined;
  return { ...blank, asked: text, note: exitStatusDoubt, nextCommand: 'pvg help exit-status' };
}

const exitStatusDoubt =
  'A number alone may be an exit status of pvg: `pvg help exit-status` lists them.';

/** `http-503` in `error.code`: pvg's own code for a failure without a code of the contract. */
function explainUnlistedCode(text: string): Explanation | undefined {
  const [, digits] = /^http-([45]\d\d)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const explanation = explainStatus(Number(digits));
  if (explanation.isKnown) return undefined;
  const headline = `${text}: A failure with HTTP ${digits}, without an error code from the contract.`;
  return { ...explanation, asked: text, headline, isKnown: true };
}

/** The emulator sends such a code with a status for which the contract has none. */
function explainEmulated(status: number): Explanation {
  const headline = `HTTP_${status} is a code of \`pvg emulate\`: the contract does not have it.`;
  const note = `\`pvg emulate\` sends it with HTTP ${status}. If the answer has the header X-Pvg-Refused, that says why.`;
  return explainKnown(`HTTP_${status}`, headline, {
    status,
    note,
    nextCommand: 'pvg help emulate',
  });
}

/**
 * An id that a diagnosis gives to a cause: `body-json-compact`. Only its form is checked, because the list of all ids is too
 * large for this command to load.
 */
const causeId =
  /^(?:alg|body|bodyhash|client-id|hdr|key|layout|msg|out|scheme|secret|ts)-[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** An id of a problem that needs no secret to be found: `request-path`, `request-client-id`. */
const problemId = /^request-[a-z]+(?:-[a-z]+)*$/;

function explainCauseId(text: string): Explanation | undefined {
  if (text.length > 60) return undefined;
  const headline =
    'This is a name as `pvg diagnose` and `pvg listen` give it to a mistake in a request.';
  if (causeId.test(text)) {
    return explainKnown(aCause, headline, { causeId: text, nextCommand: null });
  }
  if (!problemId.test(text)) return undefined;
  return explainKnown(aCause, headline, {
    causeId: text,
    // With the secret a diagnosis also says which part of this request is wrong, and whether its signature is right.
    nextCommand: shellLine(diagnoseCommand[text === problemOfSession ? 'session' : 'gateway']),
  });
}

/** Only a session has a gameId. For a problem of both interfaces, the command has the secret of the gateway. */
const problemOfSession = 'request-game';

const aCause = 'a cause of a refused request';

export function explainKnown(
  asked: string,
  headline: string,
  details: Partial<Explanation>,
): Explanation {
  return {
    ...blank,
    asked,
    headline,
    isKnown: true,
    ...details,
  };
}

export function titleOf({ code, title }: CodeMeaning): string {
  return `${code}: ${title}`;
}

function codeSpelling(code: string): string {
  return code.toUpperCase().replace(/[-\s]+/g, '_');
}

/** Explains a code of pvg itself: the contract does not have it, but people ask about it too. */
function explainOwnCode(text: string): Explanation | undefined {
  const code = text.toLowerCase().replace(/[_\s]+/g, '-');
  const pvgCode = Object.hasOwn(pvgCodes, code) ? pvgCodes[code] : undefined;
  if (pvgCode === undefined) return undefined;
  const { exits, when } = pvgCode;
  const [exit = 1] = exits;
  return explainKnown(code, `${code}: ${when}`, {
    exit: exits.length === 1 ? exit : null,
    who: actorsByExit[exit] ?? null,
    note: `This is a code of pvg itself, not of the service. ${exitWords(exits)}`,
    nextCommand: nextOfOwnCode(code, exit),
  });
}

/** Explains what `verdict.id` means in the JSON of a command that does not ask the service. */
function explainOwnVerdict(text: string): Explanation | undefined {
  const id = text.toLowerCase();
  const verdict = findOwnVerdict(id);
  if (verdict === undefined) return undefined;
  const { command, says } = verdict;
  return explainKnown(id, `${id}: ${says}`, {
    note: `This is a result of \`pvg ${command}\`, not of the service.`,
    nextCommand: `pvg ${command} --help`,
  });
}

function nextOfOwnCode(code: string, exit: ExitStatus): string | null {
  const commandOfCode = nextCommandsByCode[code];
  if (commandOfCode !== undefined) return commandOfCode;
  return nextCommandOfFailure(code, exit) ?? nextCommandsByExit[exit] ?? 'pvg help exit-status';
}

/** null: no command says more than what the code means. */
const nextCommandsByCode: Readonly<Partial<Record<string, string | null>>> = {
  'output-in-use': null,
  'signer-wrong': 'pvg conform --help',
};

/** Who acts on a failure of pvg's own, whatever its code. */
const actorsByExit: Partial<Record<ExitStatus, string>> = {
  2: 'you',
  3: 'you, or whoever set up this profile',
  10: 'you',
  11: 'you, later',
  13: 'you',
  14: 'you',
  20: 'you',
};

/** Where to see more about a code that was met elsewhere, if it has no command of its own. */
const nextCommandsByExit: Partial<Record<ExitStatus, string>> = {
  1: 'pvg doctor',
  2: 'pvg help',
  // A look-up shows what became of it.
  10: 'pvg lookup --help',
  11: 'pvg doctor --online',
  12: 'pvg doctor --online',
  13: 'pvg profile list',
  20: 'pvg batch --help',
};

function exitWords(exits: readonly ExitStatus[]): string {
  const lines = exits.map((exit) => `${exit} (${exitStatuses[exit]})`);
  return `Exit status: ${lines.join('; or ')}.`;
}

const success200: Partial<Explanation> = {
  status: 200,
  note: 'Success. After a verify, grant only if `success` in the body is true: the status alone is not enough. After a look-up, see `found`, then each transaction. After a session call, see `xmdtCompleted`.',
  sections: ['§2.4', '§2.6', '§7.1'],
};

/** Explains an HTTP status by the codes that the contract sends with it: those of one interface, or of both without an interface. */
export function explainStatus(status: number, interfaceName?: Interface): Explanation {
  const asked = `HTTP ${status}`;
  if (status === 200) return explainKnown(asked, `${asked}.`, success200);
  const meanings = allMeanings.filter(
    (meaning) =>
      meaning.status === status &&
      (interfaceName === undefined || meaning.interface === interfaceName),
  );
  const [first, ...others] = meanings;
  if (first === undefined) {
    const where = interfaceName === undefined ? '' : ` for the ${interfaceName}`;
    const headline = `The contract does not list ${asked}${where}.`;
    const isFailure = status >= 400 && status < 600;
    const note = joinSentences(familyRule(status), isFailure && 'Do not grant on this answer.');
    return { ...blank, asked, headline, status, note };
  }
  if (others.length > 0) {
    const headline = `${asked} has ${meanings.length} meanings here:`;
    return explainKnown(asked, headline, { status, meanings });
  }
  return explainKnown(asked, `${asked}: ${first.code}, if the body says so.`, {
    status,
    meanings,
    note: noteOfStatusAlone(first),
    isStatusAlone: true,
  });
}

/** What else an answer with this status may be. Only a body with the code shows that the service sent it. */
function noteOfStatusAlone({ status, interface: id }: CodeMeaning): string {
  const otherSender =
    status >= 500
      ? 'Without this code, a proxy may have sent it, and a verify may be recorded all the same: look it up before another one.'
      : 'Without this code, a proxy or another server may have sent it.';
  return joinSentences(
    id === 'session' && `The contract lists HTTP ${status} for the session interface only.`,
    status === 429 ? 'From the gateway it means too many requests: wait.' : otherSender,
  );
}

/** Words in an answer that are not codes (§2.3, §2.4, §3). */
const states: Readonly<Record<string, string>> = {
  PURCHASED:
    'The `purchase_state` 0: the purchase is paid at the store. `gateway.found` in the same answer says whether the gateway has a verify of it.',
  CANCELED:
    'The `purchase_state` 1: the store reports the purchase as cancelled. Do not grant. If `gateway.found` is true, the item may have been granted before: the game’s developers check whether it was delivered.',
  PENDING:
    'The `purchase_state` 2: the purchase is not paid yet. Do not grant. Look up the purchase again later.',
  [verifiedState]:
    'The only `gateway.current_state` that the contract lists: the gateway has verified and recorded the purchase. `recorded_for_this_game` in the same answer says whether it is recorded for this game.',
  [neverReceivedReason]:
    'The `reason` in a look-up whose `gateway.found` is false. It is not a failure: no verify of this purchase was ever recorded. The game’s developers act: the game sends its own verify, and grants only if that succeeds. Do not verify from here: the game’s own verify would then get HTTP 409.',
};

function explainState(word: string): Explanation | undefined {
  const state = Object.entries(states).find(([name]) => codeSpelling(name) === word);
  if (state === undefined) return undefined;
  const [asked, note] = state;
  const sections = ['§2.3', '§2.4', '§3'];
  return explainKnown(asked, `${asked} is a value in an answer of the gateway.`, {
    note,
    sections,
  });
}

function explainVerdict(id: VerdictId): Explanation {
  const verdict = verdictById(id);
  const { says, sections = [] } = verdict;
  const { advice, exit } = policies[id];
  return explainKnown(id, says, { sections, verdict, advice, exit });
}

/** Explains a failed call by the meaning of its code. What pvg said to that call comes first, where it is kept. */
export function explainFailure(call: JournalEntry): Explanation {
  const { status, verdict, error, advice, exit } = call;
  // A call without a code: a verify without an answer (`exit` null); otherwise pvg itself failed.
  const asked = call.code ?? (exit === null ? 'outcome-unknown' : 'internal');
  // `http-503` becomes `HTTP 503`: the call had this status, so the status is explained, not the word `http-503`.
  const explanation = explainTerm(asked.replace(/^http-/, 'HTTP '));
  // The kept hint of the call knows more than the catalogue: the clock after a 401, how long to wait.
  const meanings = explanation.meanings
    .filter((meaning) => meaning.interface === call.interface)
    .map((meaning) => ({
      ...meaning,
      who: error?.who ?? meaning.who,
      fix: error?.hint ?? meaning.fix,
    }));
  const ofCall = { asked, status, exit, verdict, error, advice, meanings };
  // `http-503` stands for an answer of the service that had no code, so it is not explained as a failure of pvg.
  const isFailureOfPvg = isPvgCode(asked) && !asked.startsWith('http-');
  return isFailureOfPvg
    ? explainKnown(asked, entryOutcome(call).says, ofCall)
    : { ...explanation, ...ofCall };
}
