import { looksLikeCode } from '../service/refusal.js';
import type { Outcome } from '../service/outcome.js';
import { policyOf, type NextStep } from '../service/policy.js';
import { optionWithValue, shellLine, type TypedOptions, type ShellWord } from '../text/shell.js';

const place = [
  '--profile',
  '--base-url',
  '--clock-offset',
  '--client-secret-file',
  '--secret-key-file',
];
const ticket = ['--reply', '--report', '--overwrite'];
const purchase = [
  '--os',
  '--product-id',
  '--package',
  '--purchase-json',
  '--receipt',
  '--body',
  '--force',
];

/** The options that a next command takes over, in the order in which they are written. */
const optionsOfCommand = {
  lookup: [...purchase, '--order-id', '--json', ...place, '--case', ...ticket],
  session: [
    ...[
      '--username',
      '--game-id',
      '--server-id',
      '--role-id',
      '--body',
      '--force',
      '--check',
      '--fresh',
    ],
    ...['--json', ...place, '--case'],
  ],
  doctor: ['--online', '--probe', '--profile'],
} as const satisfies Record<string, readonly string[]>;

/** The line `pvg …` that does the same with another command, or with other values. `argument` follows the command. */
export function commandLineFor(
  command: keyof typeof optionsOfCommand,
  typedOptions: TypedOptions,
  set: Readonly<Record<string, ShellWord | undefined>> = {},
  argument?: string,
): string {
  const order: readonly string[] = optionsOfCommand[command];
  const kept = typedOptions.filter(([option]) => order.includes(option) && !(option in set));
  const words = [...kept, ...Object.entries(set)]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .flatMap(([option, value]) =>
      value === undefined ? [option] : optionWithValue<ShellWord>(option, value),
    );
  return shellLine(['pvg', command, ...(argument === undefined ? [] : [argument]), ...words]);
}

export function hasOption(typedOptions: TypedOptions, option: string): boolean {
  return typedOptions.some(([each]) => each === option);
}

/** The report file of a case, an order or a call: each has its own name, so that no file is in the way of another. */
export function reportFileName(id: unknown): string {
  return typeof id === 'string' && /^[A-Za-z0-9][\w.-]*$/.test(id) ? `${id}.html` : 'ticket.html';
}

interface NextPlace {
  readonly typed: TypedOptions;
  /** Whether the purchase can be looked up: one of Android, of which something is known. */
  readonly canLookUp: boolean;
  /** The call's id in the journal; undefined if it is not kept. */
  readonly keptId: string | undefined;
  /** A step that helps more than the outcome's own, from what this machine knows. */
  readonly step?: NextStep | undefined;
}

export function nextCommandFor(outcome: Outcome, at: NextPlace): string {
  const { typed: typedOptions, canLookUp } = at;
  const explain = shellLine(['pvg', 'explain-error', codeOrStatus(outcome)]);
  const doctor = commandLineFor('doctor', [['--online'], ...typedOptions]);
  switch (at.step ?? policyOf(outcome).nextStep) {
    case 'report':
      return reportLine(outcome, at);
    case 'check':
      // It was just made: nothing is left to find.
      return hasOption(typedOptions, '--check')
        ? reportLine(outcome, at)
        : commandLineFor('session', typedOptions, { '--check': undefined });
    case 'lookup':
      if (canLookUp) return commandLineFor('lookup', typedOptions);
      if (['foreign', 'broken', 'not-reached'].includes(outcome.kind)) return doctor;
      return at.keptId === undefined ? 'pvg reply en --for ios' : reportLine(outcome, at);
    case 'probe':
      // Each call of the session interface mints a token.
      return outcome.operation === 'session'
        ? explain
        : commandLineFor('doctor', typedOptions, { '--probe': undefined });
    case 'explain':
      return explain;
    case 'explain-last':
      if (at.keptId !== undefined) return 'pvg explain-error --last';
      return 'code' in outcome ? explain : reportLine(outcome, at);
    case 'doctor':
      return doctor;
    case 'profiles':
      return 'pvg profile list';
  }
}

function codeOrStatus(outcome: Outcome): string {
  const code = 'code' in outcome ? outcome.code : undefined;
  return code !== undefined && looksLikeCode(code) ? code : String(outcome.status);
}

/** A page for the ticket. If it is written by now, the journal's entry; if the journal has no such call, the whole answer. */
function reportLine({ operation }: Outcome, { typed: typedOptions, keptId }: NextPlace): string {
  const plain = typedOptions.filter(([option]) => !ticket.includes(option));
  if (keptId === undefined) {
    return commandLineFor(operation === 'session' ? 'session' : 'lookup', plain, {
      '--json': undefined,
    });
  }
  if (hasOption(typedOptions, '--report')) return shellLine(['pvg', 'journal', 'show', keptId]);
  const [, caseId] = typedOptions.find(([option]) => option === '--case') ?? [];
  const which = caseId === undefined ? ['--last'] : optionWithValue<ShellWord>('--case', caseId);
  return shellLine(['pvg', 'report', ...which, '--out', reportFileName(caseId ?? keptId)]);
}
