import { plainFinished, type Finished, type View } from '../output/finished.js';
import { alternatives } from '../diagnosis/verdict.js';
import { sideText } from '../diagnosis/difference.js';
import type { Fact } from '../contract/judgement.js';
import { counted } from '../text/counted.js';
import { ladderFacts, stepsJson } from '../diagnosis/shown.js';
import type { Entry } from './entry.js';
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
      ...alternatives(entry.findings.slice(1)),
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
    localTime(entry.atMs, timeZone),
    toldAs[entry.id].word.padEnd(wordWidth),
    calledPath(entry).padEnd(placeWidth),
    String(entry.answered.status),
    [
      `${gistOf(entry) === '' ? '' : `${gistOf(entry)}: `}${entry.says}`,
      ...afterthoughts(entry, timeZone),
    ].join(' '),
  ].join('  ');

/** Ids: the causes, or the service's own code for a refusal. */
export const gistOf = ({ id, causes, answered: { refusal } }: Entry): string =>
  causes.length > 0 ? causes.join(' + ') : id === 'refused' ? (refusal?.code ?? '') : '';

export const calledPath = ({ interface: scheme, operation, method, path }: Entry): string => {
  if (operation === undefined || scheme === undefined) return `${method} ${path}`;
  return operation === scheme ? operation : `${scheme}/${operation}`;
};

/** What else is to know of a request: sentences. */
export function afterthoughts({ answered, again, replayOfMs, saved, id }: Entry, timeZone: string): string[] {
  return [
    ...(answered.says === undefined ? [] : [`Answered: ${answered.says}`]),
    ...(replayOfMs === null
      ? []
      : [`This is a replay of the request of ${localTime(replayOfMs, timeZone)}.`]),
    ...(again === null
      ? []
      : [
          `The same path and body came ${String(again.times)} times since ${localTime(again.sinceMs, timeZone)}.`,
        ]),
    ...(id !== 'not-judged'
      ? []
      : [
          saved === null
            ? 'To keep such a request, start with `--save <folder>`.'
            : `It is saved as it came: ${saved}`,
        ]),
  ];
}

export const localTime = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }).format(ms);

function factsOf(entry: Entry): Fact[] {
  const [first] = entry.findings;
  return [
    { label: 'Request', value: `${entry.method} ${entry.path}` },
    ...(entry.body === null
      ? []
      : [{ label: 'Body', value: `${counted(entry.body.bytes, 'byte')}, ${entry.body.fingerprint}` }]),
    ...(entry.receipt === null ? [] : [{ label: 'Receipt', value: entry.receipt }]),
    ...(first === undefined || first.as.length === 0
      ? []
      : [{ label: 'Variant', value: first.as.join('; ') }]),
    ...differenceFacts(first?.difference ?? null),
    ...(entry.ladder === null ? [] : ladderFacts({ ladder: entry.ladder, sender: null })),
    ...entry.lint.map(({ id, says }): Fact => ({ label: 'Problem', value: `${id}: ${says}` })),
    { label: 'Tried', value: `${counted(entry.tried, 'way')} to sign this request` },
  ];
}

function differenceFacts(difference: Entry['findings'][number]['difference']): Fact[] {
  if (difference === null) return [];
  const { says, line, column, sent, signed, sentLength, signedLength } = difference;
  return [
    { label: 'Difference', value: `line ${String(line)}, column ${String(column)}: ${says}` },
    { label: 'Sent bytes', value: sideText(sent, sentLength) },
    { label: 'Signed bytes', value: sideText(signed, signedLength) },
  ];
}

/** One request as the result of a command: `--json` prints one object for each. */
export function finishedEntry(
  entry: Entry,
  { name, environment }: Pick<ResolvedProfile, 'name' | 'environment'>,
  view: View,
  code?: string,
): Finished {
  const ok = entry.id === 'signature-right';
  return plainFinished('listen', {
    profile: name,
    environment,
    interface: entry.interface ?? null,
    exit: ok ? 0 : entry.id === 'cannot-succeed' || entry.id === 'refused' ? 5 : 6,
    verdict: { id: entry.id, says: entry.says, next: entry.fix },
    advice: entry.causes.length > 0 ? 'fix-request' : 'none',
    answer: null,
    members: {
      at: new Date(entry.atMs).toISOString(),
      operation: entry.operation ?? null,
      method: entry.method,
      path: entry.path,
      match: entry.match,
      findings: entry.findings.map(({ difference, ...finding }) => ({
        ...finding,
        difference: difference && {
          ...difference,
          sent: { ...difference.sent },
          signed: { ...difference.signed },
        },
      })),
      lint: entry.lint.map((each) => ({ ...each })),
      tried: entry.tried,
      ...(code !== undefined && { code }),
      ladder: entry.ladder && stepsJson(entry.ladder),
      answered: {
        status: entry.answered.status,
        by: entry.answered.by,
        code: entry.answered.refusal?.code ?? null,
        says: entry.answered.says ?? null,
      },
      replay_of: entry.replayOfMs === null ? null : new Date(entry.replayOfMs).toISOString(),
      times: entry.again?.times ?? 1,
      saved: entry.saved,
      body_bytes: entry.body?.bytes ?? null,
      body_fingerprint: entry.body?.fingerprint ?? null,
    },
    view,
  });
}
