import { interfaceOf } from '../contract/interfaces.js';
import { listedFailure } from '../contract/listed.js';
import type { Outcome } from '../service/outcome.js';
import type { NextStep } from '../service/outcome.js';
import { isServiceError } from '../service/policy.js';
import { isIos } from '../service/subject.js';
import { replyLine } from '../text/reply-line.js';
import { optionWithValue, shellLine, type TypedOptions, type ShellWord } from '../text/shell.js';

/** A look-up in the emulator, which shows how pvg answers and needs neither a profile nor the service. */
export const demoLookupLine =
  'pvg lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased';

const connectionOptions = [
  '--profile',
  '--base-url',
  '--clock-offset',
  '--client-secret-file',
  '--secret-key-file',
];
const ticketOptions = ['--reply', '--report', '--overwrite'];
const purchaseOptions = [
  '--os',
  '--product-id',
  '--package',
  '--purchase-json',
  '--receipt',
  '--pick',
  '--body',
  '--force',
];

/** The typed options that a next command keeps, in the order in which it writes them. */
const optionsOfCommand = {
  lookup: [
    ...purchaseOptions,
    '--order-id',
    '--json',
    ...connectionOptions,
    '--case',
    ...ticketOptions,
  ],
  session: [
    '--username',
    '--game-id',
    '--server-id',
    '--role-id',
    '--body',
    '--force',
    '--check',
    '--fresh',
    '--json',
    ...connectionOptions,
    '--case',
    ...ticketOptions,
  ],
  doctor: ['--online', '--probe', '--profile'],
  'explain-error': ['--case'],
} as const satisfies Record<string, readonly string[]>;

/** Options that a next command always has, whatever was typed. undefined: an option without a value, such as `--check`. */
type FixedOptions = Readonly<Record<string, ShellWord | undefined>>;

/** The command line of another command, or of the same one with other values, with the options that were typed. */
export function commandLineFor(
  command: keyof typeof optionsOfCommand,
  typedOptions: TypedOptions,
  fixedOptions: FixedOptions = {},
): string {
  return shellLine(['pvg', command, ...optionWordsFor(command, typedOptions, fixedOptions)]);
}

/** The look-up of a purchase that is read from a source: `@mail.txt`, `-`. */
export function lookupLineOf(
  source: string,
  typedOptions: TypedOptions,
  fixedOptions: FixedOptions = {},
): string {
  return shellLine([
    'pvg',
    'lookup',
    source,
    ...optionWordsFor('lookup', typedOptions, fixedOptions),
  ]);
}

function optionWordsFor(
  command: keyof typeof optionsOfCommand,
  typedOptions: TypedOptions,
  fixedOptions: FixedOptions,
): ShellWord[] {
  const order: readonly string[] = optionsOfCommand[command];
  const keptOptions = typedOptions.filter(
    ([option]) => order.includes(option) && !(option in fixedOptions),
  );
  const options = [...keptOptions, ...Object.entries(fixedOptions)];
  options.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return options.flatMap(([option, value]) =>
    value === undefined ? [option] : optionWithValue<ShellWord>(option, value),
  );
}

export function hasOption(typedOptions: TypedOptions, option: string): boolean {
  return typedOptions.some(([each]) => each === option);
}

/** Adds `--overwrite` for the next command: by then the file of `--report` exists. */
export function withOverwrite(typedOptions: TypedOptions): TypedOptions {
  const writesReport = hasOption(typedOptions, '--report');
  if (!writesReport || hasOption(typedOptions, '--overwrite')) return typedOptions;
  return [...typedOptions, ['--overwrite']];
}

/** The name of the report file of a case, an order or a call: its id, so that no report replaces another. */
export function reportFileName(id: unknown): string {
  return typeof id === 'string' && /^[A-Za-z0-9][\w.-]*$/.test(id) ? `${id}.html` : 'ticket.html';
}

/** What the next command depends on, besides the outcome. */
interface NextCommandInput {
  readonly typedOptions: TypedOptions;
  /** The call's id in the journal; undefined if it is not kept. */
  readonly journalId: string | undefined;
  /** The report file of the ticket exists. */
  readonly hasPage: boolean;
  /** The next step of the outcome, or a better one that earlier calls on this computer lead to. */
  readonly nextStep: NextStep;
  /**
   * The languages of the ticket’s replies; empty if this call prints a reply itself. A reply that comes next anyway has a
   * placeholder for its language then.
   */
  readonly languages: readonly string[];
}

export function nextCommandFor(outcome: Outcome, input: NextCommandInput): string {
  const { typedOptions, journalId, nextStep } = input;
  switch (nextStep) {
    case 'report':
      return ticketCommand(outcome, input);
    case 'check':
      // A check was just made, and another one would find the same.
      if (hasOption(typedOptions, '--check')) return ticketCommand(outcome, input);
      return commandLineFor('session', withOverwrite(typedOptions), { '--check': undefined });
    case 'lookup':
      return isIos(outcome.subject)
        ? nextForIos(outcome, input)
        : commandLineFor('lookup', typedOptions);
    case 'probe':
      // There is no probe of the session interface, because each call of it mints a token.
      if (outcome.operation === 'session') return explainCommand(outcome, typedOptions);
      return commandLineFor('doctor', typedOptions, { '--probe': undefined });
    case 'explain':
      return explainCommand(outcome, typedOptions);
    case 'explain-last':
      if (journalId !== undefined) return 'pvg explain-error --last';
      // Without a journal `--last` finds nothing, so the code itself is explained.
      return isServiceError(outcome.kind)
        ? explainCommand(outcome, typedOptions)
        : ticketCommand(outcome, input);
    case 'doctor':
      return doctorCommand(typedOptions);
    case 'profiles':
      return 'pvg profile list';
  }
}

/** The next command for an iOS purchase, of which the contract shows no look-up (§4.2). */
function nextForIos(outcome: Outcome, input: NextCommandInput): string {
  const isUnanswered = ['foreign', 'broken', 'not-reached'].includes(outcome.kind);
  if (isUnanswered) return doctorCommand(input.typedOptions);
  return input.journalId === undefined
    ? replyLine(input.languages, ['--for', 'ios'])
    : ticketCommand(outcome, input);
}

/** Explains the code; if the contract does not list it, the HTTP status. */
function explainCommand({ operation, code, status }: Outcome, typedOptions: TypedOptions): string {
  const isListed = listedFailure(interfaceOf(operation), code) !== undefined;
  const codeOrStatus = isListed && code !== undefined ? code : String(status);
  const ticket = optionWordsFor('explain-error', typedOptions, {});
  return shellLine(['pvg', 'explain-error', codeOrStatus, ...ticket]);
}

function doctorCommand(typedOptions: TypedOptions): string {
  return commandLineFor('doctor', typedOptions, { '--online': undefined });
}

/**
 * What the person does next with the ticket: the command that writes its report. If this call wrote it with `--report`, a reply comes next, or
 * the lines of the ticket if `--reply` printed the reply, too. Without a journal there is nothing to report from, so the same
 * call with `--json` shows the whole answer.
 */
function ticketCommand(
  { operation }: Outcome,
  { typedOptions, journalId, hasPage, languages }: NextCommandInput,
): string {
  if (journalId === undefined) {
    const withoutTicket = typedOptions.filter(([option]) => !ticketOptions.includes(option));
    const command = operation === 'session' ? 'session' : 'lookup';
    return commandLineFor(command, withoutTicket, { '--json': undefined });
  }
  const [, caseId] = typedOptions.find(([option]) => option === '--case') ?? [];
  const caseWords = caseId === undefined ? [] : optionWithValue<ShellWord>('--case', caseId);
  const selector = caseId === undefined ? ['--last'] : caseWords;
  if (hasOption(typedOptions, '--report')) {
    const isReplied = hasOption(typedOptions, '--reply');
    if (isReplied) return shellLine(['pvg', 'journal', 'list', ...caseWords]);
    return replyLine(languages, selector);
  }
  const out = ['--out', reportFileName(caseId ?? journalId)];
  const overwrite = hasPage ? ['--overwrite'] : [];
  return shellLine(['pvg', 'report', ...selector, ...out, ...overwrite]);
}
