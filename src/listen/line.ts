import { plainFinished, type Finished, type View } from '../output/finished.js';
import { isMatch } from '../diagnosis/outcome.js';
import { isExplained } from '../diagnosis/verdict.js';
import type { Fact } from '../view/words.js';
import { counted } from '../text/counted.js';
import { differenceFacts, expectedFacts, expectedJson, findingsJson } from '../diagnosis/shown.js';
import { shownFingerprint } from '../signing/digest.js';
import { foundIn, pathOf, receiptsIn, type Entry, type Seen } from './entry.js';
import type { ToldId } from './told.js';
import type { ResolvedProfile } from '../profiles/resolve.js';

/** The line for a request on the terminal, and the details that -v adds below it. */

export const viewEntry = (entry: Entry, timeZone: string, verbose: boolean, code?: string): View => ({
  headline: lineFor(entry, timeZone),
  mood: toldAs[entry.id].mood,
  ...(verbose && {
    facts: factsOf(entry),
    notes: [
      ...(entry.fix === '' ? [] : [entry.fix]),
      ...(code === undefined ? [] : ['', ...code.split('\n')]),
    ],
  }),
});

export const toldAs: Readonly<
  Record<ToldId, { readonly word: string; readonly mood: 'good' | 'bad' | 'careful' }>
> = {
  'signature-right': { word: 'ok', mood: 'good' },
  refused: { word: 'refused', mood: 'bad' },
  'cannot-succeed': { word: 'not allowed', mood: 'bad' },
  'cause-found': { word: 'mismatch', mood: 'bad' },
  'cause-unknown': { word: 'unknown', mood: 'bad' },
  'signature-missing': { word: 'no signature', mood: 'bad' },
  'not-judged': { word: 'not judged', mood: 'careful' },
  'not-diagnosed': { word: 'not diagnosed', mood: 'careful' },
};

const wordWidth = Math.max(...Object.values(toldAs).map(({ word }) => word.length));
const placeWidth = 'gateway/verify'.length;

/** `14:13:20  mismatch       gateway/verify  401  secret-trailing-newline: The secret …` */
const lineFor = (entry: Entry, timeZone: string): string =>
  [
    localTime(entry.request.receivedAtMs, timeZone),
    toldAs[entry.id].word.padEnd(wordWidth),
    calledPath(entry.request).padEnd(placeWidth),
    String(entry.answered.status),
    [
      `${gistOf(entry) === '' ? '' : `${gistOf(entry)}: `}${entry.says}`,
      ...afterthoughts(entry, timeZone),
    ].join(' '),
  ].join('  ');

/** Ids: the causes, or the service's own code for a refusal. */
export const gistOf = ({ id, causes, answered: { refusal } }: Entry): string =>
  causes.length > 0 ? causes.join(' + ') : id === 'refused' ? (refusal?.code ?? '') : '';

export const calledPath = (request: Seen): string => {
  const { interface: scheme, operation, method } = request;
  if (operation === undefined || scheme === undefined) return `${method} ${pathOf(request)}`;
  return operation === scheme ? operation : `${scheme}/${operation}`;
};

/** What else is to know of a request: sentences. */
export function afterthoughts(
  { request: { again, replayed }, answered, saved, id }: Entry,
  timeZone: string,
): string[] {
  const texts = [
    answered.says !== undefined && `Answered: ${answered.says}`,
    replayed && `This is a replay of the request of ${localTime(replayed.ofMs, timeZone)}.`,
    again &&
      `The same path and body came ${String(again.times)} times since ${localTime(again.sinceMs, timeZone)}.`,
    id === 'not-judged' &&
      (saved === null
        ? 'To keep such a request, start with `--save <folder>`.'
        : `It is saved as it came: ${saved}`),
  ];
  return texts.filter((text) => typeof text === 'string');
}

export const localTime = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(ms);

function factsOf(entry: Entry): Fact[] {
  const { request, diagnosis } = entry;
  const { finding, lint, tried } = foundIn(entry);
  const [receipt] = receiptsIn(request);
  return [
    { label: 'Request', value: `${request.method} ${pathOf(request)}` },
    ...(request.body === undefined ? [] : [{ label: 'Body', value: bytesText(request.body) }]),
    ...(receipt === undefined ? [] : [{ label: 'Receipt', value: shownFingerprint(receipt) }]),
    ...differenceFacts(finding?.difference ?? null),
    ...(diagnosis && !isExplained(diagnosis) ? expectedFacts(diagnosis) : []),
    ...lint.map(({ id, says }): Fact => ({ label: 'Problem', value: `${id}: ${says}` })),
    { label: 'Tried', value: `${counted(tried, 'way')} to sign this request` },
  ];
}

export const bytesText = (bytes: Uint8Array): string =>
  `${counted(bytes.byteLength, 'byte')}, ${shownFingerprint(bytes)}`;

/** One request as the result of a command: `--json` prints one object for each. */
export function finishedEntry(
  entry: Entry,
  { name, environment }: Pick<ResolvedProfile, 'name' | 'environment'>,
  view: View,
  code?: string,
): Finished {
  const { request, answered, diagnosis } = entry;
  const { lint, tried } = foundIn(entry);
  const ok = entry.id === 'signature-right';
  return plainFinished('listen', {
    profile: name,
    environment,
    interface: request.interface ?? null,
    exit: ok ? 0 : entry.id === 'cannot-succeed' || entry.id === 'refused' ? 5 : 6,
    verdict: { id: entry.id, says: entry.says, next: entry.fix },
    advice: entry.causes.length > 0 ? 'fix-request' : 'none',
    answer: null,
    members: {
      at: new Date(request.receivedAtMs).toISOString(),
      operation: request.operation ?? null,
      method: request.method,
      path: pathOf(request),
      match: diagnosis === undefined ? null : isMatch(diagnosis),
      findings: diagnosis ? findingsJson(diagnosis) : [],
      lint: lint.map((each) => ({ ...each })),
      tried,
      ...(code !== undefined && { code }),
      ladder: diagnosis ? expectedJson(diagnosis) : null,
      answered: {
        status: answered.status,
        by: answered.by,
        code: answered.refusal?.code ?? null,
        says: answered.says ?? null,
      },
      replay_of: request.replayed === undefined ? null : new Date(request.replayed.ofMs).toISOString(),
      times: request.again?.times ?? 1,
      saved: entry.saved,
      body_bytes: request.body?.byteLength ?? null,
      body_fingerprint: request.body === undefined ? null : shownFingerprint(request.body),
    },
    view,
  });
}
