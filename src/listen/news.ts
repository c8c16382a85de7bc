import type { Printable } from '../json/print.js';
import { visible } from '../output/visible.js';
import type { Entry } from './entry.js';
import { localTime, placeOf } from './line.js';

/** What the page is told of the requests: only what it shows. */

export const mostShown = 200;

/** The last requests told, oldest first. */
export class Shown {
  private readonly entries: { readonly order: number; readonly json: Printable }[] = [];
  private order = 0;

  add(json: Printable): void {
    this.order += 1;
    this.entries.push({ order: this.order, json });
    if (this.entries.length > mostShown) this.entries.shift();
  }

  /** Those told after the one of this number. */
  after(order: number): { readonly last: number; readonly requests: readonly Printable[] } {
    return {
      last: this.order,
      requests: this.entries.filter((entry) => entry.order > order).map(({ json }) => json),
    };
  }
}

/** What was asked for: `/requests.json?run=…&after=12`. Of another run everything is new. */
export function askedAfter(target: string, run: string): number {
  const query = new URLSearchParams(/\?(.*)$/s.exec(target)?.[1] ?? '');
  const after = query.get('after') ?? '';
  return query.get('run') === run && /^\d{1,9}$/.test(after) ? Number(after) : 0;
}

export function shownEntry(entry: Entry, timeZone: string, code: string | undefined): Printable {
  const [first, ...others] = entry.findings;
  const { status, by, says } = entry.answered;
  return {
    time: localTime(entry.atMs, timeZone),
    word: entry.word,
    place: visible(placeOf(entry)),
    status,
    causes: entry.causes.join(' + '),
    says: visible(entry.says),
    fix: visible(entry.fix),
    code: code ?? '',
    as: (first?.as ?? []).map(visible),
    others: others.map(({ causes }) => causes.join(' + ')),
    lint: entry.lint.map(({ id, says: seen }) => ({ id, says: visible(seen) })),
    difference: differenceOf(first?.difference ?? null),
    facts: [
      new Date(entry.atMs).toISOString(),
      visible(`${entry.method} ${entry.path}`),
      ...(entry.body === null ? [] : [`${String(entry.body.bytes)} bytes, sha256:${entry.body.fingerprint}`]),
      ...(entry.receipt === null ? [] : [`receipt sha256:${entry.receipt}`]),
      `answered ${String(status)} by ${who[by]}${says === undefined ? '' : `: ${visible(says)}`}`,
      `${String(entry.tried)} ${entry.tried === 1 ? 'way' : 'ways'} to sign it tried`,
    ],
  };
}

const who = { emulator: 'the emulator', forward: 'the service', refused: 'pvg itself' } as const;

type Difference = Entry['findings'][number]['difference'];

function differenceOf(difference: Difference): Printable {
  if (difference === null) return null;
  const { says, sent, signed, sentLength, signedLength } = difference;
  const [sentText, signedText] = [visible(sent.text), visible(signed.text)];
  const same = sharedLength(sentText, signedText);
  return {
    says: visible(says),
    sent: { text: marked(sentText, same), hex: sent.hex, length: sentLength },
    signed: { text: marked(signedText, same), hex: signed.hex, length: signedLength },
  };
}

/** The text in pieces; true: it differs from here on. */
const marked = (text: string, same: number): [string, boolean][] =>
  [[text.slice(0, same), false] as [string, boolean], [text.slice(same), true] as [string, boolean]].filter(
    ([piece]) => piece !== '',
  );

function sharedLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
