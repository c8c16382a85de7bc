import { verboseSend } from '../output/verbose.js';
import type { Context, ReadAllOptions } from '../context.js';
import { isSameOrigin } from '../contract/address.js';
import type { Interface } from '../contract/interfaces.js';
import { addressNames, addressOf } from '../contract/profile.js';
import type { Send, WireResponse } from '../contract/wire.js';
import type { JournalEntry } from '../support/journal/entry.js';
import { isAboutOrReply } from '../support/journal/matching.js';
import { isOff } from '../support/journal/places.js';
import { looseModes, readJournal } from '../support/journal/journal.js';
import { openRecorder, type Recorder } from '../support/journal/writer.js';
import { PvgError } from '../failure.js';
import type { InputReader } from '../input/bytes.js';
import { readCase, readCallOptions } from '../input/options.js';
import type {
  CallFlags,
  CallOptions,
  GlobalOptions,
  TypedFlags,
  TicketFlags,
} from '../input/options.js';
import { evenIfQuiet, printNote } from '../output/print-result.js';
import { addressOrigin, secretFields } from '../profiles/fields.js';
import { requirePart, requireTarget, resolveProfile } from '../profiles/resolve.js';
import type { ProfileFlags, ResolvedProfile } from '../profiles/resolve.js';
import { readSecret } from '../profiles/secret-input.js';
import { withholdKnownSecrets } from '../profiles/stored-credentials.js';
import { fingerprint } from '../signing/digest.js';
import { collectTypedOptions, type TypedOptions } from '../text/shell.js';

export interface Connection {
  readonly command: string;
  readonly interface: Interface;
  readonly profile: ResolvedProfile;
  readonly call: CallOptions;
  readonly globals: GlobalOptions;
  readonly recorder: Recorder;
  readonly case: string | undefined;
  /** With which the next command reaches the same service in the same way, for the same ticket. */
  readonly typed: TypedOptions;
}

/** The options that set credentials for this run; secrets only as files. */
export type CredentialOptions = TypedFlags<
  'clientSecretFile' | 'secretKeyFile' | 'clientId' | 'gameId'
>;

type ConnectOptions = CredentialOptions & CallFlags & TicketFlags;

/** For a command that sends, also in a dry run. @throws {PvgError} 2, 3 or 13, before anything is sent */
export async function openConnection(
  context: Context,
  input: InputReader,
  place: Pick<Connection, 'command' | 'interface'>,
  globals: GlobalOptions,
  options: ConnectOptions,
): Promise<Connection> {
  const call = readCallOptions(options);
  const caseId = readCase(options.case);
  const address = { [addressNames[place.interface]]: call.baseUrl };
  const flags = { ...address, interface: place.interface, gameId: options.gameId };
  const profile = await loadProfile(context, input, globals, options, flags);
  const recorder = call.dryRun
    ? openRecorder(context)
    : await openJournal(context, globals, caseId);
  const typedOptions = connectionOptions(options, globals, profile.name ?? undefined);
  const connection = {
    ...place,
    profile,
    call,
    globals,
    recorder,
    case: caseId,
    typed: typedOptions,
  };
  if (!call.dryRun) await refuseUncheckedTls(context, connection);
  return connection;
}

/** @param profile the name that is used */
export function connectionOptions(
  options: ConnectOptions,
  globals: GlobalOptions,
  profile: string | undefined,
): TypedOptions {
  return [
    ...collectTypedOptions({
      '--profile': globals.profile && profile,
      '--base-url': options.baseUrl,
      '--clock-offset': Number(options.clockOffset ?? 0) === 0 ? undefined : options.clockOffset,
      '--client-secret-file': reusableFile(options.clientSecretFile),
      '--secret-key-file': reusableFile(options.secretKeyFile),
      '--case': options.case?.trim(),
      '--report': options.report,
    }),
    ...(options.reply ?? []).map((language) => ['--reply', language] as const),
    ...(options.overwrite === true ? [['--overwrite'] as const] : []),
  ];
}

/** Standard input and a shell's pipe would be empty by then. */
const reusableFile = (file = '-'): string | undefined =>
  file === '-' || /^\/(?:dev|proc)\//.test(file) ? undefined : file;

/** A dry run needs no secret. @throws {PvgError} `profile-incomplete`, or `secret-missing` if only the secret is missing */
export function callSettings({ profile, call, interface: id }: Connection) {
  const { dryRun, timeoutMs, retries, clockOffsetS } = call;
  return {
    target: requireTarget(profile, id, { secret: !dryRun }),
    timeoutMs,
    retries,
    clockOffsetS,
  };
}

/** Of a command that is about the journal's calls and makes none itself, too. */
export async function openJournal(
  context: Context,
  globals: GlobalOptions,
  caseId: string | undefined,
): Promise<Recorder> {
  if (!isOff(context)) {
    for (const each of await looseModes(context)) await printNote(context, globals, each);
    await withholdKnownSecrets(context);
    return openRecorder(context, (text) => printNote(context, evenIfQuiet, text));
  }
  if (caseId !== undefined) {
    await printNote(
      context,
      globals,
      'The journal is off (PVG_NO_JOURNAL), so --case is not kept.',
    );
  }
  return openRecorder(context);
}

/** Where its calls go: what the journal has of other places is not about them. */
export function callOrigin({ profile, interface: id }: Connection) {
  const address = addressOf(profile, id);
  const origin = profile.local ? 'local' : address === undefined ? null : addressOrigin(address);
  return { origin, environment: profile.environment };
}

export type EarlierCalls = Awaited<ReturnType<typeof earlierCalls>>;

/**
 * Earlier calls about a receipt at the same place, oldest first, of everybody who writes into this journal; empty without
 * a journal. An assistant sees the calls of its profiles only, but what a verify recorded counts for every profile.
 */
export async function earlierCalls(context: Context, connection: Connection, receipt = '') {
  const wanted = fingerprint(receipt);
  const none = { calls: [], own: [], replies: [], incomplete: undefined };
  const names = [wanted, connection.case ?? wanted];
  // A case may have thousands of other purchases.
  const mayMatter = receipt === '' ? undefined : isAboutOrReply([wanted]);
  const options = { ofAllProfiles: true, mayMatter };
  const journal = connection.recorder.on ? await readJournal(context, names, options) : none;
  const { origin, environment } = callOrigin(connection);
  const isHere = (call: JournalEntry): boolean =>
    isSameOrigin(call.origin, origin) && call.environment === environment;
  const isShown = ({ profile }: JournalEntry): boolean =>
    context.assistant === undefined || context.assistant.profiles.includes(profile ?? '');
  const about = journal.calls.filter((call) => call.receipt === wanted);
  return {
    /** About this receipt or this case, at any place. */
    journal,
    calls: about.filter(isHere),
    /** The newest that was confirmed at another place. */
    elsewhere: about.findLast((call) => call.exit === 0 && !isHere(call) && isShown(call)),
  };
}

/** Without certificate checks, anybody in between can read the purchase and forge its answer. */
async function refuseUncheckedTls(
  context: Context,
  { profile, globals, interface: id }: Connection,
) {
  const isHttps = /^https:/i.test(addressOf(profile, id) ?? '');
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

export async function openSend(
  context: Context,
  { profile, globals }: Connection,
  options: SendOptions = {},
): Promise<Send> {
  const { onResponse, ...networkOptions } = options;
  const wire = profile.local
    ? (await import('../emulator/local.js')).openLocal(
        context,
        (text) => void printNote(context, evenIfQuiet, text),
      )
    : await context.network(networkOptions);
  const send = onResponse === undefined ? wire : withListener(wire, onResponse);
  return globals.verbose ? verboseSend(context, send) : send;
}

interface SendOptions {
  readonly keepConnections?: boolean;
  /** Called before anything of an answer is shown, also by --verbose. */
  readonly onResponse?: (response: WireResponse) => void;
}

const withListener =
  (send: Send, onResponse: (response: WireResponse) => void): Send =>
  async (request, options) => {
    const response = await send(request, options);
    onResponse(response);
    return response;
  };

/** The profile that a command uses; notes about it go to stderr. @throws {PvgError} 2, 3 or 13 */
export async function loadProfile(
  context: Context,
  input: InputReader,
  globals: GlobalOptions,
  options: CredentialOptions,
  flags: Omit<ProfileFlags, 'profile' | 'clientSecret' | 'secretKey'>,
): Promise<ResolvedProfile> {
  const { files, secrets: known } = context;
  const secrets: Record<string, string> = {};
  for (const { name, option, attribute } of secretFields) {
    const file = options[attribute as keyof CredentialOptions];
    if (file === undefined) continue;
    // Through the reader, so that no second option reads standard input.
    const doors = {
      files,
      secrets: known,
      stdin: { readAll: (how?: ReadAllOptions) => input.stdin(option, how) },
    };
    const { value, notes } = await readSecret(doors, file, option);
    for (const { says } of notes) await printNote(context, globals, says);
    secrets[name] = value;
  }
  const profile = await resolveProfile(context, { ...flags, profile: globals.profile, ...secrets });
  const { environment, valuesOf } = profile;
  context.place = {
    profile: profile.name,
    environment,
    valuesOf,
    interface: flags.interface ?? null,
  };
  for (const { says } of profile.notes) await printNote(context, globals, says);
  if (flags.interface !== undefined && flags.needsAddress !== false) {
    requirePart(profile, flags.interface);
  }
  return profile;
}
