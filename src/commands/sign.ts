import { Argument, type Command } from 'commander';
import type { Context } from '../context.js';
import { endpoint, type Interface } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { InputReader } from '../input/bytes.js';
import { noChoice } from '../input/choice.js';
import { globalOptions, type GlobalOptions } from '../input/global-options.js';
import { printJson, type Printable } from '../json/print.js';
import { plainFinished, type Finish, type Finished, type View } from '../output/finished.js';
import { examples } from '../input/examples.js';
import { note } from '../output/present.js';
import { writeRequest } from '../output/request-text.js';
import { recordPlace } from '../output/place.js';
import { requireGateway, requireSession } from '../profiles/require.js';
import { resolveProfile, type ResolvedProfile } from '../profiles/resolve.js';
import { sha256Hex, shownFingerprint } from '../signing/digest.js';
import { gatewayHeaders, gatewayMessage } from '../signing/gateway.js';
import { sessionHeaders } from '../signing/session.js';
import { programOf } from '../languages/language.js';
import { languageNamed, languageNames, languages } from '../languages/languages.js';
import { readSecretFiles, type SecretFileOptions } from '../secret-files.js';
import { utf8Text } from '../json/utf8.js';

const shows = ['headers', 'steps', 'curl', 'json'] as const;
type Show = (typeof shows)[number];

interface SignOptions extends SecretFileOptions {
  readonly body?: string;
  readonly timestamp?: string;
  readonly show?: string;
  readonly snippet?: string;
}

export function registerSign(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    `pvg sign session --profile local --body '{"gameId":"demo","username":"player-42"}'`,
    `pvg sign gateway --profile local --timestamp 1790000000 --body '{"os_id":1}' --show steps`,
    'pvg sign gateway --snippet python',
  ]);
  command
    .addArgument(new Argument('<interface>', 'whose scheme').choices(['gateway', 'session']))
    .option('--body <text|@file|->', 'the exact bytes to sign')
    .option('--timestamp <unix seconds>', 'gateway: the text of X-Timestamp (default: now)')
    .option('--client-id <id>', 'gateway: instead of the profile’s')
    .option('--client-secret-file <path|->', 'gateway: the client secret, instead of the profile’s')
    .option('--secret-key-file <path|->', 'session: the secret key, instead of the profile’s')
    .option('--show <headers|steps|curl|json>', 'what to print (default: headers)')
    .option('--snippet <language>', `a complete signer instead: ${languageNames.join(', ')}`)
    .action(async (scheme: Interface, options: SignOptions) =>
      finish(await runSign(context, globalOptions(command), scheme, options)),
    );
}

/** The options that belong to one interface. */
const own: Readonly<Record<Interface, readonly string[]>> = {
  gateway: ['--client-id', '--client-secret-file'],
  session: ['--secret-key-file'],
};

/** @throws {PvgError} `usage` for an option that would have no effect. */
function checkOptions(scheme: Interface, options: SignOptions): void {
  const credentials = [
    ['--client-id', options.clientId],
    ['--client-secret-file', options.clientSecretFile],
    ['--secret-key-file', options.secretKeyFile],
  ] as const;
  const given = (list: readonly (readonly [option: string, value: string | undefined])[]): string[] =>
    list.filter(([, value]) => value !== undefined).map(([option]) => option);
  const idle = given([
    ['--body', options.body],
    ['--show', options.show],
    ['--timestamp', options.timestamp],
    ...credentials,
  ]);
  if (options.snippet !== undefined && idle.length > 0) {
    throw new PvgError('usage', `--snippet prints a whole signer, which takes no ${idle.join(', no ')}.`, {
      hint: `Leave ${options.body === undefined ? idle.join(' and ') : '--snippet'} out.`,
    });
  }
  const other = given(credentials).filter((option) => !own[scheme].includes(option));
  if (other.length > 0) {
    throw new PvgError('usage', `The ${scheme} interface signs without ${other.join(' and ')}.`, {
      hint: `Leave it out, or sign for the other interface: \`pvg sign ${scheme === 'gateway' ? 'session' : 'gateway'} …\`.`,
      section: scheme === 'gateway' ? '§5.1' : '§5.2',
    });
  }
}

export async function runSign(
  context: Context,
  globals: GlobalOptions,
  scheme: Interface,
  options: SignOptions,
): Promise<Finished> {
  checkOptions(scheme, options);
  if (options.snippet !== undefined) return snippetFinished(scheme, options.snippet);
  const show = readShow(options.show);
  const timestamp =
    readTimestamp(scheme, options.timestamp) ?? String(Math.floor(context.clock.now() / 1000));
  const input = new InputReader(context);
  const body = await readBody(input, globals, context, options.body);
  const profile = await resolveProfile(context, {
    interface: scheme,
    // Only a curl command leads somewhere.
    needsAddress: show === 'curl',
    ...(globals.profile !== undefined && { profile: globals.profile }),
    ...(options.clientId !== undefined && { clientId: options.clientId }),
    ...(await readSecretFiles(context, input, globals, options)),
  });
  recordPlace(context, profile, scheme);
  for (const text of profile.notes) await note(context, globals, text);
  const signed =
    scheme === 'gateway' ? signByGateway(profile, timestamp, body) : signBySession(profile, body);
  return plainFinished('sign', {
    profile: profile.name,
    environment: profile.environment,
    interface: scheme,
    answer: signed.values,
    view: viewOf(show, signed, body, context),
  });
}

interface Signed {
  readonly scheme: Interface;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Every intermediate value, as JSON. */
  readonly values: { readonly [name: string]: Printable };
  /** The same for people, in the order of the contract. */
  readonly steps: readonly (readonly [label: string, value: string])[];
  readonly baseUrl: string | undefined;
}

/** §5.1 */
function signByGateway(profile: ResolvedProfile, timestamp: string, body: Uint8Array): Signed {
  const { clientId, clientSecret } = requireGateway(profile, {
    secret: true,
    address: false,
    options: own.gateway,
  });
  const input = { clientId, timestamp, body };
  const headers = gatewayHeaders(clientSecret, input);
  const signature = headers.at(-1)?.[1] ?? '';
  const bodySha256 = sha256Hex(body);
  const message = gatewayMessage(input);
  const secretFingerprint = shownFingerprint(clientSecret);
  return {
    scheme: 'gateway',
    headers,
    baseUrl: profile.gateway.baseUrl,
    values: {
      interface: 'gateway',
      client_id: clientId,
      timestamp,
      body_bytes: body.byteLength,
      body_sha256: bodySha256,
      message,
      secret_fingerprint: secretFingerprint,
      signature,
      headers: Object.fromEntries(headers),
    },
    steps: [
      ['body', describeBody(body)],
      ['body_hash = hex(SHA-256(body))', bodySha256],
      ['message = client_id.timestamp.body_hash', message],
      ['client_secret', secretFingerprint],
      ['signature = hex(HMAC-SHA256(client_secret, message))', signature],
    ],
  };
}

/** §5.2 */
function signBySession(profile: ResolvedProfile, body: Uint8Array): Signed {
  const { secretKey } = requireSession(profile, { secret: true, address: false, options: own.session });
  const headers = sessionHeaders(secretKey, { body });
  const signature = headers.at(-1)?.[1] ?? '';
  const secretFingerprint = shownFingerprint(secretKey);
  return {
    scheme: 'session',
    headers,
    baseUrl: profile.session.baseUrl,
    values: {
      interface: 'session',
      body_bytes: body.byteLength,
      secret_fingerprint: secretFingerprint,
      signature,
      headers: Object.fromEntries(headers),
    },
    steps: [
      ['message = the body, exactly as sent', describeBody(body)],
      ['secret_key', secretFingerprint],
      ['signature = hex(HMAC-SHA256(secret_key, body))', signature],
    ],
  };
}

const describeBody = (body: Uint8Array): string => {
  const end = body.at(-1) === 0x0a ? ', the last one a line end' : '';
  return `${String(body.byteLength)} bytes${end}: ${JSON.stringify(utf8Text(body) ?? '(not UTF-8)')}`;
};

function viewOf(show: Show, signed: Signed, body: Uint8Array, context: Context): View {
  const lines = (pairs: Signed['headers']): string =>
    pairs.map(([name, value]) => `${name}: ${value}\n`).join('');
  switch (show) {
    case 'headers':
      return { headline: '', data: lines(signed.headers) };
    case 'steps':
      return { headline: '', data: signed.steps.map(([label, value]) => `${label}\n  ${value}\n`).join('') };
    case 'json':
      return { headline: '', data: `${printJson(signed.values, { indent: 2 })}\n` };
    case 'curl': {
      // Signing needs no address; without one the place is left to be filled in.
      const base = signed.baseUrl ?? 'https://BASE_URL';
      const url = endpoint(base, signed.scheme === 'gateway' ? 'lookup' : 'session');
      const request = { method: 'POST', url, headers: signed.headers, body } as const;
      return {
        headline: '',
        data: writeRequest(request, 'curl', { version: context.version, now: context.clock.now() }),
        notes: signed.scheme === 'gateway' ? ['The address is that of the read-only look-up.'] : [],
      };
    }
  }
}

async function readBody(
  input: InputReader,
  globals: GlobalOptions,
  context: Context,
  value: string | undefined,
): Promise<Uint8Array> {
  if (value === undefined) {
    throw new PvgError('usage', 'Missing: --body.', {
      hint: 'The exact bytes to sign: text, `@<file>` or `-`.',
    });
  }
  const { bytes, from } = await input.read('--body', value);
  if (from !== 'argument' && bytes.at(-1) === 0x0a) {
    await note(context, globals, 'The body ends with a line end; it is signed as it is.');
  }
  return bytes;
}

function readTimestamp(scheme: Interface, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (scheme === 'session') {
    throw new PvgError('usage', 'The session interface signs no timestamp.', {
      hint: 'Leave --timestamp out.',
      section: '§5.2',
    });
  }
  if (/^\d{13}$/.test(text)) {
    throw new PvgError(
      'usage',
      '--timestamp has 13 digits: those are milliseconds, and seconds are wanted.',
      {
        hint: 'Drop the last three digits.',
        section: '§5.1',
      },
    );
  }
  if (!/^\d{1,12}$/.test(text)) {
    throw new PvgError('usage', '--timestamp takes Unix seconds: digits only.', {
      hint: 'Example: `--timestamp 1790000000`.',
      section: '§5.1',
    });
  }
  return text;
}

function readShow(text: string | undefined): Show {
  const show = shows.find((each) => each === (text ?? 'headers'));
  if (show !== undefined) return show;
  throw noChoice('--show', text ?? '', shows, 'steps');
}

async function snippetFinished(scheme: Interface, name: string): Promise<Finished> {
  const language = languageNamed(name);
  if (language === undefined) throw noChoice('--snippet', name, languageNames, 'python');
  const code = programOf(languages[language], scheme);
  return plainFinished('sign', {
    interface: scheme,
    answer: { interface: scheme, language, code },
    view: { headline: '', data: code.endsWith('\n') ? code : `${code}\n` },
  });
}
