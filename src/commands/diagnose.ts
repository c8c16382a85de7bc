import type { Command } from 'commander';
import type { Context } from '../context.js';
import { headerNames, interfaces, records, type Interface } from '../contract/interfaces.js';
import { secretsIn, type Credential } from '../contract/credential.js';
import { allMeanings } from '../desk/explain/explain.js';
import { withAnswer } from '../diagnosis/answer-lint.js';
import { diagnose } from '../diagnosis/diagnose.js';
import type { AnswerRead, ReadRequest } from '../diagnosis/read/found.js';
import { readRequests } from '../diagnosis/read/read-requests.js';
import {
  answeredJson,
  countsOf,
  entryJson,
  ladderJson,
  severalView,
  singleView,
  type Answered,
  type Telling,
} from '../diagnosis/shown.js';
import { cannotSucceed, verdictOf } from '../diagnosis/verdict.js';
import { PvgError } from '../failure.js';
import type { SenderValues } from '../diagnosis/ladder.js';
import { InputReader, withoutFinalLineEnd } from '../input/bytes.js';
import { utf8Text } from '../text/utf8.js';
import { number, examples, noChoice, globalOptions, type GlobalOptions } from '../input/options.js';
import { readCredentials } from '../input/credentials.js';
import { readLanguage } from '../input/language.js';
import type { Printable } from '../text/json/print.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { note } from '../output/present.js';
import { optionWords, shellLine } from '../text/shell.js';
import { profileFor, type CredentialOptions } from '../calls/connection.js';
import { credentialOf, type ResolvedProfile } from '../profiles/resolve.js';
import { languageNames } from '../languages/languages.js';

interface DiagnoseOptions extends CredentialOptions {
  readonly interface?: string;
  readonly body?: string;
  readonly signature?: string;
  readonly timestamp?: string;
  readonly signedMessage?: string;
  readonly signedBodyHash?: string;
  readonly allProfiles?: boolean;
  readonly credentials?: string;
  readonly budget?: string;
  readonly deep?: boolean;
  readonly lang?: string;
}

export function registerDiagnose(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    `pvg lookup --profile local --product-id p --package k --receipt r --dry-run --as http | pvg diagnose - --profile local`,
    `pvg diagnose --profile local --interface session --body '{"gameId":"demo"}' --signature 942527aa948d7bc6a014991d0980d6af0e7966121bbf23cf8e5b68628c38d0c4`,
  ]);
  command
    .argument(
      '[file|-]',
      'an HTTP request, a curl command line, a HAR file, or JSON with method, url, headers and body',
    )
    .option('--interface <gateway|session>', 'the signing scheme: needed with --body, otherwise recognised')
    .option('--body <text|@file|->', 'the body as it was sent')
    .option('--signature <text>', 'the text of X-Signature')
    .option('--timestamp <text>', 'the text of X-Timestamp')
    .option('--client-id <text>', 'the text of X-Client-ID')
    .option(
      '--signed-message <text|@file|->',
      'the message that the sender’s program signed, or its log line',
    )
    .option('--signed-body-hash <hex>', 'the body hash that the sender’s program made')
    .option('--all-profiles', 'try the secrets of all stored profiles too')
    .option('--credentials <@file|file|->', 'a JSON object with the credentials, for one-off use')
    .option('--client-secret-file <path|->', 'the client secret, instead of the profile’s')
    .option('--secret-key-file <path|->', 'the secret key, instead of the profile’s')
    .option('--budget <seconds>', 'how long to search (default: 5; with --deep: 60)')
    .option('--deep', 'search more combinations, for up to a minute')
    .option('--lang <language>', `the fix as code: ${languageNames.join(', ')}`)
    .action(async (file: string | undefined, options: DiagnoseOptions) =>
      finish(await runDiagnose(context, globalOptions(command), file, options)),
    );
}

async function runDiagnose(
  context: Context,
  globals: GlobalOptions,
  file: string | undefined,
  options: DiagnoseOptions,
): Promise<Finished> {
  const language = readLanguage(options.lang);
  const budgetS = number('--budget', options.budget, options.deep === true ? 60 : 5, { over: 0, most: 3600 });
  const scheme = readInterface(options.interface);
  const input = new InputReader(context);
  const read = await readInput(input, file, scheme, options);
  const sender = await readSender(input, options);
  const { primary, others, profile } = await credentialsOf(context, input, globals, options);

  for (const each of read) if (each.ok) for (const text of each.notes) await note(context, globals, text);
  const answered = read.map((each): Answered => {
    if (!each.ok) return { label: each.label, unreadable: each.says };
    const name = scheme ?? each.request.interface;
    if (name === undefined)
      return {
        label: each.request.label,
        unreadable: 'The address, headers and body do not show which interface this request is for.',
      };
    const request = { ...each.request, interface: name };
    requireSecret(primary, name, profile);
    const endMs = context.clock.elapsed() + budgetS * 1000;
    const isOver = (): boolean => context.clock.elapsed() > endMs;
    return {
      label: request.label,
      request,
      diagnosis: withAnswer(
        diagnose(request, primary, { others, deep: options.deep === true, isOver, sender }),
        explained(name, each.request.answer),
      ),
    };
  });
  const [only] = answered;
  if (answered.length === 1 && only && 'unreadable' in only) {
    throw new PvgError('input-unreadable', only.unreadable, {
      hint: 'Choose it: `--interface gateway` or `--interface session`.',
    });
  }
  const again = shellLine([
    ...['pvg', 'diagnose', ...inputWords(file, options)],
    ...optionWords({ '--profile': globals.profile }),
    ...(options.allProfiles === true ? ['--all-profiles'] : []),
  ]);
  return finishedOf(answered, profile, { language, deep: options.deep === true, again });
}

/** A line of the sender's log: the message is in it. */
const messageIn = /[^\s"'=]+\.\d{9}[^\s"']*\.[0-9a-f]{40,}/i;

const explained = (name: Interface, answer: AnswerRead | undefined): Parameters<typeof withAnswer>[1] =>
  answer && {
    status: answer.status,
    meaning: allMeanings.find(
      ({ interface: of, code }) =>
        of === name && [answer.object?.get('error'), answer.object?.get('code')].includes(code),
    ),
  };

async function readSender(
  input: InputReader,
  { signedMessage, signedBodyHash }: DiagnoseOptions,
): Promise<SenderValues> {
  if (signedMessage === undefined) return { bodyHash: signedBodyHash };
  const { bytes } = await input.read('--signed-message', signedMessage);
  const text = utf8Text(bytes);
  const inside = text === undefined ? undefined : messageIn.exec(text)?.[0];
  return {
    bodyHash: signedBodyHash,
    message: inside === undefined ? withoutFinalLineEnd(bytes).bytes : Buffer.from(inside),
  };
}

/** A body is repeated by its file name. For a body that was typed there is a placeholder. */
function inputWords(file: string | undefined, options: DiagnoseOptions): string[] {
  if (file !== undefined) return [file === '-' ? '"$REQUEST_FILE"' : file];
  const { interface: called, body, signature, timestamp, clientId } = options;
  return optionWords({
    '--interface': called,
    '--body': body?.startsWith('@') === true ? body : '"@$BODY_FILE"',
    '--signature': signature,
    '--timestamp': timestamp,
    '--client-id': clientId,
  });
}

async function readInput(
  input: InputReader,
  file: string | undefined,
  scheme: Interface | undefined,
  options: DiagnoseOptions,
): Promise<readonly ReadRequest[]> {
  const { body, signature, timestamp, clientId } = options;
  const flags = [body, signature, timestamp, clientId].some((value) => value !== undefined);
  if (file !== undefined) {
    if (flags)
      throw new PvgError(
        'usage',
        'A file cannot be used together with --body, --signature, --timestamp or --client-id.',
        { hint: 'Use the file or the options, not both.' },
      );
    const bytes =
      file === '-' ? await input.stdin('diagnose') : await input.file('diagnose', file.replace(/^@/, ''));
    return readRequests(bytes);
  }
  const timed = scheme !== undefined && 'timestamp' in records[scheme].headers;
  const missing = [
    ...(scheme === undefined ? ['--interface'] : []),
    ...(body === undefined ? ['--body'] : []),
    ...(signature === undefined ? ['--signature'] : []),
    ...(timed && timestamp === undefined ? ['--timestamp'] : []),
  ];
  if (body === undefined || signature === undefined || missing.length > 0) {
    throw new PvgError(
      'usage',
      flags
        ? `Missing: ${missing.join(', ')}.`
        : 'There is no request to diagnose: pass a file, or `-` for standard input.',
      {
        hint: flags
          ? 'Add what is missing. Or save the request as it was sent (raw HTTP, curl command line, HAR), and pass the file.'
          : 'Save the request as it was sent (raw HTTP, curl command line, HAR), or use --interface, --body and --signature.',
      },
    );
  }
  const { bytes } = await input.read('--body', body);
  const headers = Object.entries({ signature, timestamp, clientId }).flatMap(([part, value]) =>
    value === undefined ? [] : [[headerNames[part as keyof typeof headerNames], value] as const],
  );
  const request = { label: '', method: 'POST', url: '', headers, body: bytes, receivedAt: undefined };
  return [{ ok: true, notes: [], request }];
}

/** Only --credentials, or the profile’s; with --all-profiles also those of all stored profiles. */
async function credentialsOf(
  context: Context,
  input: InputReader,
  globals: GlobalOptions,
  options: DiagnoseOptions,
): Promise<{ primary: Credential; others: readonly Credential[]; profile?: ResolvedProfile }> {
  if (options.credentials !== undefined) return readCredentials(context, input, options.credentials);
  const stored = options.allProfiles === true ? await storedCredentials(context, globals) : [];
  const called = readInterface(options.interface);
  const profile = await profileFor(context, input, globals, options, {
    needsAddress: false,
    ...(called && { interface: called }),
  }).catch((error: unknown) => {
    // No profile was chosen: any stored one may be right.
    if (stored.length > 0 && error instanceof PvgError && error.code === 'profile-missing') return undefined;
    throw error;
  });
  if (profile === undefined) return { primary: stored[0] ?? { label: '' }, others: stored.slice(1) };
  const primary = credentialOf(profile.name, profile);
  return { primary, others: stored.filter(({ label }) => label !== primary.label), profile };
}

async function storedCredentials(context: Context, globals: GlobalOptions): Promise<Credential[]> {
  const found: Credential[] = [];
  for (const name of await context.profiles.names()) {
    try {
      const profile = await context.profiles.read(name);
      if (profile === undefined) continue;
      const credential = credentialOf(name, profile);
      for (const secret of secretsIn(credential)) context.secrets.add(secret);
      found.push(credential);
    } catch (error) {
      if (!(error instanceof PvgError)) throw error;
      await note(context, globals, error.message);
    }
  }
  return found;
}

function requireSecret(
  primary: Credential,
  interfaceId: Interface,
  profile: ResolvedProfile | undefined,
): void {
  const { secret, section } = records[interfaceId];
  if (primary[secret.member] !== undefined) return;
  const where =
    profile === undefined
      ? 'the given credentials'
      : profile.name === null
        ? 'the environment variables'
        : `the profile ${profile.name}`;
  throw new PvgError(
    'secret-missing',
    `There is no ${secret.words} in ${where}, so pvg cannot check the signature.`,
    {
      hint: `Use a profile that has it, or pass it once with \`--credentials @<file>\`: a JSON object with ${secret.name}.`,
      section,
    },
  );
}

function readInterface(text: string | undefined): Interface | undefined {
  const scheme = interfaces.find((id) => id === text);
  if (text === undefined || scheme !== undefined) return scheme;
  throw noChoice('--interface', text, interfaces);
}

function finishedOf(
  answered: readonly Answered[],
  profile: ResolvedProfile | undefined,
  telling: Telling,
): Finished {
  const [only, ...others] = answered;
  const allMatch = answered.every((each) => 'diagnosis' in each && each.diagnosis.match);
  const refused = answered.some((each) => 'diagnosis' in each && cannotSucceed(each.diagnosis));
  const exit = allMatch ? (refused ? 5 : 0) : 6;
  const requests = answered.map((each) => answeredJson(each, telling.language));
  const single = others.length === 0 && only !== undefined && 'diagnosis' in only ? only : undefined;
  const flattened = (member: 'findings' | 'lint'): Printable[] =>
    answered.flatMap((each) =>
      'diagnosis' in each
        ? each.diagnosis[member].map((entry) =>
            entryJson(entry, single ? undefined : each.label, each.request.interface, telling.language),
          )
        : [],
    );
  const verdict = single ? verdictOf(single.diagnosis) : undefined;
  return plainFinished('diagnose', {
    profile: profile?.name ?? null,
    environment: profile?.environment ?? null,
    interface: single?.request.interface ?? null,
    exit,
    ok: exit === 0,
    verdict: verdict ?? null,
    advice: exit === 0 ? 'none' : 'fix-request',
    answer: null,
    members: {
      match: allMatch,
      findings: flattened('findings'),
      lint: flattened('lint'),
      ladder: single ? ladderJson(single.diagnosis) : null,
      tried: answered.reduce((sum, each) => sum + ('diagnosis' in each ? each.diagnosis.tried : 0), 0),
      ...(single ? {} : { requests, counts: Object.fromEntries(countsOf(answered)) }),
    },
    view: single && verdict ? singleView(single, verdict, telling) : severalView(answered),
  });
}
