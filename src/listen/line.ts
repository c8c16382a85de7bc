import { plainFinished, type Finished, type View } from '../output/finished.js';
import { alternatives } from '../diagnosis/verdict.js';
import { sideText } from '../diagnosis/difference.js';
import type { Fact } from '../contract/judgement.js';
import { counted } from '../text/counted.js';
import type { Entry, ToldId } from './entry.js';
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
  'cannot-succeed': { word: 'not allowed', mood: 'bad' },
  'cause-found': { word: 'mismatch', mood: 'bad' },
  'cause-unknown': { word: 'unknown', mood: 'bad' },
  'signature-missing': { word: 'no signature', mood: 'bad' },
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
    `${entry.causes.length > 0 ? `${entry.causes.join(' + ')}: ` : ''}${entry.says}${afterthought(entry)}`,
  ].join('  ');

export const calledPath = ({ interface: scheme, operation, method, path }: Entry): string => {
  if (operation === undefined || scheme === undefined) return `${method} ${path}`;
  return operation === scheme ? operation : `${scheme}/${operation}`;
};

const afterthought = ({ answered: { says } }: Entry): string =>
  says === undefined ? '' : ` Answered: ${says}`;

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
  const diagnosed = entry.id !== 'not-diagnosed';
  const ok = entry.id === 'signature-right';
  return plainFinished('listen', {
    profile: name,
    environment,
    interface: entry.interface ?? null,
    exit: ok ? 0 : entry.id === 'cannot-succeed' ? 5 : 6,
    verdict: { id: entry.id, says: entry.says, next: entry.fix },
    advice: diagnosed && entry.causes.length > 0 ? 'fix-request' : 'none',
    answer: null,
    members: {
      at: new Date(entry.atMs).toISOString(),
      operation: entry.operation ?? null,
      method: entry.method,
      path: entry.path,
      match: diagnosed ? ok || entry.id === 'cannot-succeed' : null,
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
      answered: { ...entry.answered, says: entry.answered.says ?? null },
      body_bytes: entry.body?.bytes ?? null,
      body_fingerprint: entry.body?.fingerprint ?? null,
    },
    view,
  });
}
