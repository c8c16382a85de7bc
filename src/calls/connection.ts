import { openLocal } from '../emulator/local.js';
import { verboseSend } from '../output/verbose.js';
import type { Context } from '../context.js';
import { paths, records, type Interface, type Operation } from '../contract/interfaces.js';
import { signedRequest } from '../contract/request.js';
import { PvgError } from '../failure.js';
import type { InputReader } from '../input/bytes.js';
import {
  readCase,
  readCallOptions,
  type CallOptions,
  type GlobalOptions,
  type CallFlags,
  type Given,
  ticketWords,
  type TicketFlags,
} from '../input/options.js';
import { loud, note } from '../output/present.js';
import { optionWords, shellLine, type Word } from '../text/shell.js';
import { profileFact as factOfProfile, isSamePlace } from '../desk/journal/calls.js';
import type { Fact } from '../contract/judgement.js';
import { confirmedCalls } from '../desk/journal/confirmed.js';
import type { JournalEntry } from '../desk/journal/entry.js';
import { looseModes, readJournal } from '../desk/journal/journal.js';
import {
  openRecorder,
  unkeptRecorder,
  type CallSubject,
  type Recorder,
  type Recording,
} from '../desk/journal/recorder.js';
import { originOf, secretFields } from '../profiles/fields.js';
import { journalSetting } from '../profiles/project-file.js';
import {
  requireTarget,
  type ResolvedProfile,
  resolveProfile,
  type ProfileFlags,
} from '../profiles/resolve.js';
import { fingerprint } from '../signing/digest.js';
import type { Send, WireRequest } from '../contract/wire.js';
import { readSecret } from '../profiles/secret-input.js';
import { withholdKnownSecrets } from '../profiles/stored-credentials.js';

export interface Connection {
  readonly command: string;
  readonly interface: Interface;
  readonly profile: ResolvedProfile;
  readonly call: CallOptions;
  readonly globals: GlobalOptions;
  readonly recorder: Recorder;
  readonly case: string | undefined;
  readonly secretWords: readonly string[];
  readonly ticket: TicketFlags;
}

/** For a command that sends, also in a dry run. @throws {PvgError} 2, 3 or 13, before anything is sent */
export async function connect(
  context: Context,
  input: InputReader,
  place: { readonly command: string; readonly interface: Interface },
  globals: GlobalOptions,
  options: CredentialOptions & CallFlags & TicketFlags,
): Promise<Connection> {
  const call = readCallOptions(options);
  const caseId = readCase(options.case);
  const profile = await profileFor(context, input, globals, options, {
    interface: place.interface,
    baseUrl: call.baseUrl,
    gameId: options.gameId,
  });
  const connection = {
    ...place,
    profile,
    call,
    globals,
    recorder: call.dryRun ? unkeptRecorder(context) : await recorderOf(context, globals, caseId),
    case: caseId,
    secretWords: secretFileWords(options),
    ticket: options,
  };
  if (!call.dryRun) await refuseUncheckedTls(context, connection);
  return connection;
}

export type Build = (unixSeconds: number) => WireRequest;

/** A dry run needs no secret. @throws {PvgError} `profile-incomplete`, or `secret-missing` if only the secret is missing */
export function requestsOf(connection: Connection, operation: Operation, body: Uint8Array): Build {
  const { profile, call, interface: interfaceId } = connection;
  const target = requireTarget(profile, interfaceId, { secret: !call.dryRun });
  return (unixSeconds) =>
    signedRequest(records[interfaceId], paths[operation], target, body, unixSeconds + call.clockOffsetS);
}

/** Of a command that is about the journal's calls and makes none itself, too. */
export async function recorderOf(
  context: Context,
  globals: GlobalOptions,
  caseId: string | undefined,
): Promise<Recorder> {
  const { off, trouble } = await journalSetting(context);
  if (off === undefined) {
    // Before the first line is written, which repairs the mode of its file.
    for (const each of await looseModes(context)) await note(context, globals, each);
    await withholdKnownSecrets(context);
    return openRecorder(context, (text) => note(context, loud, text));
  }
  if (trouble) await note(context, loud, `Nothing is written into the journal: ${off}`);
  else if (caseId !== undefined)
    await note(context, globals, `The journal is off (${off}), so --case is not kept.`);
  return unkeptRecorder(context);
}

export const recordingOf = (
  { recorder, profile, interface: interfaceId, case: caseId }: Connection,
  subject: CallSubject,
): Recording =>
  recorder.begin(subject, {
    profile: profile.name,
    environment: profile.environment,
    values_of: profile.valuesOf,
    origin: originAt(profile, interfaceId),
    case: caseId ?? null,
  });

const originAt = (profile: ResolvedProfile, interfaceId: Interface): string | null => {
  if (profile.local) return 'local';
  const address = profile[interfaceId].baseUrl;
  return address === undefined ? null : originOf(address);
};

/** Earlier calls about a receipt at the same place, oldest first; empty without a journal. */
export async function earlierCalls(
  context: Context,
  { recorder, profile, interface: interfaceId }: Connection,
  receipt: string | undefined,
): Promise<JournalEntry[]> {
  if (!recorder.on || receipt === undefined) return [];
  const wanted = fingerprint(receipt);
  const { calls } = await readJournal(context, { containing: [wanted] });
  const here = { origin: originAt(profile, interfaceId), environment: profile.environment };
  return calls.filter((call) => call.receipt === wanted && isSamePlace(call, here));
}

/** Purchases at the same place that an answer confirmed. */
export async function confirmedHere(
  context: Context,
  { recorder, profile, interface: interfaceId }: Connection,
): Promise<JournalEntry[]> {
  if (!recorder.on) return [];
  const here = { origin: originAt(profile, interfaceId), environment: profile.environment };
  return confirmedCalls(context, (call) => isSamePlace(call, here));
}

/** Without certificate checks, anybody in between can read the purchase and forge its answer. */
export async function refuseUncheckedTls(
  context: Context,
  { profile, globals, interface: interfaceId }: Pick<Connection, 'profile' | 'globals' | 'interface'>,
): Promise<void> {
  const address = profile[interfaceId].baseUrl;
  if (context.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0' || profile.local) return;
  if (address === undefined || !/^https:/i.test(address)) return;
  const says = 'NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off';
  if (profile.environment === 'prod') {
    throw new PvgError('tls-off', `${says}. pvg refuses that for prod, and sent nothing.`, {
      hint: 'Unset it. For your own certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file.',
    });
  }
  await note(
    context,
    globals,
    `${says}: anybody between you and the service can read and change what is sent.`,
  );
}

export async function sendOf(
  context: Context,
  { profile, globals }: Connection,
  options?: { readonly keepConnections?: boolean },
): Promise<Send> {
  const wire = profile.local
    ? await openLocal(context, (text) => void note(context, loud, text))
    : await context.network(options);
  return globals.verbose ? verboseSend(context, wire) : wire;
}

const asksService = ([, name]: readonly Word[]): boolean =>
  typeof name === 'string' && Object.hasOwn(paths, name);

const profileWords = ({ profile, globals }: Connection): string[] =>
  optionWords({ '--profile': globals.profile && profile.name });

/** The options with which the next command reaches the same service in the same way, for the same ticket. */
const placeWords = (connection: Connection): string[] => {
  const { call, case: caseId, secretWords } = connection;
  return [
    ...profileWords(connection),
    ...optionWords({
      '--base-url': call.baseUrl,
      '--clock-offset': call.clockOffsetS === 0 ? null : String(call.clockOffsetS),
    }),
    ...secretWords,
    ...optionWords({ '--case': caseId }),
  ];
};

/**
 * The next command, with the options for the same service, or for `doctor` with the same profile. A look-up after a
 * look-up has the same reply and report; `isAnswered`: its report is written by then.
 */
export function nextLine(connection: Connection, command: readonly Word[], isAnswered = false): string {
  // With --json the next look-up is for its whole answer.
  const isSame = command[1] === connection.command && !command.includes('--json');
  const ticket = isSame ? ticketWords(connection.ticket, isAnswered) : [];
  if (asksService(command)) return shellLine([...command, ...placeWords(connection), ...ticket]);
  return shellLine([...command, ...(command[1] === 'doctor' ? profileWords(connection) : [])]);
}

export const connectionFact = ({ profile: { name, environment, valuesOf } }: Connection): Fact =>
  factOfProfile({ profile: name, environment, values_of: valuesOf });

/** The options that set credentials for this run; secrets only as files. */
export type CredentialOptions = Given<'clientSecretFile' | 'secretKeyFile' | 'clientId' | 'gameId'>;

/** The profile that a command uses; notes about it go to stderr. @throws {PvgError} 2, 3 or 13 */
export async function profileFor(
  context: Context,
  input: InputReader,
  globals: GlobalOptions,
  options: CredentialOptions,
  flags: Omit<ProfileFlags, 'profile' | 'clientSecret' | 'secretKey'>,
): Promise<ResolvedProfile> {
  const { files, prompt, secrets: known } = context;
  const secrets: Record<string, string> = {};
  for (const { member, option, attribute, words } of secretFields) {
    const file = options[attribute as keyof CredentialOptions];
    if (file === undefined) continue;
    // Through the reader, so that no second option reads standard input.
    const doors = { files, prompt, secrets: known, stdin: { readAll: () => input.stdin(option) } };
    const secret = await readSecret(doors, { option, label: words, file, ask: false });
    for (const { says } of secret?.notes ?? []) await note(context, globals, says);
    secrets[member] = secret?.value ?? '';
  }
  const profile = await resolveProfile(context, { ...flags, profile: globals.profile, ...secrets });
  const { name, environment, valuesOf } = profile;
  context.place = { profile: name, environment, valuesOf, interface: flags.interface ?? null };
  for (const { says } of profile.notes) await note(context, globals, says);
  return profile;
}

/** The same secret files for another command; standard input and a shell's pipe would be empty by then. */
function secretFileWords({ clientSecretFile, secretKeyFile }: CredentialOptions): string[] {
  const lasting = (file = '-'): string | undefined =>
    file === '-' || /^\/(?:dev|proc)\//.test(file) ? undefined : file;
  return optionWords({
    '--client-secret-file': lasting(clientSecretFile),
    '--secret-key-file': lasting(secretKeyFile),
  });
}
