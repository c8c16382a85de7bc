import type { Context } from '../context.js';
import { type Interface, interfaces } from '../contract/interfaces.js';
import { addAnswer } from '../diagnosis/lint/answer.js';
import { diagnoseInTurns, type TimedSearch } from '../diagnosis/diagnose.js';
import type { RequestDiagnosis } from '../diagnosis/outcome.js';
import type { InputEntry } from '../diagnosis/read/found.js';
import { headerOf, type ObservedRequest } from '../diagnosis/observed-request.js';
import {
  answeredJson,
  countsOf,
  cutShortOf,
  expectedJson,
  foundJson,
  isMatchingAnswer,
  severalView,
  singleView,
  type SeveralOptions,
  type ShownAnswer,
  type ViewOptions,
} from '../diagnosis/answer.js';
import { attemptsOfInput, InputBudget, usualBudgetMs } from '../diagnosis/search/limits.js';
import { mismatchVerdict } from '../diagnosis/verdict.js';
import { PvgError, type ExitStatus } from '../failure.js';
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
import { commandResult, type CommandResult } from '../output/command-result.js';
import { printNote } from '../output/print-result.js';
import { counted } from '../text/sentences.js';
import { shellLine } from '../text/shell.js';
import { decodeFileText, hasUtf16Mark } from '../text/utf8.js';
import type { CredentialOptions } from '../calls/connection.js';
import type { ErrorWords } from '../wording/description.js';
import { completedCommand, repeatedCommand } from './diagnose-again.js';
import { diagnosisCredentials, requireSecret } from './diagnosis-credentials.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import type { SignerSource } from '../languages/language.js';
import { languageNames, languageOfClient, type LanguageName } from '../languages/languages.js';
import {
  readFlags,
  readPlaces,
  type RequestReading,
  type RequestOptions,
} from './diagnose-input.js';
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

async function runDiagnose(
  context: Context,
  globals: GlobalOptions,
  { files, options }: { readonly files: readonly string[]; readonly options: DiagnoseOptions },
): Promise<CommandResult> {
  const sourceOf = sourcesOf(context, options.lang);
  const budgetS = readNumber('--budget', options.budget, {
    usual: usualBudgetMs / 1000,
    above: 0,
    max: 3600,
  });
  const { interface: interfaceName } = options;
  const input = new InputReader(context);
  const reading = { context, input, tell: (text: string) => printNote(context, globals, text) };
  const read =
    files.length > 0
      ? await readPlaces(reading, files, options)
      : await readFlags(input, interfaceName, {
          options,
          again: (missing) => completedCommand(options, globals, missing),
        });
  const sender = await readSender(reading, options);
  const againWith = (...places: string[]): string => repeatedCommand(places, options, globals);
  const withoutSecret = commandWithoutSecret(files, options, globals);
  const likelyInterface = interfaceName ?? firstInterface(read) ?? 'gateway';
  const search = { input, globals, options, interfaceName, likelyInterface, withoutSecret };
  const credentials = await diagnosisCredentials(context, search);
  const { profile, moreStored } = credentials;

  for (const each of read) {
    if (each.ok && each.request.note) await printNote(context, globals, each.request.note);
  }
  const judgeable = await leaveOut(read, reading.tell);
  const answered = await answerAll(judgeable, {
    context,
    withoutSecret,
    interfaceName,
    credentials,
    sender,
    sourceOf,
    budgetMs: budgetS * 1000,
    deep: options.deep === true,
  });
  const [only] = answered;
  if (answered.length === 1 && only && 'unreadable' in only) {
    throw new PvgError('input-unreadable', only.unreadable, { hint: only.hint });
  }
  return diagnoseResult(answered, profile, {
    deep: options.deep === true,
    moreStored,
    again: againWith(...files),
    againWith,
    nowS: Math.floor(context.clock.now() / 1_000),
  });
}

/** The entries without those that their recorder broke, each of which is named. They stay if nothing else is there. */
async function leaveOut(
  read: readonly InputEntry[],
  tell: RequestReading['tell'],
): Promise<readonly InputEntry[]> {
  if (!read.some(({ ok }) => ok)) return read;
  const leftOut = read.filter((entry) => !entry.ok && entry.isLeftOut === true);
  for (const entry of leftOut) {
    if (!entry.ok) await tell(`Left out ${entry.label}: ${entry.says}`);
  }
  return read.filter((entry) => !leftOut.includes(entry));
}

/** What the search of every request of an input needs. */
interface InputSearch {
  readonly context: Context;
  /** The command that diagnoses the whole input again, but for its secret. */
  readonly withoutSecret: string;
  /** The interface of --interface; undefined: each request shows its own. */
  readonly interfaceName: Interface | undefined;
  readonly credentials: Awaited<ReturnType<typeof diagnosisCredentials>>;
  readonly sender: SenderValues;
  readonly sourceOf: ReturnType<typeof sourcesOf>;
  readonly budgetMs: number;
  readonly deep: boolean;
}

/** Diagnoses one request after the other: they share the attempts and the time of the input. */
async function answerAll(read: readonly InputEntry[], input: InputSearch): Promise<ShownAnswer[]> {
  const { context, deep, budgetMs } = input;
  const budget = new InputBudget({
    requests: read.filter(({ ok }) => ok).length,
    mostAttempts: attemptsOfInput[deep ? 'deep' : 'usual'],
    budgetMs,
    elapsed: () => context.clock.elapsed(),
  });
  const answered: ShownAnswer[] = [];
  for (const entry of read) {
    const answer = await answerOne(entry, input, budget);
    withholdSignature(context, answer);
    answered.push(answer);
  }
  return answered;
}

async function answerOne(
  entry: InputEntry,
  input: InputSearch,
  budget: InputBudget,
): Promise<ShownAnswer> {
  if (!entry.ok) return { label: entry.label, unreadable: entry.says };
  const { context, credentials, sender, sourceOf, deep } = input;
  const { primary, others } = credentials;
  const interfaceName = input.interfaceName ?? entry.request.interface;
  if (interfaceName === undefined) {
    return {
      label: entry.request.label,
      unreadable: 'The address, headers and body do not show which interface this request is for.',
      hint: 'Choose it: `--interface gateway` or `--interface session`.',
    };
  }
  const request = { ...entry.request, interface: interfaceName };
  requireSecret(credentials, interfaceName, input.withoutSecret);
  const { mostAttempts, budgetMs } = budget.forNextRequest();
  const search = { credential: primary, others, deep, budgetMs, mostAttempts, sender };
  const diagnosis = await diagnoseWith(context, request, search);
  budget.spend(diagnosis.spent);
  return {
    label: request.label,
    request,
    source: await sourceOf(request),
    file: entry.request.file,
    diagnosis: addAnswer(diagnosis, interfaceName, entry.request.answer),
  };
}

/** For an assistant, the search runs in a thread, so that its other calls are answered meanwhile. */
async function diagnoseWith(
  { assistant, clock, interrupt }: Context,
  request: ObservedRequest,
  search: TimedSearch,
): Promise<RequestDiagnosis> {
  if (assistant === undefined) {
    return diagnoseInTurns(request, search, {
      elapsed: () => clock.elapsed(),
      signal: interrupt,
    });
  }
  try {
    return (await assistant.searches.run({ request, search }, interrupt)) as RequestDiagnosis;
  } catch (error) {
    interrupt.throwIfAborted();
    // The thread hardly ever dies of anything else; a defect of the search ends it, too, and is then the cause.
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

/** Returns a function that reads the files of the given language, or else of the one that a request shows, once each. */
function sourcesOf(
  context: Context,
  lang: string | undefined,
): (request: Pick<ObservedRequest, 'headers'>) => Promise<SignerSource> | undefined {
  const given = lang === undefined ? undefined : readLanguage('--lang', lang);
  const read = new Map<LanguageName, Promise<SignerSource>>();
  return ({ headers }) => {
    const name = given ?? languageOfClient(headerOf(headers, 'user-agent') ?? '');
    if (name !== undefined && !read.has(name)) read.set(name, readSource(context, name));
    return name && read.get(name);
  };
}

/** What the sender’s program had. A message in UTF-16 is what `>` of Windows PowerShell 5 made of it. */
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

/** Beside a file of credentials, no other secret is read: it is left out. */
const commandWithoutSecret = (
  files: readonly string[],
  options: DiagnoseOptions,
  globals: GlobalOptions,
): string => repeatedCommand(files, { ...options, credentials: undefined }, globals);

/** The interface of the first request that shows one. */
function firstInterface(read: readonly InputEntry[]): Interface | undefined {
  return read.map((entry) => (entry.ok ? entry.request.interface : undefined)).find(Boolean);
}

/** A wrong signature comes first: 6, then 5 for what is refused anyway, then 2 for what cannot be read. */
function exitOf(answered: readonly ShownAnswer[]): ExitStatus {
  const judged = answered.filter((each) => 'diagnosis' in each);
  if (!judged.every(isMatchingAnswer)) return 6;
  if (judged.some(({ diagnosis }) => diagnosis.outcome.kind === 'refused-anyway')) return 5;
  return judged.length < answered.length ? 2 : 0;
}

function unreadableError(answered: readonly ShownAnswer[]): ErrorWords {
  const unreadable = answered.filter((each) => 'unreadable' in each);
  return {
    code: 'input-unreadable',
    says: `pvg cannot judge ${counted(unreadable.length, 'request')} of the input.`,
    hint: unreadable[0]?.unreadable ?? '',
    section: null,
  };
}

/** The members that only the JSON of several requests has. */
function severalMembers(answered: readonly ShownAnswer[]) {
  return {
    requests: answered.map(answeredJson),
    counts: Object.fromEntries(countsOf(answered)),
  };
}

function diagnoseResult(
  answered: readonly ShownAnswer[],
  profile: ResolvedProfile | undefined,
  given: Omit<ViewOptions, 'showSecret'> & SeveralOptions,
): CommandResult {
  const name = profile?.name ?? undefined;
  const viewOptions = { ...given, showSecret: name && shellLine(['pvg', 'profile', 'show', name]) };
  const judged = answered.filter((each) => 'diagnosis' in each);
  const match = judged.length > 0 && judged.every(isMatchingAnswer);
  const exit = exitOf(answered);
  const single = answered.length === 1 ? judged[0] : undefined;
  const found = judged.map((each) => foundJson(each, single ? undefined : each.label));
  const verdict = single ? mismatchVerdict(single.diagnosis) : null;
  return commandResult('diagnose', {
    profile: profile?.name ?? null,
    environment: profile?.environment ?? null,
    interface: single?.request.interface ?? null,
    exit,
    verdict,
    advice: exit === 0 ? 'none' : 'fix-request',
    answer: null,
    error: exit === 2 ? unreadableError(answered) : null,
    extraMembers: {
      match,
      findings: found.flatMap(({ findings }) => findings),
      lint: found.flatMap(({ lint }) => lint),
      expected: single ? expectedJson(single.diagnosis) : null,
      tried: judged.reduce((sum, { diagnosis: { tried } }) => sum + tried, 0),
      cut_short: cutShortOf(judged.map(({ diagnosis }) => diagnosis)),
      ...(single ? {} : severalMembers(answered)),
    },
    view:
      single && verdict
        ? singleView(single, verdict, viewOptions)
        : severalView(answered, viewOptions),
  });
}
