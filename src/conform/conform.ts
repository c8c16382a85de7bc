import { headerNames, interfaceRecords } from '../contract/interfaces.js';
import { diagnoseInTurns } from '../diagnosis/diagnose.js';
import { findingOf, type SignatureFinding } from '../diagnosis/outcome.js';
import {
  attemptsOfInput,
  InputBudget,
  usualBudgetMs,
  type RequestBudget,
} from '../diagnosis/search/limits.js';
import { counted, joinSentences } from '../text/sentences.js';
import { sha256Hex } from '../signing/digest.js';
import { isComplete, signedMessage, signs } from '../signing/scheme.js';
import { testVectors } from '../signing/vectors.js';
import { escapeControls } from '../text/visible.js';
import type { LanguageName } from '../languages/languages.js';
import { adviseSigner } from './advice.js';
import { byEncoder } from './by-encoder.js';
import {
  runKeptSigner,
  runSigner,
  type RunTime,
  type SignerContext,
  type SignerOutput,
} from './signer.js';
import { isSignatureOf, type VectorOutcome, type Vector } from './vector.js';

/** While fewer than two vectors are unexplained, a search gets at least 200,000 attempts; later only its share of the rest. */
const mostLongSearches = 2;
const attemptsOfLongSearch = 200_000;

/** The vectors that a signer has to sign, and how it is run. */
interface ConformRun {
  readonly vectors: readonly Vector[];
  /** Whether the signer is started only once, and gets a line for each vector. */
  readonly isKept: boolean;
  /** The language of its code; undefined if the command does not show it. */
  readonly language: LanguageName | undefined;
  /** Called after each vector. */
  readonly onSigned: (count: number) => void;
}

/**
 * Runs the signer once for each vector, or once for all. A signer that cannot be started, or that hangs, is not tried again.
 * @throws {PvgError} `usage` if it cannot be started or hangs, `interrupted`
 */
export async function conform(
  context: SignerContext,
  command: readonly string[],
  { vectors, isKept, language, onSigned }: ConformRun,
): Promise<VectorOutcome[]> {
  const outcomes: VectorOutcome[] = [];
  const budget = new InputBudget({
    requests: vectors.length,
    mostAttempts: attemptsOfInput.usual,
    budgetMs: usualBudgetMs,
    elapsed: () => context.clock.elapsed(),
  });
  const keptOutputs = isKept ? await runKeptSigner(context, command, vectors) : undefined;
  let unexplainedCount = 0;
  for (const vector of vectors) {
    const output = keptOutputs?.get(vector) ?? (await runSigner(context, command, vector));
    const outcome = judgeOutput(vector, output);
    // After two unexplained signatures the searches are short: such a signer mostly signs every vector in the same way.
    const isLongSearch = unexplainedCount < mostLongSearches;
    const limits = budget.forNextRequest(isLongSearch ? attemptsOfLongSearch : 1);
    const needsSearch = outcome.kind === 'wrong' && outcome.finding === null;
    const finding = needsSearch
      ? await findingFor(context, outcome, { budget, limits })
      : outcome.finding;
    if (needsSearch && finding === null) unexplainedCount += 1;
    const signer = { interface: vector.interface, language };
    // A finding that needed no search has advice for a signer already.
    const isFoundBySearch = needsSearch && finding !== null;
    const advised = isFoundBySearch ? adviseSigner(finding, signer) : finding;
    outcomes.push({ ...outcome, finding: advised });
    onSigned(outcomes.length);
    if (!isKept && failsAlways(outcomes)) break;
  }
  return byEncoder(outcomes);
}

const firstRuns = 3;

/** Whether the first three runs failed in the same way, such as with a missing file: then the others would fail too. */
function failsAlways(outcomes: readonly VectorOutcome[]): boolean {
  if (outcomes.length !== firstRuns) return false;
  return groupsOf(outcomes).length === 1 && outcomes.every(({ kind }) => kind === 'none');
}

function judgeOutput(vector: Vector, { printed, why, time }: SignerOutput): VectorOutcome {
  if (printed === '') return { vector, kind: 'none', printed, why, finding: null };
  if (printed === vector.signature) {
    return { vector, kind: 'right', printed, why: '', finding: null };
  }
  return { vector, kind: 'wrong', printed, why: '', finding: mistakeOfRun(vector, printed, time) };
}

/** A mistake that needs no search: other text in the output, or the time of the signer's own clock; null if there is none. */
function mistakeOfRun(
  vector: Vector,
  printed: string,
  { startS, endS }: RunTime,
): SignatureFinding | null {
  const mistake = (cause: string, says: string, fix: string): SignatureFinding => ({
    causes: [cause],
    says,
    fix,
    difference: null,
  });
  // This is a mistake even if the signature in the text is right: only an output with nothing else can be used.
  if (/\s/.test(printed) && /\b[0-9a-f]{64}\b/i.test(printed)) {
    const fix =
      'Print the signature alone on standard output. Other text belongs on standard error.';
    const says = `The signer prints other text beside the signature${otherTextWords(vector, printed)}`;
    return mistake('out-prefixed', says, joinSentences(fix, isOfOpenssl(printed) && opensslAlone));
  }
  for (let timeS = startS - 1; vector.timestamp !== undefined && timeS <= endS + 1; timeS += 1) {
    if (isSignatureOf(vector, printed, { timestamp: String(timeS) })) {
      const fix =
        'Sign the text of PVG_TIMESTAMP, as your game server must sign the text of X-Timestamp.';
      return mistake('ts-regenerated', 'The signer takes the time from its own clock.', fix);
    }
  }
  return null;
}

/** Ends the sentence with the first line that the signer printed, and says whether the right signature is in its output. */
function otherTextWords({ name, secret, signature }: Vector, printed: string): string {
  const [line = ''] = printed.split('\n', 1);
  const shown = line
    .replaceAll(secret, '…')
    .replace(/[0-9a-f]{64}/gi, '<signature>')
    .trim();
  const cut = shown.length > longestShown ? `${shown.slice(0, longestShown)}…` : shown;
  const isRight = printed.includes(signature);
  return `: \`${escapeControls(cut)}\`. The signature of “${name}” in it is ${isRight ? 'right' : 'not right'}.`;
}

/** What openssl prints without `-r`: `HMAC-SHA2-256(stdin)= …`, or `SHA256(stdin)= …` by older versions. */
function isOfOpenssl(printed: string): boolean {
  return /^(?:HMAC-)?SHA(?:2-)?256\([^()\n]*\)= /.test(printed);
}
const opensslAlone =
  "openssl prints the signature first with `-r`: `openssl dgst … -r | cut -d' ' -f1`.";

/** The budget of all vectors together, and the part of it that this vector gets. */
interface VectorSearch {
  readonly budget: InputBudget;
  readonly limits: RequestBudget;
}

async function findingFor(
  { clock, interrupt }: SignerContext,
  { vector, printed }: VectorOutcome,
  { budget, limits }: VectorSearch,
): Promise<SignatureFinding | null> {
  const { interface: id, clientId, timestamp = '', body } = vector;
  // The signer got empty values at the session interface, and may have signed them, so they are headers here too.
  const headers = [
    [headerNames.clientId, clientId ?? ''],
    [headerNames.timestamp, timestamp],
    [headerNames.signature, printed],
  ] as const;
  const { example, secret } = interfaceRecords[id];
  const url = example.path;
  const request = {
    interface: id,
    label: '',
    method: 'POST',
    url,
    headers,
    body,
    receivedAt: undefined,
  };
  const label = `the vector “${vector.name}”`;
  const credential = { label, clientId, [secret.member]: vector.secret };
  const { mostAttempts, budgetMs } = limits;
  const search = { credential, mostAttempts, budgetMs };
  const diagnosis = await diagnoseInTurns(request, search, {
    elapsed: () => clock.elapsed(),
    signal: interrupt,
  });
  budget.spend(diagnosis.spent);
  return findingOf(diagnosis);
}

/** The failures, grouped by what explains them: the most frequent first, and of equally many the errors of the signer itself. */
export function groupsOf(outcomes: readonly VectorOutcome[]): Group[] {
  const isKeyDoubtful = outcomes.every(isUnexplainedSignature);
  const groups = new Map<string, VectorOutcome[]>();
  for (const outcome of outcomes.filter(({ kind }) => kind !== 'right')) {
    const { kind, why, finding } = outcome;
    // Numbers are left out of the key, because a line number or an address in memory does not make another failure.
    const key =
      kind === 'none' ? `none ${why.replace(/\d+/g, '#')}` : String(finding?.causes ?? '');
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return [...groups.values()]
    .map((each) => describeGroup(each, isKeyDoubtful))
    .sort(
      (one, other) =>
        other.outcomes.length - one.outcomes.length ||
        Number(other.isSignersOwn) - Number(one.isSignersOwn),
    );
}

/** Outcomes with the same cause. */
export type Group = ReturnType<typeof describeGroup>;
function describeGroup(outcomes: readonly VectorOutcome[], isKeyDoubtful: boolean) {
  const [first] = outcomes;
  const { says, fix = adviceOnFailure(first?.why ?? ''), causes = [] } = first?.finding ?? {};
  const unknownWords =
    first === undefined
      ? ''
      : joinSentences(
          unexplainedWords(first, outcomes.length),
          isKeyDoubtful && keyWords(first.vector),
          zeroBytesWords(outcomes),
        );
  const isSignersOwn = first?.kind === 'none';
  const noneWords = isSignersOwn && `No signature: ${first.why.replace(/\.$/, '')}.`;
  return { says: noneWords || (says ?? unknownWords), fix, causes, outcomes, isSignersOwn };
}

/** Python reads `sys.stdin` as text, and fails on a body that is not UTF-8. */
function adviceOnFailure(why: string): string | null {
  const isOfText = /\bUnicode(?:En|De)codeError\b/.test(why);
  return isOfText ? 'Read the body as bytes: `sys.stdin.buffer.read()`.' : null;
}

/** A sentence if a vector was signed without its zero bytes: a shell keeps none in a variable. Otherwise empty. */
function zeroBytesWords(outcomes: readonly VectorOutcome[]): string {
  const found = outcomes.find(({ vector, printed }) => {
    const body = vector.body.filter((byte) => byte !== 0);
    return body.length < vector.body.length && isSignatureOf(vector, printed, { body });
  });
  return found === undefined
    ? ''
    : `“${found.vector.name}” was signed without its zero bytes: a shell drops them in \`$(cat)\`. Pass the body on in a pipe or a file.`;
}

/** A signer with another key fails every vector, and no search can find that key. */
function isUnexplainedSignature({ kind, printed, finding }: VectorOutcome): boolean {
  return kind === 'wrong' && finding === null && isDigest(printed);
}

const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/** The secrets of pvg’s own vectors, which are no secrets. */
const printedSecrets: ReadonlySet<string> = new Set([
  ...testVectors.gateway.map((each) => each.client_secret),
  ...testVectors.session.map((each) => each.secret_key),
]);

/** The question about the key, and the values to compare with. */
function keyWords({ name, secret, body, signature, ...values }: Vector): string {
  const hash = signs(interfaceRecords[values.interface], 'bodyHash') ? sha256Hex(body) : undefined;
  const expected = [
    printedSecrets.has(secret) && `the key is \`${secret}\``,
    hash !== undefined && `the body hash \`${hash}\``,
    `the signature \`${signature}\``,
  ];
  return joinSentences(
    'Most often it is the key: does the program use the text of PVG_SECRET (`secret` with --keep-running)?',
    `For “${name}”: ${expected.filter((each) => each !== false).join(', ')}.`,
  );
}

const longestShown = 40;

function unexplainedWords(first: VectorOutcome, count: number): string {
  const { printed } = first;
  if (isDigest(printed)) {
    return `No known mistake explains ${counted(count, 'signature')}. ${expectedOf(first)}`;
  }
  const shown = printed.length > longestShown ? `${printed.slice(0, longestShown)}…` : printed;
  return `The signer printed \`${escapeControls(shown)}\`, which is no signature: a signature has 64 hexadecimal characters. ${expectedOf(first)}`;
}

/** The sentence with the right message for a vector that the signer fails. */
const expectedOf = ({ vector }: VectorOutcome): string => {
  const scheme = interfaceRecords[vector.interface];
  const message = isComplete(scheme, vector) ? signedMessage(scheme, vector) : '';
  return typeof message === 'string'
    ? `The message of “${vector.name}” must be \`${escapeControls(message)}\`.`
    : `The message of “${vector.name}” is its body, ${counted(vector.body.byteLength, 'byte')}.`;
};
