import type { Context } from '../context.js';
import { secretsIn, type Credential } from '../contract/credential.js';
import {
  headerNames,
  type Interface,
  interfaceRecords,
  interfaces,
} from '../contract/interfaces.js';
import type { Judged } from '../diagnosis/answer.js';
import { lintAddress } from '../diagnosis/lint/other-address.js';
import { headerOf, type ObservedRequest } from '../diagnosis/observed-request.js';
import type { RequestDiagnosis } from '../diagnosis/outcome.js';
import { gameIdOf } from '../diagnosis/signing-steps.js';
import { addressOf } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { decodeInput, type InputReader } from '../input/bytes.js';
import type { GlobalOptions, TypedFlags } from '../input/options.js';
import { printNote } from '../output/print-result.js';
import { listProfiles, localName } from '../profiles/fields.js';
import { credentialOf, type ResolvedProfile } from '../profiles/resolve.js';
import { storedCredentials } from '../profiles/known-secrets.js';
import { nearest } from '../text/nearest.js';
import { joinSentences } from '../text/sentences.js';
import { placeholder, shellLine } from '../text/shell.js';
import { JsonObject, JsonSyntaxError } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { loadProfile, type CredentialOptions } from '../calls/connection.js';

type SecretOptions = CredentialOptions & TypedFlags<'credentials', 'allProfiles'>;

interface CredentialSearch {
  readonly input: InputReader;
  readonly globals: GlobalOptions;
  readonly options: SecretOptions;
  /** The value of --interface; undefined: each request shows its own interface. */
  readonly forcedInterface: Interface | undefined;
  /** The interface of --interface, or else of the first request. */
  readonly likelyInterface: Interface;
  /** The command that diagnoses the same input again, but for its secret. */
  readonly commandWithoutSecret: string;
  /** The requests: their client id or game shows the profile. */
  readonly sent: readonly Pick<ObservedRequest, 'headers' | 'body'>[];
  readonly commandWithProfile: (name: string) => string;
}

/**
 * Finds the credentials that a diagnosis tries. `primary` should have signed; it comes from --credentials or from the
 * profile. `others` come from --credentials or from the stored profiles of the same environment; --all-profiles adds the
 * stored profiles of all environments. `moreStored` is true if profiles of another environment were left out.
 */
export async function diagnosisCredentials(context: Context, search: CredentialSearch) {
  const { input, globals, options, forcedInterface } = search;
  const isAllProfiles = options.allProfiles === true;
  const readStoredCredentials = async (profile?: ResolvedProfile) => {
    const found = await storedCredentials(context, {
      environment: isAllProfiles ? undefined : profile?.environment,
      triedName: profile?.name ?? undefined,
    });
    for (const text of found.notes) await printNote(context, globals, text);
    return found;
  };
  if (options.credentials !== undefined) {
    const given = await readCredentials(context, input, options.credentials);
    const others = isAllProfiles
      ? [...given.others, ...(await readStoredCredentials()).credentials]
      : given.others;
    return { ...given, others, profile: undefined, moreStored: false };
  }
  try {
    const flags = { needsAddress: false, interface: forcedInterface };
    const profile = await loadProfile(context, { input, globals, options, flags });
    const { credentials: others, hasMore } = await readStoredCredentials(profile);
    const primary = credentialOf(profile.name, profile);
    return { primary, others, profile, moreStored: hasMore };
  } catch (error) {
    if (!(error instanceof PvgError)) throw error;
    if (error.code === 'profile-unknown') throw await misspeltProfileError(context, search, error);
    if (error.code !== 'profile-missing') throw error;
    // No profile was chosen: with --all-profiles, any stored one may be right.
    if (!isAllProfiles) throw await noSecretError(context, search);
    const [primary, ...others] = (await readStoredCredentials()).credentials;
    if (primary === undefined) throw await noSecretError(context, search);
    return { primary, others, profile: undefined, moreStored: false };
  }
}

/** The same error, with a next command that has the right name, if exactly one name is near. */
async function misspeltProfileError(
  { profiles }: Context,
  { globals, commandWithProfile }: CredentialSearch,
  error: PvgError,
): Promise<PvgError> {
  const names = await profiles.names().catch(() => []);
  const [meant, ...more] = nearest(globals.profile ?? '', [...names, localName]);
  if (meant === undefined || more.length > 0) return error;
  const nextCommand = commandWithProfile(meant);
  return new PvgError(error.code, error.message, { ...error.details, nextCommand });
}

/** The stored profile with the client id or game of the requests; undefined if there is not exactly one. */
async function profileOfRequests(
  context: Context,
  sent: CredentialSearch['sent'],
): Promise<string | undefined> {
  const listed = await listProfiles(context).catch(() => []);
  const sentIds = sent.map(({ headers }) => headerOf(headers, headerNames.clientId.toLowerCase()));
  const sentGames = sent.map(({ body }) => gameIdOf(Buffer.from(body)));
  const isOfRequests = ({ profile }: (typeof listed)[number]): boolean => {
    const { clientId, gameId } = profile ?? {};
    const hasClientId = clientId !== undefined && sentIds.includes(clientId);
    return hasClientId || (gameId !== undefined && sentGames.includes(gameId));
  };
  const [only, ...more] = listed.filter(isOfRequests);
  return more.length === 0 ? only?.name : undefined;
}

/** The diagnosis, with a problem if the request was sent to another address than that of the profile. */
export async function withAddressProblem(
  context: Context,
  { request, diagnosis }: Pick<Judged, 'request' | 'diagnosis'>,
  { primary, profile }: Pick<DiagnosisCredentials, 'primary' | 'profile'>,
): Promise<RequestDiagnosis> {
  const baseUrl = profile && addressOf(profile, request.interface);
  if (baseUrl === undefined || profile?.local === true) return diagnosis;
  const profileAt = async (isThere: (address: string) => boolean): Promise<string | undefined> => {
    const listed = await listProfiles(context).catch(() => []);
    return listed.find(({ profile: stored }) =>
      isThere((stored && addressOf(stored, request.interface)) ?? ''),
    )?.name;
  };
  const problem = await lintAddress(request, { owner: primary.label, baseUrl }, profileAt);
  return problem === undefined ? diagnosis : { ...diagnosis, lint: [...diagnosis.lint, problem] };
}

/** For each interface: the option for the file with its secret, and the placeholder for that file in a command. */
const secretOptions: Readonly<Record<Interface, { option: string; file: string }>> = {
  gateway: { option: '--client-secret-file', file: 'CLIENT_SECRET_FILE' },
  session: { option: '--secret-key-file', file: 'SECRET_KEY_FILE' },
};

/** The same command with the secret that it lacks. */
function againWithSecret(line: string, interfaceName: Interface): string {
  const { option, file } = secretOptions[interfaceName];
  return `${line} ${shellLine([option, placeholder(file)])}`;
}

interface GivenSecrets {
  readonly commandWithoutSecret: string;
  /** The options with files of secrets. */
  readonly given: CredentialOptions;
}

/** The same options, as members of the parsed options. */
const fileOptions = { gateway: 'clientSecretFile', session: 'secretKeyFile' } as const;

/** @throws {PvgError} `secret-missing` if the credentials are for the other interface alone */
export function requireSecret(
  { primary, profile }: Pick<DiagnosisCredentials, 'primary' | 'profile'>,
  interfaceName: Interface,
  { commandWithoutSecret, given }: GivenSecrets,
): void {
  const { secret, section } = interfaceRecords[interfaceName];
  if (primary[secret.member] !== undefined) return;
  const where = profile === undefined ? 'the given credentials' : primary.label;
  const otherInterfaces = interfaces.filter(
    (id) => id !== interfaceName && given[fileOptions[id]] !== undefined,
  );
  const [otherSecretWords] = otherInterfaces.map(
    (id) => `\`${secretOptions[id].option}\` gives the ${interfaceRecords[id].secret.words}`,
  );
  throw new PvgError(
    'secret-missing',
    otherSecretWords === undefined
      ? `There is no ${secret.words} in ${where}, so pvg cannot check the signature.`
      : `This is a ${interfaceName} request: it needs the ${secret.words}, but ${otherSecretWords}.`,
    {
      hint: `Give it once with \`${secretOptions[interfaceName].option} <file>\`, or use a profile that has it. A file for \`--credentials\` is a JSON object with ${secret.name}.`,
      section,
      nextCommand: againWithSecret(commandWithoutSecret, interfaceName),
    },
  );
}

type DiagnosisCredentials = Awaited<ReturnType<typeof diagnosisCredentials>>;

/** The error if there is no secret. A diagnosis needs only that: no profile, and no address. */
async function noSecretError(
  context: Context,
  { likelyInterface, commandWithoutSecret, sent, commandWithProfile }: CredentialSearch,
): Promise<PvgError> {
  const names = await context.profiles.names().catch(() => []);
  const profile = await profileOfRequests(context, sent);
  const stored = names.length > 0 && `Or choose a profile with \`--profile\`: ${names.join(', ')}.`;
  return new PvgError('profile-missing', 'There is no secret to check the signature with.', {
    hint: joinSentences(
      'Give it once with `--client-secret-file <file>` (session: `--secret-key-file <file>`).',
      stored || 'Or store a profile: `pvg profile add`.',
      'To try pvg, use `--profile local`: it has the demo credentials.',
    ),
    nextCommand:
      profile === undefined
        ? againWithSecret(commandWithoutSecret, likelyInterface)
        : commandWithProfile(profile),
  });
}

/**
 * Reads `{"client_id"?, "client_secret"?, "secret_key"?, "others"?: [{"label", …}]}`; unknown members are ignored. From
 * here on, no output shows these secrets. @throws {PvgError} `input-unreadable`, which quotes nothing of the file
 */
async function readCredentials(
  context: Context,
  input: InputReader,
  source: string,
): Promise<{ primary: Credential; others: readonly Credential[] }> {
  const option = '--credentials';
  const bytes =
    source === '-'
      ? await input.stdin(option, { isSecret: true })
      : await input.file(option, source.replace(/^@/, ''));
  const root = tryJson(decodeInput(option, bytes).replace(/^\uFEFF/, ''));
  if (root instanceof JsonSyntaxError) throw credentialError(`it is not JSON: ${root.message}`);
  if (!(root instanceof JsonObject)) throw credentialError('it is not a JSON object');
  const entries = root.get('others') ?? [];
  if (!Array.isArray(entries)) throw credentialError('others is not a list');
  const others = entries.map((entry, index) => {
    if (!(entry instanceof JsonObject)) throw credentialError(`others[${index}] is not an object`);
    return readCredential(entry, readText(entry, 'label') ?? `others[${index}]`);
  });
  const primary = readCredential(root, 'the credentials');
  for (const secret of [primary, ...others].flatMap(secretsIn)) context.secrets.add(secret);
  return { primary, others };
}

function readCredential(object: JsonObject, label: string): Credential {
  refuseOtherSpelling(object);
  return {
    label,
    clientId: readText(object, 'client_id'),
    clientSecret: readText(object, 'client_secret'),
    secretKey: readText(object, 'secret_key'),
  };
}

/** Spellings of the names that many programs use. They are refused by name, or the secret would seem to be missing. */
const otherSpellings = {
  clientId: 'client_id',
  clientSecret: 'client_secret',
  secretKey: 'secret_key',
};

function refuseOtherSpelling(object: JsonObject): void {
  const wrong = Object.entries(otherSpellings).filter(
    ([spelling, name]) => object.get(spelling) !== undefined && object.get(name) === undefined,
  );
  if (wrong.length === 0) return;
  const says = wrong.map(
    ([spelling, name]) => `\`${spelling}\` is not read: the name is \`${name}\``,
  );
  throw credentialError(says.join('; '));
}

/** undefined if the member is missing or null. */
function readText(object: JsonObject, name: string): string | undefined {
  const value = object.get(name) ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw credentialError(`a ${name} is not a string`);
}

const credentialError = (says: string): PvgError =>
  new PvgError('input-unreadable', `--credentials: ${says}.`, {
    hint: 'Use a JSON object: `{"client_id": …, "client_secret": …, "secret_key": …, "others": [{"label": …, …}]}`.',
  });
