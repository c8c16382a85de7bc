import { languageOfCommand } from '../conform/advice.js';
import { conform, groupsOf, type Group } from '../conform/conform.js';
import { vectorCase } from '../conform/junit.js';
import {
  isSignedForOther,
  readVectors,
  type VectorOutcome,
  type Vector,
} from '../conform/vector.js';
import type { Context } from '../context.js';
import { interfaces, type Interface } from '../contract/interfaces.js';
import { PvgError, type ExitStatus } from '../failure.js';
import { InputReader } from '../input/bytes.js';
import { choiceOption } from '../input/choice-option.js';
import {
  addExamples,
  globalOptions,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import { formatJunit, prepareJunit, writeJunit } from '../output/junit.js';
import { showWaiting } from '../output/waiting.js';
import { testVectors as ownVectors } from '../signing/vectors.js';
import { counted, joinSentences } from '../text/sentences.js';
import { placeholder, shellLine } from '../text/shell.js';
import type { ErrorWords } from '../wording/description.js';
import type { Registration } from './registration.js';

type ConformOptions = TypedFlags<'interface' | 'vectors' | 'junit', 'keepRunning'>;

export function register({ command, context, finish }: Registration): void {
  addExamples(
    command,
    [
      'pvg conform -- python3 sign.py',
      'pvg conform --interface gateway -- python3 signer.py sign-gateway',
      'pvg conform --interface session --junit signer.xml -- node signer.mjs sign-session',
    ],
    'The first example needs a signer of yours for both interfaces, the others need what `pvg sign gateway --snippet python` and ' +
      '`pvg sign session --snippet node` print.',
  );
  command
    .argument('[command...]', 'the program to run, and its arguments, after --')
    .addOption(choiceOption('--interface <name>', 'only the vectors of this interface', interfaces))
    .option('--vectors <file>', 'other vectors, in the form of `pvg vectors`')
    .option(
      '--junit <file>',
      'also write the results as JUnit XML, for CI; replaces such a file of pvg, and no other',
    )
    .option('--keep-running', 'start the command once: a line of JSON for each vector')
    .addHelpText(
      'after',
      '\nFor each vector the command gets the body on standard input and PVG_INTERFACE, PVG_CLIENT_ID,\n' +
        'PVG_TIMESTAMP and PVG_SECRET in its environment. It prints the signature. What `pvg sign --snippet`\n' +
        'prints is such a program, with the word `sign-gateway` or `sign-session`. pvg waits 60 seconds for each\n' +
        'signature.\n\n' +
        'With --keep-running it gets a line {"id", "interface", "client_id", "timestamp", "secret", "body_base64"} for\n' +
        'each vector, and prints a line {"id", "signature"} for each. It ends when its input ends.',
    )
    .action((words: readonly string[], options: ConformOptions) =>
      finish(runConform(context, globalOptions(command), { words, options })),
    );
}

async function runConform(
  context: Context,
  globals: GlobalOptions,
  { words, options }: { readonly words: readonly string[]; readonly options: ConformOptions },
): Promise<CommandResult> {
  if (!words[0]) {
    throw new PvgError('usage', 'The command of your signer is missing.', {
      hint: 'Write it after `--`: `pvg conform -- python3 sign.py`.',
    });
  }
  const file = await prepareJunit(context, options.junit);
  const vectors = await chosenVectors(context, options);
  let done = 0;
  const outcomes = await showWaiting(
    context,
    { globals, text: () => `Signed ${String(done)} of ${counted(vectors.length, 'vector')}` },
    () =>
      conform(context, words, {
        vectors,
        isKept: options.keepRunning === true,
        language: languageOfCommand(words),
        onSigned: (count) => {
          done = count;
        },
      }),
  );
  await writeJunit(context, file, formatJunit('conform', outcomes.map(vectorCase)));
  const notRun = vectors.length - outcomes.length;
  const missingFile = await missingFileOf(context, words, outcomes);
  return conformResult(outcomes, { ...options, notRun, words, missingFile });
}

async function chosenVectors(
  context: Context,
  { interface: chosen, vectors: path }: ConformOptions,
): Promise<Vector[]> {
  const all =
    path === undefined
      ? readVectors(Buffer.from(JSON.stringify(ownVectors)), 'pvg vectors')
      : readVectors(await new InputReader(context).file('--vectors', path), path);
  const vectors = all.filter(({ interface: id }) => chosen === undefined || id === chosen);
  if (vectors.length === 0) {
    throw new PvgError(
      'input-unreadable',
      `--vectors ${path ?? ''} has no vector of ${chosen ?? ''}.`,
    );
  }
  return vectors;
}

/** @param none how many vectors got no signature @param wrong how many got a wrong one */
function conformExit(none: number, wrong: number): ExitStatus {
  if (none > 0) return 2;
  return wrong > 0 ? 6 : 0;
}

interface ConformEnd {
  /** How many vectors were left out because the program itself failed. */
  readonly notRun: number;
  readonly words: readonly string[];
  /** The file of the program, if it does not exist. */
  readonly missingFile: string | undefined;
}

/** The first word that looks like a file, if there is no such file and no vector got a signature. */
async function missingFileOf(
  { files }: Context,
  words: readonly string[],
  outcomes: readonly VectorOutcome[],
): Promise<string | undefined> {
  if (outcomes.some(({ kind }) => kind !== 'none')) return undefined;
  // The first word is the program, such as `python3`; a word that begins with `-` is an option of it.
  const path = words.slice(1).find((word) => /^[^-].*\.[a-z]{1,5}$/i.test(word));
  if (path === undefined) return undefined;
  return (await files.status(path)) === undefined ? path : undefined;
}

/**
 * The next command: the one with the word that a program of `pvg sign --snippet` lacks, or one that prints a right signer to
 * compare with. There is none if the program's file is missing.
 */
function nextAfterFailure(
  end: ConformOptions & ConformEnd,
  outcomes: readonly VectorOutcome[],
): string | undefined {
  const { interface: chosen, words, missingFile } = end;
  if (missingFile !== undefined) return undefined;
  const alone = interfaceAlone(outcomes, end);
  const failures = outcomes.filter(({ kind }) => kind !== 'right');
  if (alone !== undefined && failures.every(({ vector }) => vector.interface !== alone)) {
    return againFor(alone, end);
  }
  const why = outcomes.find(({ kind }) => kind === 'none')?.why ?? '';
  const mode = signerModes.find((each) => why.includes(`usage: ${each}`));
  if (mode !== undefined && !words.includes(mode)) {
    const interfaceName = mode.replace('sign-', '');
    return shellLine(['pvg', 'conform', '--interface', interfaceName, '--', ...words, mode]);
  }
  const failed = outcomes.find(({ kind }) => kind !== 'right')?.vector.interface ?? 'gateway';
  const language = languageOfCommand(words) ?? placeholder('LANGUAGE');
  return shellLine(['pvg', 'sign', chosen ?? failed, '--snippet', language]);
}

/** The same command, for one interface. */
function againFor(
  interfaceName: Interface,
  { vectors, junit, keepRunning = false, words }: ConformOptions & ConformEnd,
): string {
  return shellLine([
    ...['pvg', 'conform', '--interface', interfaceName],
    ...(vectors === undefined ? [] : ['--vectors', vectors]),
    ...(junit === undefined ? [] : ['--junit', junit]),
    ...(keepRunning ? ['--keep-running'] : []),
    '--',
    ...words,
  ]);
}

/** The words that tell a program of `pvg sign --snippet` which interface to sign for. Its usage line begins with one of them. */
const signerModes = interfaces.map((id) => `sign-${id}`);

/** The headline for failed vectors. Vectors are left out only if every one before them failed. */
function failedHeadline(failed: number, run: number, { notRun, missingFile }: ConformEnd): string {
  if (missingFile !== undefined) return `There is no file \`${missingFile}\`.`;
  if (notRun === 0) return `The signer fails ${String(failed)} of ${counted(run, 'vector')}.`;
  const all = counted(run + notRun, 'vector');
  return `${String(run)} of ${all} tried: the signer fails all of them.`;
}

function stoppedNotes(run: number, { notRun, missingFile }: ConformEnd): string[] {
  if (notRun === 0) return [];
  const leftOut = counted(notRun, 'vector');
  const stopped = `Stopped: the program failed ${counted(run, 'time')} in the same way. Not tried: ${leftOut}.`;
  return [joinSentences(stopped, missingFile === undefined && 'Run the program alone first.')];
}

/** The only interface that the program signs for; undefined if it signs for both, or if that is not certain. */
function interfaceAlone(
  outcomes: readonly VectorOutcome[],
  { interface: chosen, notRun, words }: ConformOptions & ConformEnd,
): Interface | undefined {
  if (chosen !== undefined || notRun > 0) return undefined;
  const mode = signerModes.find((each) => words.includes(each));
  // Whether a vector fails as it does if the program signs only for the other interface: the program was told that one, or
  // printed no signature, or the signature that the other interface would have.
  const isForeign = ({ kind, vector, printed }: VectorOutcome): boolean =>
    kind !== 'right' &&
    (mode !== undefined || !/^[0-9a-f]{64}$/i.test(printed) || isSignedForOther(vector, printed));
  return interfaces.find((id) => {
    const others = outcomes.filter(({ vector }) => vector.interface !== id);
    const isOfMode = mode === undefined || mode === `sign-${id}`;
    const signsOwn = outcomes.some(
      ({ kind, vector }) => vector.interface === id && kind === 'right',
    );
    return isOfMode && signsOwn && others.length > 0 && others.every(isForeign);
  });
}

/** Many programs sign for one interface alone; the failures of the other one would puzzle. */
function interfaceNotes(
  outcomes: readonly VectorOutcome[],
  end: ConformOptions & ConformEnd,
): string[] {
  const alone = interfaceAlone(outcomes, end);
  if (alone === undefined) return [];
  return [`If your program signs for the ${alone} alone, add \`--interface ${alone}\`.`];
}

/** What a script reads of a signer that fails. The next command stands in the view. */
function signerError(says: string, [first]: readonly Group[]): ErrorWords {
  return {
    code: 'signer-wrong',
    says,
    hint: joinSentences(first?.says, first?.fix ?? ''),
    section: null,
  };
}

function conformResult(
  outcomes: readonly VectorOutcome[],
  end: ConformOptions & ConformEnd,
): CommandResult {
  const { junit, interface: chosen, notRun } = end;
  const groups = groupsOf(outcomes);
  const count = (kind: VectorOutcome['kind']): number =>
    outcomes.filter((each) => each.kind === kind).length;
  const wrong = count('wrong');
  const none = count('none');
  const exit = conformExit(none, wrong);
  const all = counted(outcomes.length, 'vector');
  const headline =
    exit === 0
      ? `The signer is right: ${all}, near misses included.`
      : failedHeadline(wrong + none, outcomes.length, end);
  const nextCommand = exit === 0 ? undefined : nextAfterFailure(end, outcomes);
  return commandResult('conform', {
    exit,
    interface: interfaces.find((id) => id === chosen) ?? null,
    advice: exit === 0 ? 'none' : 'fix-request',
    answer: null,
    error: exit === 0 ? null : signerError(headline, groups),
    extraMembers: {
      vectors: outcomes.length,
      right: count('right'),
      wrong,
      none,
      not_run: notRun,
      groups: groups.map((group) => groupJson(group)),
      failures: outcomes.filter(({ kind }) => kind !== 'right').map((each) => failureJson(each)),
      junit: junit ?? null,
    },
    view:
      exit === 0
        ? { headline, mood: 'good' }
        : {
            headline,
            mood: 'bad',
            table: {
              head: ['Fails', 'Cause', 'Why'],
              rows: groups.map((group) => rowOf(group, outcomes.length)),
            },
            notes: [...stoppedNotes(outcomes.length, end), ...interfaceNotes(outcomes, end)],
            nextCommand,
          },
  });
}

const mostNames = 6;

function rowOf({ says, fix, causes, outcomes }: Group, all: number): string[] {
  const names = outcomes.map(({ vector }) => `${vector.interface}: ${vector.name}`);
  const more = names.length > mostNames ? [`and ${String(names.length - mostNames)} more`] : [];
  return [
    `${String(names.length)} of ${String(all)}`,
    causes.length > 0 ? causes.join(' + ') : 'none known',
    joinSentences(
      says,
      fix ?? '',
      `Vectors: ${[...names.slice(0, mostNames), ...more].join('; ')}.`,
    ),
  ];
}

const groupJson = ({ says, fix, causes, outcomes }: Group) => ({
  count: outcomes.length,
  causes,
  says,
  fix,
  vectors: outcomes.map(({ vector }) => ({ interface: vector.interface, name: vector.name })),
});

const longestPrinted = 1_000;

const failureJson = ({ vector, kind, printed, why, finding }: VectorOutcome) => ({
  interface: vector.interface,
  name: vector.name,
  expected: vector.signature,
  printed: kind === 'none' ? null : printed.slice(0, longestPrinted),
  why: kind === 'none' ? why : null,
  causes: finding?.causes ?? [],
  says: finding?.says ?? null,
  fix: finding?.fix ?? null,
});
