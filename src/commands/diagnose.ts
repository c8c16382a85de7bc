import type { Context } from '../context.js';
import type { Credential } from '../contract/credential.js';
import { type Interface, interfaces } from '../contract/interfaces.js';
import { addServiceAnswer } from '../diagnosis/lint/answer.js';
import { diagnoseInTurns, type TimedSearch } from '../diagnosis/diagnose.js';
import { interfaceWords } from '../diagnosis/lint/request.js';
import type { RequestDiagnosis } from '../diagnosis/outcome.js';
import type { InputEntry } from '../diagnosis/read/found.js';
import { headerOf, type ObservedRequest } from '../diagnosis/observed-request.js';
import type { ShownAnswer } from '../diagnosis/answer.js';
import { readParts } from '../diagnosis/request-parts.js';
import { attemptsOfInput, InputBudget, usualBudgetMs } from '../diagnosis/search/limits.js';
import { PvgError } from '../failure.js';
import type { SenderValues } from '../diagnosis/expected-values.js';
import { InputReader } from '../input/bytes.js';
import { choiceOption } from '../input/choice-option.js';
import { readNumber } from '../input/number-option.js';
import {
  addExamples,
  globalOptions,
  type GlobalOptions,
  type TypedFlags,
} from '../input/options.js';
import { readLanguage, readSource } from '../input/language.js';
import type { CommandResult } from '../output/command-result.js';
import { printNote } from '../output/print-result.js';
import { decodeFileText, hasUtf16Mark } from '../text/utf8.js';
import type { CredentialOptions } from '../calls/connection.js';
import {
  commandAfterUnread,
  commandOfOne,
  completedCommand,
  repeatedCommand,
} from './diagnose-again.js';
import {
  diagnosisCredentials,
  requireSecret,
  withAddressProblem,
} from './diagnosis-credentials.js';
import type { SignerSource } from '../languages/language.js';
import { languageNames, languageOfClient, type LanguageName } from '../languages/languages.js';
import {
  noteOnClientId,
  readFlags,
  readPlaces,
  type RequestReading,
  type RequestOptions,
} from './diagnose-input.js';
import { diagnoseResult } from './diagnose-result.js';
import type { Registration } from './registration.js';

type DiagnoseOptions = CredentialOptions &
  RequestOptions &
  TypedFlags<
    'signedMessage' | 'signedBodyHash' | 'credentials' | 'budget' | 'lang',
    'allProfiles' | 'deep'
  > & {
    readonly interface?: Interface;
  };

export function register({ command, context, finish }: Registration): void {
  addExamples(
    command,
    [
      'pvg diagnose docs/examples/refused/request.http --profile local',
      `pvg lookup --profile local --product-id p --package k --receipt r --dry-run --as http | pvg diagnose - --profile local`,
      `pvg diagnose --profile local --interface session --body '{"gameId":"demo"}' --signature 942527aa948d7bc6a014991d0980d6af0e7966121bbf23cf8e5b68628c38d0c4`,
    ],
    'The example with a file needs the folder docs/examples, of a checkout or of the package.',
  );
  command
    .argument(
      '[file|-...]',
      'files or folders with requests: HTTP, a curl command, HAR, or JSON with method, url, headers and body',
    )
    .option(
      '--entry <number>',
      'only this one of several requests in a file: entry, line or request 3 is `3`',
    )
    .addOption(
      choiceOption('--interface <name>', 'the signing scheme: needed with --body', interfaces),
    )
    .option(
      '--body <text|@file|->',
      'the body as it was sent; with a file, instead of the body in it',
    )
    .option('--force', 'take also a --body that is the name of a file, is empty or is not JSON')
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
    .option('--budget <seconds>', 'end the search after this time (default: 60)')
    .option('--deep', 'try up to 10,000,000 ways: also rare combinations of two or three mistakes')
    .option(
      '--lang <language>',
      `the fix as code (default: what User-Agent shows): ${languageNames.join(', ')}`,
    )
    .addHelpText(
      'after',
      '\nSave the refused request with its headers and exact body, and pass the file with the secret:\n' +
        '`pvg diagnose request.http --client-secret-file secret.txt`.\n\n' +
        'Exit status: 0 the signature is right, 5 it is right but the request cannot succeed, 6 it is wrong.',
    )
    .action(async (files: readonly string[], options: DiagnoseOptions) =>
      finish(await runDiagnose(context, globalOptions(command), { files, options })),
    );
}

interface DiagnoseCall {
  readonly files: readonly string[];
  readonly options: DiagnoseOptions;
}

async function runDiagnose(
  context: Context,
  globals: GlobalOptions,
  { files, options }: DiagnoseCall,
): Promise<CommandResult> {
  const { interface: forcedInterface, deep = false } = options;
  const language = options.lang === undefined ? undefined : readLanguage('--lang', options.lang);
  const sourceOf = sourcesOf(context, language);
  const budgetMs = readBudgetMs(options);
  const input = new InputReader(context);
  const reading = { context, input, tell: (text: string) => printNote(context, globals, text) };
  const entries =
    files.length > 0
      ? await readFiles(reading, { files, options }, globals)
      : await readFlags(input, forcedInterface, {
          options,
          commandWith: (missing) => completedCommand(options, globals, missing),
        });
  const sender = await readSender(reading, options);
  // The next command gets one more option with a secret. It leaves out --credentials, because beside that no other secret is
  // read. For a single request it leaves out the typed secret files, too: they are for the other interface.
  const repeatedOptions = entries.length === 1 ? { ...options, ...noSecretFiles } : options;
  const commandWith = (repeatedGlobals: GlobalOptions): string =>
    repeatedCommand(files, { ...repeatedOptions, credentials: undefined }, repeatedGlobals);
  const commandWithoutSecret = commandWith(globals);
  const credentials = await diagnosisCredentials(context, {
    input,
    globals,
    options,
    forcedInterface,
    likelyInterface: forcedInterface ?? firstInterface(entries) ?? 'gateway',
    commandWithoutSecret,
    sent: entries.flatMap((entry) => (entry.ok ? [entry.request] : [])),
    commandWithProfile: (profile) => commandWith({ ...globals, profile }),
  });
  const idNote = noteOnClientId(options, forcedInterface, credentials.primary.clientId);
  if (idNote !== undefined) await reading.tell(idNote);
  const answers = await answerAll(await announceEntries(entries, reading.tell), {
    context,
    commandWithoutSecret,
    given: options,
    forcedInterface,
    credentials,
    sender,
    sourceOf,
    language,
    budgetMs,
    deep,
  });
  requireReadable(answers);
  return diagnoseResult(answers, credentials.profile, {
    deep,
    moreStored: credentials.moreStored,
    again: repeatedCommand(files, options, globals),
    againAlone: commandOfOne({ files, options }, globals),
    nowS: Math.floor(context.clock.now() / 1_000),
  });
}

/** Reads the files. A request without its body, or its parts alone, lead to the command that gives what is missing. */
async function readFiles(
  reading: RequestReading,
  { files, options }: DiagnoseCall,
  globals: GlobalOptions,
): Promise<readonly InputEntry[]> {
  try {
    return await readPlaces(reading, files, options);
  } catch (error) {
    const nextCommand = commandAfterUnread(error, { files, options }, globals);
    if (nextCommand === undefined || !(error instanceof PvgError)) throw error;
    throw new PvgError(error.code, error.message, { ...error.details, nextCommand });
  }
}

const noSecretFiles = { clientSecretFile: undefined, secretKeyFile: undefined };

function readBudgetMs({ budget }: DiagnoseOptions): number {
  const rule = { usual: usualBudgetMs / 1000, above: 0, max: 3600 };
  return 1000 * readNumber('--budget', budget, rule);
}

type LeftOutEntry = Extract<InputEntry, { readonly ok: false }>;
const isLeftOut = (entry: InputEntry): entry is LeftOutEntry =>
  !entry.ok && entry.isLeftOut === true;

/**
 * Prints notes about unusual entries.
 * @returns the entries to judge. Entries that their recorder damaged are left out, unless there are no others.
 */
async function announceEntries(
  entries: readonly InputEntry[],
  tell: RequestReading['tell'],
): Promise<readonly InputEntry[]> {
  for (const entry of entries) {
    if (entry.ok && entry.request.note) await tell(entry.request.note);
  }
  if (!entries.some(({ ok }) => ok)) return entries;
  for (const { label, says } of entries.filter(isLeftOut)) {
    await tell(`Left out ${label}: ${says}`);
  }
  return entries.filter((entry) => !isLeftOut(entry));
}

/** @throws {PvgError} `input-unreadable` if the only request cannot be judged */
function requireReadable(answers: readonly ShownAnswer[]): void {
  const [only] = answers;
  if (answers.length !== 1 || only === undefined || !('unreadable' in only)) return;
  throw new PvgError('input-unreadable', only.unreadable, { hint: only.hint });
}

/** What the search for each request of an input needs. */
interface InputSearch {
  readonly context: Context;
  /** The command that diagnoses the whole input again, but for its secret. */
  readonly commandWithoutSecret: string;
  /** The options with files of secrets. */
  readonly given: CredentialOptions;
  /** The interface of --interface; undefined: each request shows its own. */
  readonly forcedInterface: Interface | undefined;
  readonly credentials: Awaited<ReturnType<typeof diagnosisCredentials>>;
  readonly sender: SenderValues;
  readonly sourceOf: ReturnType<typeof sourcesOf>;
  /** The language of --lang; undefined: each request shows its own. */
  readonly language: LanguageName | undefined;
  readonly budgetMs: number;
  readonly deep: boolean;
}

/** Diagnoses one request after the other. Together they may use the attempts and the time that the input has. */
async function answerAll(
  entries: readonly InputEntry[],
  input: InputSearch,
): Promise<ShownAnswer[]> {
  const { context, deep, budgetMs } = input;
  const budget = new InputBudget({
    requests: entries.filter(({ ok }) => ok).length,
    mostAttempts: attemptsOfInput[deep ? 'deep' : 'usual'],
    budgetMs,
    elapsed: () => context.clock.elapsed(),
  });
  const answers: ShownAnswer[] = [];
  for (const entry of entries) {
    const answer = await answerOne(entry, input, budget);
    withholdSignature(context, answer);
    answers.push(answer);
  }
  return answers;
}

async function answerOne(
  entry: InputEntry,
  input: InputSearch,
  budget: InputBudget,
): Promise<ShownAnswer> {
  if (!entry.ok) return { label: entry.label, unreadable: entry.says };
  const { context, credentials, sender, sourceOf, deep } = input;
  const { primary, others } = credentials;
  const interfaceName = input.forcedInterface ?? entry.request.interface;
  if (interfaceName === undefined) {
    return {
      label: entry.request.label,
      unreadable: 'The address, headers and body do not show which interface this request is for.',
      hint: 'Choose it: `--interface gateway` or `--interface session`.',
    };
  }
  const request = { ...entry.request, interface: interfaceName, language: input.language };
  const shownInterface = entry.request.interface;
  if (shownInterface !== undefined && shownInterface !== interfaceName) {
    const observed = { ...request, interface: shownInterface };
    const noOthers: readonly Credential[] = [];
    const { isRight } = readParts(observed, primary, noOthers);
    if (isRight) return describeWrongChoice(request, shownInterface);
  }
  requireSecret(credentials, interfaceName, input);
  const { mostAttempts, budgetMs } = budget.forNextRequest();
  const search = { credential: primary, others, deep, budgetMs, mostAttempts, sender };
  const diagnosis = await diagnoseWith(context, request, search);
  budget.spend(diagnosis.spent);
  const answered = addServiceAnswer(diagnosis, interfaceName, entry.request.answer);
  return {
    label: request.label,
    request,
    source: await sourceOf(request),
    file: entry.request.file,
    number: entry.number,
    diagnosis: await withAddressProblem(context, { request, diagnosis: answered }, credentials),
  };
}

/** A rightly signed request that --interface gives to the other interface: no mistake of its sender. */
function describeWrongChoice(request: ObservedRequest, shownInterface: Interface): ShownAnswer {
  return {
    label: request.label,
    unreadable: `This is a request of ${interfaceWords[shownInterface]}, and its signature is right.`,
    hint: `Leave out \`--interface ${request.interface}\`.`,
  };
}

/** Diagnoses a request. For an assistant, the search runs in a thread, so that its other calls are answered meanwhile. */
async function diagnoseWith(
  { assistant, clock, interrupt, withLessMemory }: Context,
  request: ObservedRequest,
  search: TimedSearch,
): Promise<RequestDiagnosis> {
  if (assistant === undefined) {
    const turns = { elapsed: () => clock.elapsed(), signal: interrupt };
    return withLessMemory(() => diagnoseInTurns(request, search, turns));
  }
  try {
    // The thread runs the same function; the context does not know its type.
    return (await assistant.searches.run({ request, search }, interrupt)) as RequestDiagnosis;
  } catch (error) {
    interrupt.throwIfAborted();
    // A thread almost never fails for another reason than this. If the search has a defect, it is the cause.
    throw new PvgError(
      'input-unreadable',
      'The search took too much time or memory, and was ended.',
      {
        hint: 'Put the request into a file and diagnose it in a terminal: `pvg diagnose <file>`.',
        cause: error,
      },
    );
  }
}

/**
 * Makes the right signature a secret of every output for an assistant, which could otherwise have any body signed by
 * diagnosing it.
 */
function withholdSignature({ assistant, secrets }: Context, answer: ShownAnswer): void {
  if (assistant === undefined || !('diagnosis' in answer)) return;
  for (const { step, expected } of answer.diagnosis.expected ?? []) {
    if (step === 'signature') secrets.add(expected);
  }
}

/** Returns a function that reads the files of the chosen language, or of the one that a request shows. It reads each only once. */
function sourcesOf(
  context: Context,
  chosenLanguage: LanguageName | undefined,
): (request: Pick<ObservedRequest, 'headers'>) => Promise<SignerSource> | undefined {
  const sources = new Map<LanguageName, Promise<SignerSource>>();
  return ({ headers }) => {
    const name = chosenLanguage ?? languageOfClient(headerOf(headers, 'user-agent') ?? '');
    if (name !== undefined && !sources.has(name)) sources.set(name, readSource(context, name));
    return name && sources.get(name);
  };
}

/** What the sender’s program had. A message in UTF-16 is converted, because `>` of Windows PowerShell 5 wrote it so. */
async function readSender(
  { input, tell }: RequestReading,
  options: DiagnoseOptions,
): Promise<SenderValues> {
  const { signedMessage, signedBodyHash: bodyHash, force = false } = options;
  if (signedMessage === undefined) return { bodyHash, message: undefined };
  const option = '--signed-message';
  const { bytes } = await input.readRefusingFileName(option, signedMessage, force);
  const isUtf16 = hasUtf16Mark(bytes);
  // Decoding UTF-16 never fails: broken characters become U+FFFD.
  const message = isUtf16 ? Buffer.from(decodeFileText(bytes) ?? '') : bytes;
  if (message.length === 0 && !force) {
    throw new PvgError('input-unreadable', `The message of ${option} is empty.`, {
      hint: 'Give what the sender’s program signed. If that was nothing, add `--force`.',
    });
  }
  if (isUtf16) await tell(`The message of ${option} is UTF-16 text: pvg compares it as UTF-8.`);
  return { bodyHash, message };
}

/** The interface of the first request that shows one. */
function firstInterface(entries: readonly InputEntry[]): Interface | undefined {
  return entries.map((entry) => (entry.ok ? entry.request.interface : undefined)).find(Boolean);
}
