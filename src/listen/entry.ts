import type { Context } from '../context.js';
import { isMatch, type Diagnosis } from '../diagnosis/outcome.js';
import { expectedJson, foundJson, singleView, type Answered } from '../diagnosis/shown.js';
import type { Source } from '../languages/language.js';
import { plainFinished, type Finished, type View } from '../output/finished.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { shownFingerprint } from '../signing/digest.js';
import { counted } from '../text/counted.js';
import { mapTexts } from '../text/map-texts.js';
import type { Fact } from '../view/words.js';
import { observed, pathOf, receiptsIn, withoutReceipts, type Seen } from './request.js';
import { refusalIn, toldAs, toldOf, type Refusal, type Told } from './told.js';

/** One request as it came, what was answered, and what pvg says of it; below, the same for people and for `--json`. */
export interface Entry extends Told {
  readonly request: Seen;
  readonly refusal: Refusal | undefined;
  /** Without complete receipts; undefined if there is no diagnosis. */
  readonly judged: Extract<Answered, { diagnosis: Diagnosis }> | undefined;
  /** The path of its file. */
  readonly saved: string | null;
}

interface How {
  readonly saved: string | null;
  readonly signatureOnly: boolean;
  readonly source: Source | undefined;
}

export function entryOf(
  request: Seen,
  found: Diagnosis | Told,
  { saved, signatureOnly, source }: How,
): Entry {
  const refusal = refusalIn(request, signatureOnly);
  const input = observed(request);
  if (!('outcome' in found) || input === undefined)
    return { ...(found as Told), request, refusal, judged: undefined, saved };
  const diagnosis = shownDiagnosis(found, withoutReceipts(request));
  const told = toldOf(diagnosis, refusal?.isExcused === true ? undefined : refusal);
  return { ...told, request, refusal, judged: { label: '', request: input, diagnosis, source }, saved };
}

function shownDiagnosis(diagnosis: Diagnosis, shown: (text: string) => string): Diagnosis {
  const { outcome } = diagnosis;
  if (outcome.kind !== 'explained') return diagnosis;
  const { says, difference } = outcome.finding;
  const finding = { ...outcome.finding, ...mapTexts({ says, difference }, shown) };
  return { ...diagnosis, outcome: { ...outcome, finding } };
}

const wordWidth = Math.max(...Object.values(toldAs).map(({ word }) => word.length));
const placeWidth = 'gateway/verify'.length;

/** `14:13:20  mismatch       gateway/verify  401  secret-trailing-newline: The secret …`; with -v facts and fix. */
export function viewEntry(entry: Entry, { timeZone }: Pick<Context, 'timeZone'>, verbose: boolean): View {
  const { id, request, fix, says } = entry;
  const { word, mood } = toldAs[id];
  const place = placeOf(request).padEnd(placeWidth);
  const words = [gistOf(entry), [says, ...alsoOf(entry)].join(' ')].filter(Boolean).join(': ');
  return {
    headline: [
      localTime(request, timeZone),
      word.padEnd(wordWidth),
      place,
      `${request.answer.status}`,
      words,
    ].join('  '),
    mood,
    ...(verbose && { facts: factsOf(entry), notes: fix === '' ? [] : [fix], code: codeOf(entry) }),
  };
}

/** Ids: the causes, or the service's own code for a refusal. */
export const gistOf = ({ id, causes, refusal }: Entry): string =>
  causes.length > 0 ? causes.join(' + ') : id === 'refused' ? (refusal?.code ?? '') : '';

export const placeOf = (request: Seen): string => {
  const { interface: of, operation, method } = request;
  if (operation === undefined || of === undefined) return `${method} ${pathOf(request)}`;
  return operation === of ? operation : `${of}/${operation}`;
};

export const localTime = ({ receivedAtMs }: Seen, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(receivedAtMs);

/** Why the answer is not the service's. */
function answerSays({ request: { answer, by }, refusal }: Entry): string | null {
  if (by === 'refused') return answer.because ?? null;
  return refusal?.isExcused === true ? refusal.says : null;
}

/** What else is to know: sentences. */
export function alsoOf(entry: Entry): string[] {
  const { id, saved } = entry;
  const says = answerSays(entry);
  const toKeep = 'To keep such a request, start with `--save <folder>`.';
  const kept = saved === null ? toKeep : `It is saved as it came: ${saved}`;
  return [...(says === null ? [] : [`Answered: ${says}`]), ...(id === 'not-judged' ? [kept] : [])];
}

/** What `pvg diagnose` shows of it, after what it is about. */
export function factsOf(entry: Entry): Fact[] {
  const { request } = entry;
  const [receipt] = receiptsIn(request);
  const facts: readonly [label: string, value: string | undefined][] = [
    ['Request', `${request.method} ${pathOf(request)}`],
    [
      'Body',
      request.body && `${counted(request.body.byteLength, 'byte')}, ${shownFingerprint(request.body)}`,
    ],
    ['Receipt', receipt && shownFingerprint(receipt)],
  ];
  return [
    ...facts.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }])),
    ...(diagnosed(entry)?.facts ?? []),
  ];
}

/** The fix as code, with --lang. */
export const codeOf = (entry: Entry): readonly string[] => diagnosed(entry)?.code ?? [];

const diagnosed = ({ judged, says, fix, id }: Entry) =>
  judged &&
  singleView(
    judged,
    { id, says, next: fix },
    { deep: false, moreStored: false, again: '', showSecret: undefined },
  );

/** One request as the result of a command: `--json` prints one object for each. */
export function finishedEntry(entry: Entry, { name, environment }: ResolvedProfile, view: View): Finished {
  const { id, request, refusal, judged, saved, says, fix } = entry;
  const { body, answer, by, method } = request;
  const found = judged && foundJson(judged);
  return plainFinished('listen', {
    profile: name,
    environment,
    interface: request.interface ?? null,
    exit: id === 'signature-right' ? 0 : id === 'cannot-succeed' || id === 'refused' ? 5 : 6,
    verdict: { id, says, next: fix },
    advice: entry.causes.length > 0 ? 'fix-request' : 'none',
    answer: null,
    members: {
      at: new Date(request.receivedAtMs).toISOString(),
      operation: request.operation ?? null,
      method,
      path: pathOf(request),
      match: judged === undefined ? null : isMatch(judged.diagnosis),
      findings: found?.findings ?? [],
      lint: found?.lint ?? [],
      tried: judged?.diagnosis.tried ?? 0,
      ladder: judged === undefined ? null : expectedJson(judged.diagnosis),
      answered: { status: answer.status, by, code: refusal?.code ?? null, says: answerSays(entry) },
      saved,
      body_bytes: body?.byteLength ?? null,
      body_fingerprint: body === undefined ? null : shownFingerprint(body),
    },
    view,
  });
}
