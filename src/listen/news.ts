import type { Printable } from '../text/json/print.js';
import { counted } from '../text/counted.js';
import { visible } from '../text/visible.js';
import type { Difference } from '../diagnosis/difference.js';
import { shownFingerprint } from '../signing/digest.js';
import { foundIn, pathOf, receiptsIn, type Entry } from './entry.js';
import { afterthoughts, bytesText, calledPath, gistOf, localTime, toldAs } from './line.js';

/** The data for the page: only what it shows. */

/** The number in `/requests.json?run=…&after=12`; 0 for another run, so that the page gets everything. */
export function askedAfter(target: string, run: string): number {
  const query = new URLSearchParams(target.split('?').slice(1).join('?'));
  const after = query.get('after') ?? '';
  return query.get('run') === run && /^\d{1,9}$/.test(after) ? Number(after) : 0;
}

export function shownEntry(entry: Entry, timeZone: string, code: string | undefined): Printable {
  const { request, answered } = entry;
  const { finding, lint, tried } = foundIn(entry);
  const [receipt] = receiptsIn(request);
  const refusal = answered.refusal?.code;
  return {
    time: localTime(request.receivedAtMs, timeZone),
    kind: entry.id,
    word: toldAs[entry.id].word,
    place: visible(calledPath(request)),
    status: answered.status,
    number: request.number,
    causes: gistOf(entry),
    says: visible(entry.says),
    also: afterthoughts(entry, timeZone).map(visible),
    replay: request.replayed !== undefined,
    times: request.again?.times ?? 1,
    tone: toldAs[entry.id].mood,
    fix: visible(entry.fix),
    code: code ?? '',
    lint: lint.map(({ id, says: seen }) => ({ id, says: visible(seen) })),
    difference: differenceOf(finding?.difference ?? null),
    facts: [
      new Date(request.receivedAtMs).toISOString(),
      visible(`${request.method} ${pathOf(request)}`),
      ...(request.body === undefined ? [] : [bytesText(request.body)]),
      ...(receipt === undefined ? [] : [`receipt ${shownFingerprint(receipt)}`]),
      `answered ${String(answered.status)}${refusal === undefined ? '' : ` ${refusal}`} by ${who[answered.by]}`,
      ...(tried === 0 ? [] : [`tried ${counted(tried, 'way')} to sign this request`]),
    ],
  };
}

const who = { emulator: 'the emulator', forward: 'the service', refused: 'pvg' } as const;

function differenceOf(difference: Difference | null): Printable {
  if (difference === null) return null;
  const { line, column, sent, signed, sentLength, signedLength } = difference;
  const same = sharedLength(sent.text, signed.text);
  return {
    says: `Line ${String(line)}, column ${String(column)}.`,
    sent: sideOf(sent, same, sentLength),
    signed: sideOf(signed, same, signedLength),
  };
}

const sideOf = ({ text, hex }: Difference['sent'], same: number, length: number): Printable => ({
  text: marked(text, same),
  hex: [
    hex === '' ? 'ends where the other one goes on' : `first bytes of the difference: ${hex}`,
    `${counted(length, 'byte')} in total`,
  ].join(' · '),
});

/** The text in pieces; true marks the first difference. */
export function marked(text: string, same: number): [text: string, differs: boolean][] {
  const first = firstCharacter.exec(text.slice(same))?.[0] ?? '∎';
  const pieces: [string, boolean][] = [
    [visible(text.slice(0, same)), false],
    [visible(first), true],
    [visible(text.slice(same + first.length)), false],
  ];
  return pieces.filter(([piece]) => piece !== '');
}

/** As the text of a difference has it: `\u{feff}`, `\xff`, `\n`, or a plain character. */
const firstCharacter = /^(?:\\u\{[0-9a-f]+\}|\\x[0-9a-f]{2}|\\[nrt]|[^])/u;

export function sharedLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  // Never inside an escape or a pair of surrogates.
  return /(?:\\(?:u\{[0-9a-f]*|x[0-9a-f]?)?|[\ud800-\udbff])$/.exec(one.slice(0, at))?.index ?? at;
}
