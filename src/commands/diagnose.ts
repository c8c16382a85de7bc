import { join } from 'node:path';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { headerNames, interfaces, records, type Interface } from '../contract/interfaces.js';
import type { Credential } from '../contract/credential.js';
import { allMeanings } from '../desk/explain/explain.js';
import { withAnswer } from '../diagnosis/answer-lint.js';
import { diagnoseInTurns } from '../diagnosis/diagnose.js';
import { NoRequest, type AnswerRead, type ReadRequest } from '../diagnosis/read/found.js';
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
import { InputReader } from '../input/bytes.js';
import {
  number,
  examples,
  choiceOf,
  globalOptions,
  type GlobalOptions,
  type Given,
} from '../input/options.js';
import { readLanguage } from '../input/language.js';
import type { Printable } from '../text/json/print.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { note } from '../output/present.js';
import { optionWords, placeholder, shellLine, type Word } from '../text/shell.js';
import type { CredentialOptions } from '../calls/connection.js';
import { diagnosisCredentials } from './diagnosis-credentials.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { languageNames } from '../languages/languages.js';

type DiagnoseOptions = CredentialOptions &
  Given<
    | 'interface'
    | 'body'
    | 'signature'
    | 'timestamp'
    | 'signedMessage'
    | 'signedBodyHash'
    | 'credentials'
    | 'budget'
    | 'lang',
    'allProfiles' | 'deep'
  >;

export function registerDiagnose(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    `pvg lookup --profile local --product-id p --package k --receipt r --dry-run --as http | pvg diagnose - --profile local`,
    `pvg diagnose --profile local --interface session --body '{"gameId":"demo"}' --signature 942527aa948d7bc6a014991d0980d6af0e7966121bbf23cf8e5b68628c38d0c4`,
  ]);
  command
    .argument(
      '[file|-...]',
      'files or folders with requests: HTTP, a command line (curl, wget, HTTPie, PowerShell), fetch, HAR, or JSON with method, url, headers and body',
    )
    .option('--interface <gateway|session>', 'the signing scheme: needed with --body, otherwise recognised')
    .option('--body <text|@file|->', 'the body as it was sent; with a file, instead of the body in it')
    .option('--signature <text>', 'the text of X-Signature')
    .option('--timestamp <text>', 'the text of X-Timestamp')
    .option('--client-id <text>', 'the text of X-Client-ID')
    .option(
      '--signed-message <text|@file|->',
      'the message that the sender’s program signed, its bytes in hex, or its log line',
    )
    .option('--signed-body-hash <hex>', 'the body hash that the sender’s program made')
    .option('--all-profiles', 'also try the stored profiles of other environments')
    .option('--credentials <@file|file|->', 'a JSON object with the credentials, for one-off use')
    .option('--client-secret-file <path|->', 'the client secret, instead of the profile’s')
    .option('--secret-key-file <path|->', 'the secret key, instead of the profile’s')
    .option('--budget <seconds>', 'how long to search (default: 5; with --deep: 60)')
    .option('--deep', 'search longer, up to a minute: also rare combinations of two or three mistakes')
    .option('--lang <language>', `the fix as code: ${languageNames.join(', ')}`)
    .action(async (files: readonly string[], options: DiagnoseOptions) =>
      finish(await runDiagnose(context, globalOptions(command), files, options)),
    );
}

async function runDiagnose(
  context: Context,
  globals: GlobalOptions,
  files: readonly string[],
  options: DiagnoseOptions,
): Promise<Finished> {
  const language = options.lang === undefined ? undefined : readLanguage('--lang', options.lang);
  const budgetS = number('--budget', options.budget, options.deep === true ? 60 : 5, { over: 0, most: 3600 });
  const scheme =
    options.interface === undefined ? undefined : choiceOf('--interface', options.interface, interfaces);
  const input = new InputReader(context);
  const reading = { context, input, tell: (text: string) => note(context, globals, text) };
  const read =
    files.length > 0 ? await readPlaces(reading, files, options) : await readFlags(input, scheme, options);
  const sender = await readSender(input, options);
  const { primary, others, profile, moreStored } = await diagnosisCredentials(
    context,
    input,
    globals,
    options,
    scheme,
  );

  for (const each of read) if (each.ok) for (const text of each.notes) await note(context, globals, text);
  const answer = async (each: ReadRequest): Promise<Answered> => {
    if (!each.ok) return { label: each.label, unreadable: each.says };
    const name = scheme ?? each.request.interface;
    if (name === undefined)
      return {
        label: each.request.label,
        unreadable: 'The address, headers and body do not show which interface this request is for.',
      };
    const request = { ...each.request, interface: name };
    requireSecret(primary, name, profile);
    const known = { credential: primary, others, deep: options.deep, budgetMs: budgetS * 1000, sender };
    return {
      label: request.label,
      request,
      diagnosis: withAnswer(
        await diagnoseInTurns(request, known, () => context.clock.elapsed(), context.interrupt),
        explained(name, each.request.answer),
      ),
    };
  };
  const answered: Answered[] = [];
  for (const each of read) answered.push(await answer(each));
  const [only] = answered;
  if (answered.length === 1 && only && 'unreadable' in only) {
    throw new PvgError('input-unreadable', only.unreadable, {
      ...(read[0]?.ok === true && { hint: 'Choose it: `--interface gateway` or `--interface session`.' }),
    });
  }
  const again = shellLine([
    ...['pvg', 'diagnose', ...inputWords(files, options)],
    ...optionWords({ '--profile': globals.profile }),
    ...(options.allProfiles === true ? ['--all-profiles'] : []),
  ]);
  return finishedOf(answered, profile, { language, deep: options.deep === true, moreStored, again });
}

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
  return {
    bodyHash: signedBodyHash,
    message:
      signedMessage === undefined ? undefined : (await input.read('--signed-message', signedMessage)).bytes,
  };
}

/** A body is repeated by its file name, or as it was typed, unless it may have a receipt. */
function inputWords(files: readonly string[], options: DiagnoseOptions): Word[] {
  const { interface: called, body, signature, timestamp, clientId } = options;
  const given = body === '-' ? placeholder('@BODY_FILE') : isRepeatable(body) ? body : placeholder('BODY');
  if (files.length > 0)
    return [
      ...files.map((file) => (file === '-' ? placeholder('REQUEST_FILE') : file)),
      ...optionWords<Word>({ '--body': body === undefined ? undefined : given }),
    ];
  return optionWords<Word>({
    '--interface': called,
    '--body': given,
    '--signature': signature,
    '--timestamp': timestamp,
    '--client-id': clientId,
  });
}

const isRepeatable = (body = ''): boolean =>
  body.startsWith('@') || (body.length <= 200 && !/receipt|token/i.test(body));

interface Reading {
  readonly context: Context;
  readonly input: InputReader;
  readonly tell: (note: string) => Promise<void>;
}

/** The requests of all files, and of the files in all folders. */
async function readPlaces(
  reading: Reading,
  places: readonly string[],
  options: DiagnoseOptions,
): Promise<readonly ReadRequest[]> {
  const { body, signature, timestamp, clientId } = options;
  if ([signature, timestamp, clientId].some((value) => value !== undefined))
    throw new PvgError(
      'usage',
      'A file cannot be used together with --signature, --timestamp or --client-id.',
      {
        hint: 'Use the file or the options, not both. Only --body can be given for a file with one request.',
      },
    );
  const [first = '', ...more] = places.map((place) => place.replace(/^@/, ''));
  const { files } = reading.context;
  const isFolder = async (place: string): Promise<boolean> => (await files.look(place))?.kind === 'folder';
  if (more.length === 0 && !(await isFolder(first)))
    return readRequests(
      await bytesOf(reading, first),
      body === undefined ? undefined : (await reading.input.read('--body', body)).bytes,
    );
  if (body !== undefined)
    throw new PvgError('usage', '--body is the body of one request, but there are several files.', {
      hint: 'Diagnose the file of that request alone.',
    });
  const read: ReadRequest[] = [];
  for (const place of [first, ...more]) {
    const found = (await isFolder(place)) ? readFolder(reading, place) : readOneOf(reading, place, place);
    for (const each of await found) read.push(each);
  }
  if (read.length > 0) return read;
  throw new PvgError('input-unreadable', 'The folder has no file with a request.', {
    hint: 'Save requests there: `pvg listen --save <folder>`.',
  });
}

/** Not the files in its folders, and no hidden ones. Another file, such as the body of a request, is only told. */
async function readFolder(reading: Reading, folder: string): Promise<ReadRequest[]> {
  const { files } = reading.context;
  const read: ReadRequest[] = [];
  for (const name of await files.names(folder)) {
    const path = join(folder, name);
    if (name.startsWith('.') || (await files.look(path))?.kind !== 'file') continue;
    try {
      for (const each of await readOneOf(reading, path, name)) read.push(each);
    } catch (error) {
      if (!(error instanceof NoRequest)) throw error;
      await reading.tell(`Skipped ${name}: it contains no request.`);
    }
  }
  return read;
}

/** One of several files: if it cannot be read, the others still are. */
async function readOneOf(reading: Reading, path: string, label: string): Promise<readonly ReadRequest[]> {
  const bytes = await bytesOf(reading, path);
  try {
    return readRequests(bytes).map((each) =>
      each.ok
        ? { ...each, request: { ...each.request, label: labelIn(label, each.request.label) } }
        : { ...each, label: labelIn(label, each.label) },
    );
  } catch (error) {
    if (!(error instanceof PvgError) || error.code !== 'input-unreadable' || error instanceof NoRequest)
      throw error;
    return [{ ok: false, label, says: error.message }];
  }
}

const labelIn = (file: string, label: string): string => (label === '' ? file : `${file}, ${label}`);

const bytesOf = ({ input }: Reading, path: string): Promise<Uint8Array> =>
  path === '-' ? input.stdin('diagnose') : input.file('diagnose', path);

const flagsOf = ({ body, signature, timestamp, clientId }: DiagnoseOptions): string[] =>
  [body, signature, timestamp, clientId].filter((value) => value !== undefined);

async function readFlags(
  input: InputReader,
  scheme: Interface | undefined,
  options: DiagnoseOptions,
): Promise<readonly ReadRequest[]> {
  const { body, signature, timestamp, clientId } = options;
  const flags = flagsOf(options).length > 0;
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
          ? 'Add what is missing. Or save the request as it was sent (raw HTTP, command line, HAR), and pass the file.'
          : 'Save the request as it was sent (raw HTTP, command line, HAR), or use --interface, --body and --signature.',
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

function requireSecret(
  primary: Credential,
  interfaceId: Interface,
  profile: ResolvedProfile | undefined,
): void {
  const { secret, section } = records[interfaceId];
  if (primary[secret.member] !== undefined) return;
  const where = profile === undefined ? 'the given credentials' : primary.label;
  throw new PvgError(
    'secret-missing',
    `There is no ${secret.words} in ${where}, so pvg cannot check the signature.`,
    {
      hint: `Use a profile that has it, or pass it once with \`--credentials @<file>\`: a JSON object with ${secret.name}.`,
      section,
    },
  );
}

function finishedOf(
  answered: readonly Answered[],
  profile: ResolvedProfile | undefined,
  given: Omit<Telling, 'showSecret'>,
): Finished {
  const name = profile?.name ?? undefined;
  const telling = { ...given, showSecret: name && shellLine(['pvg', 'profile', 'show', name]) };
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
    view: single && verdict ? singleView(single, verdict, telling) : severalView(answered, telling.again),
  });
}
