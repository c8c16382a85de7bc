import { verboseSend } from '../output/verbose.js';
import type { Context, ReadAllOptions } from '../context.js';
import { isSameOrigin } from '../contract/address.js';
import type { Interface } from '../contract/interfaces.js';
import { addressFields, addressOf } from '../contract/profile.js';
import type { Send, WireResponse } from '../contract/wire.js';
import type { JournalEntry } from '../support/journal/entry.js';
import type { Reader } from '../support/journal/earlier-calls.js';
import { isAboutOrReply } from '../support/journal/newest-first.js';
import { isJournalOff } from '../support/journal/places.js';
import { looseModes, readJournal, type Journal } from '../support/journal/journal.js';
import { identifyPlayer } from '../support/journal/player-key.js';
import { hasPageOf } from '../support/report/page-file.js';
import { openJournalWriter, type JournalWriter } from '../support/journal/writer.js';
import { PvgError } from '../failure.js';
import type { InputReader } from '../input/bytes.js';
import {
  readCallOptions,
  type CallFlags,
  type CallOptions,
  type TicketFlags,
} from '../input/call-options.js';
import { readCase, warningOfCase } from '../input/case-option.js';
import type { GlobalOptions, TypedFlags } from '../input/options.js';
import { evenIfQuiet, printNote } from '../output/print-result.js';
import { addressOrigin, secretFields } from '../profiles/fields.js';
import {
  type ProfileFlags,
  requireInterfaceValues,
  requireTarget,
  type ResolvedProfile,
  resolveProfile,
} from '../profiles/resolve.js';
import { noteSentence, readSecret } from '../profiles/secret-input.js';
import { withholdKnownSecrets } from '../profiles/known-secrets.js';
import { fingerprint } from '../signing/digest.js';
import { collectTypedOptions, type TypedOptions } from '../text/shell.js';

/** How a command reaches the service: with which credentials, at which address, how patiently, for which ticket. */
export interface Connection {
  readonly command: string;
  readonly interface: Interface;
  readonly profile: ResolvedProfile;
  readonly options: CallOptions;
  readonly globals: GlobalOptions;
  readonly journal: JournalWriter;
  readonly caseId: string | undefined;
  /** The report file of this ticket exists. */
  readonly hasPage: boolean;
  /** The options with which the next command reaches the same service in the same way, for the same ticket. */
  readonly typedOptions: TypedOptions;
}

/** The options that set credentials for this run; secrets only as files. */
export type CredentialOptions = TypedFlags<
  'clientSecretFile' | 'secretKeyFile' | 'clientId' | 'gameId'
>;

export type ConnectOptions = CredentialOptions & CallFlags & TicketFlags;

interface ConnectionInput extends Pick<Connection, 'command' | 'interface' | 'globals'> {
  readonly input: InputReader;
  readonly options: ConnectOptions;
}

/** Opens the connection of a command that sends a call, or would without `--dry-run`. @throws {PvgError} 2, 3 or 13, before anything is sent */
export async function openConnection(
  context: Context,
  { command, interface: interfaceName, globals, input, options }: ConnectionInput,
): Promise<Connection> {
  const callOptions = readCallOptions(options);
  const caseId = readCase(options.case);
  const flags = {
    [addressFields[interfaceName]]: callOptions.baseUrl,
    interface: interfaceName,
    gameId: options.gameId,
  };
  const profile = await loadProfile(context, { input, globals, options, flags });
  const journal = callOptions.dryRun
    ? openJournalWriter(context)
    : await openJournal(context, globals, caseId);
  const connection = {
    command,
    interface: interfaceName,
    profile,
    options: callOptions,
    globals,
    journal,
    caseId,
    hasPage: await hasPageOf(context, caseId),
    typedOptions: connectionOptions(options, globals, profile.name ?? undefined),
  };
  if (!callOptions.dryRun) await refuseUncheckedTls(context, connection);
  return connection;
}

/** The options with which another command has the same connection. @param profile the name of the profile, as it was resolved */
export function connectionOptions(
  options: ConnectOptions,
  globals: GlobalOptions,
  profile: string | undefined,
): TypedOptions {
  const hasClockOffset = Number(options.clockOffset ?? 0) !== 0;
  const withValues = collectTypedOptions({
    // Without a typed `--profile`, the next command finds its profile as this one did.
    '--profile': globals.profile && profile,
    '--base-url': options.baseUrl,
    '--clock-offset': hasClockOffset ? options.clockOffset : undefined,
    '--client-secret-file': reusableFile(options.clientSecretFile),
    '--secret-key-file': reusableFile(options.secretKeyFile),
    '--case': options.case?.trim(),
    '--report': options.report,
  });
  const languages = (options.reply ?? []).map((language) => ['--reply', language] as const);
  const overwrite = options.overwrite === true ? [['--overwrite'] as const] : [];
  return [...withValues, ...languages, ...overwrite];
}

/** The file of an option, if the next command can read it again; undefined for standard input and a pipe of the shell, which are empty by then. */
function reusableFile(file: string | undefined): string | undefined {
  const isReusable = file !== undefined && file !== '-' && !/^\/(?:dev|proc)\//.test(file);
  return isReusable ? file : undefined;
}

/** What `sendCall` needs of a connection. A dry run needs no secret. @throws {PvgError} `profile-incomplete`, or `secret-missing` if only the secret is missing */
export function callSettings({ profile, options, interface: interfaceName }: Connection) {
  const { dryRun, timeoutMs, retries, clockOffsetS } = options;
  const target = requireTarget(profile, interfaceName, { secret: !dryRun });
  return { target, timeoutMs, retries, clockOffsetS };
}

/** Prepares the writing of lines: notes which files of the journal others may read, and adds the secrets of all profiles to those that are withheld. */
export async function prepareJournal(context: Context, globals: GlobalOptions): Promise<void> {
  for (const text of await looseModes(context)) await printNote(context, globals, text);
  await withholdKnownSecrets(context);
}

/** Opens the journal for writing. If it is off, the writer keeps nothing, and a typed `--case` is answered with a note. */
export async function openJournal(
  context: Context,
  globals: GlobalOptions,
  caseId: string | undefined,
): Promise<JournalWriter> {
  if (!isJournalOff(context)) {
    const warning = warningOfCase(caseId);
    if (warning !== undefined) await printNote(context, globals, warning);
    await prepareJournal(context, globals);
    return openJournalWriter(context, (text) => printNote(context, evenIfQuiet, text));
  }
  if (caseId !== undefined) {
    const says = 'The journal is off (PVG_NO_JOURNAL), so --case is not kept.';
    await printNote(context, globals, says);
  }
  return openJournalWriter(context);
}

/** The service that calls go to, in the form in which the journal keeps it, so that its lines can be compared. */
export function callOrigin({ profile, interface: interfaceName }: Connection) {
  const { environment } = profile;
  if (profile.local) return { origin: 'local', environment };
  const address = addressOf(profile, interfaceName);
  return { origin: address === undefined ? null : addressOrigin(address), environment };
}

export interface EarlierCalls {
  /** The lines about this receipt or this case, at any service. */
  readonly journal: Pick<Journal, 'calls' | 'replies' | 'incomplete'>;
  /** The calls about this receipt at this service, whatever environment their profiles name, oldest first. */
  readonly calls: readonly JournalEntry[];
  /** Who reads the answer: it decides which calls may be named to them. */
  readonly reader: Reader;
  /** The newest call that confirmed this receipt at another service, or in another environment. */
  readonly elsewhere: JournalEntry | undefined;
}

/**
 * Reads the earlier calls about a receipt, by anybody who writes into this journal; empty without a journal. All profiles are
 * read, also for an assistant, because a verify with any profile counts. What is shown to it is chosen later.
 */
export async function readEarlierCalls(
  context: Context,
  connection: Connection,
  receipt = '',
): Promise<EarlierCalls> {
  const receiptFingerprint = fingerprint(receipt);
  // Without a case, the fingerprint is here twice, which changes nothing.
  const names = [receiptFingerprint, connection.caseId ?? receiptFingerprint];
  // The calls of the case about other purchases are not parsed, because there may be thousands.
  const mayMatter = receipt === '' ? undefined : isAboutOrReply([receiptFingerprint]);
  const journal = connection.journal.isOn
    ? await readJournal(context, names, { ofAllProfiles: true, mayMatter })
    : { calls: [], replies: [], incomplete: undefined };
  const { origin, environment } = callOrigin(connection);
  const isAtService = (call: JournalEntry): boolean => isSameOrigin(call.origin, origin);
  const isHere = (call: JournalEntry): boolean =>
    isAtService(call) && call.environment === environment;
  const mayBeShown = ({ profile }: JournalEntry): boolean =>
    context.assistant === undefined || context.assistant.profiles.includes(profile ?? '');
  const callsAboutReceipt = journal.calls.filter((call) => call.receipt === receiptFingerprint);
  return {
    journal,
    calls: callsAboutReceipt.filter(isAtService),
    reader: { account: context.account, assistant: context.assistant, environment },
    elsewhere: callsAboutReceipt.findLast(
      (call) => call.exit === 0 && !isHere(call) && mayBeShown(call),
    ),
  };
}

interface PlayerCalls {
  /** The id under which the journal keeps the player; null without a journal, or without a key. */
  readonly player: string | null;
  /** The lines about this player or this case, at any service. */
  readonly journal: EarlierCalls['journal'];
}

/** Reads the earlier calls about a player, which the report of a check shows. */
export async function readPlayerCalls(
  context: Context,
  { journal: writer, caseId }: Connection,
  username: string | undefined,
): Promise<PlayerCalls> {
  const empty = { calls: [], replies: [], incomplete: undefined };
  if (!writer.isOn || username === undefined) return { player: null, journal: empty };
  const say = (text: string): Promise<void> => printNote(context, evenIfQuiet, text);
  const player = await identifyPlayer(context, username, say);
  if (player === null) return { player, journal: empty };
  const mayMatter = isAboutOrReply([player]);
  const names = [player, caseId ?? player];
  return { player, journal: await readJournal(context, names, { mayMatter }) };
}

/** Refuses a call on prod if certificate checks are off, and warns elsewhere: anybody in between can read the purchase and forge its answer. */
async function refuseUncheckedTls(
  context: Context,
  { profile, globals, interface: interfaceName }: Connection,
): Promise<void> {
  const isHttps = /^https:/i.test(addressOf(profile, interfaceName) ?? '');
  if (context.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0' || profile.local || !isHttps) return;
  const says = 'NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off';
  if (profile.environment === 'prod') {
    throw new PvgError('tls-off', `${says}. pvg refuses that for prod, and sent nothing.`, {
      hint: 'Unset it. For your own certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file.',
    });
  }
  const risk = 'anybody between you and the service can read and change what is sent.';
  await printNote(context, globals, `${says}: ${risk}`);
}

interface WireOptions {
  readonly keepConnections?: boolean;
  /** Called before anything of an answer is shown, also by --verbose. */
  readonly onResponse?: ((response: WireResponse) => void) | undefined;
}

/** Opens the wire to the service: the network, or the emulator for the profile `local`. */
export async function openSend(
  context: Context,
  { profile, globals }: Connection,
  { keepConnections = false, onResponse }: WireOptions = {},
): Promise<Send> {
  const wire = profile.local
    ? await openEmulator(context)
    : await context.network({ keepConnections });
  const send = onResponse === undefined ? wire : withListener(wire, onResponse);
  return globals.verbose ? verboseSend(context, send) : send;
}

async function openEmulator(context: Context): Promise<Send> {
  const { openLocal } = await import('../emulator/service.js');
  return openLocal(context, (text) => void printNote(context, evenIfQuiet, text));
}

const withListener =
  (send: Send, onResponse: (response: WireResponse) => void): Send =>
  async (request, options) => {
    const response = await send(request, options);
    onResponse(response);
    return response;
  };

interface ProfileInput {
  readonly input: InputReader;
  readonly globals: GlobalOptions;
  readonly options: CredentialOptions;
  readonly flags: Omit<ProfileFlags, 'profile' | 'clientSecret' | 'secretKey'>;
}

/** Resolves the profile of a command, and prints the notes about it to stderr. @throws {PvgError} 2, 3 or 13 */
export async function loadProfile(
  context: Context,
  profileInput: ProfileInput,
): Promise<ResolvedProfile> {
  const { globals, flags } = profileInput;
  const secrets = await readSecretFiles(context, profileInput);
  const profile = await resolveProfile(context, { ...flags, profile: globals.profile, ...secrets });
  const { name, environment, governingProfile, notes } = profile;
  const { interface: interfaceName = null } = flags;
  context.callTarget = { profile: name, environment, governingProfile, interface: interfaceName };
  for (const note of notes) await printNote(context, globals, noteSentence(note));
  if (interfaceName !== null && flags.needsAddress !== false) {
    requireInterfaceValues(profile, interfaceName);
  }
  return profile;
}

/** Reads the secrets from the files that the options name. */
async function readSecretFiles(
  context: Context,
  { input, globals, options }: ProfileInput,
): Promise<Readonly<Record<string, string>>> {
  const secrets: Record<string, string> = {};
  for (const { name, option, attribute } of secretFields) {
    const file = options[attribute as keyof CredentialOptions];
    if (file === undefined) continue;
    const source = {
      files: context.files,
      secrets: context.secrets,
      // The reader refuses a second option that wants to read standard input.
      stdin: { readAll: (readOptions?: ReadAllOptions) => input.stdin(option, readOptions) },
    };
    const { value, notes } = await readSecret(source, file, option);
    for (const note of notes) await printNote(context, globals, noteSentence(note));
    secrets[name] = value;
  }
  return secrets;
}
