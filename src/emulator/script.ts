import { withoutQuery } from '../contract/interfaces.js';
import { aNumber, aText, listFile, memberOneOf } from './purchase.js';

/** A fault by path, count and moment: `pvg help emulate` says what each member of the file means. */
export interface Rule {
  /** The end of a request's path. */
  readonly path: string;
  /** `number`: of the request, among those with its path, from 1. */
  readonly fits: (number: number, elapsedMs: number) => boolean;
  /** How many of the requests that fit it hits, from 0 to 1. */
  readonly share: number;
  readonly waitMs: number;
  /** drop and lose-answer break the connection: before and after the request is processed. */
  readonly does: (typeof faultDeeds)[number] | number | undefined;
}

const faultDeeds = ['drop', 'lose-answer', 'wrong-shape', 'html'] as const;

export const ruleList = listFile({
  what: 'script',
  hint: 'Each entry needs status, do or wait_ms.',
  rules: {
    path: aText,
    requests: aText,
    after_s: aNumber(0),
    until_s: aNumber(0),
    share: aNumber(0, 1, false),
    status: aNumber(400, 599),
    do: memberOneOf(faultDeeds),
    wait_ms: aNumber(0, 600_000),
  },
  needed: [],
  make: ({ path = '', requests = '1-', share = 1, status, do: deed, ...read }, refuse): Rule => {
    const range = readRange(requests);
    if (range === undefined) {
      throw refuse('requests is not a number or a range such as 2-3 or 5-');
    }
    if (status !== undefined && deed !== undefined) {
      throw refuse('status and do cannot be used together');
    }
    const does = status ?? deed;
    const { after_s: afterS = 0, until_s: untilS = Infinity, wait_ms: waitMs } = read;
    if (does === undefined && waitMs === undefined) {
      throw refuse('status, do or wait_ms is missing');
    }
    const fits: Rule['fits'] = (number, elapsedMs) =>
      number >= range.first &&
      number <= range.last &&
      elapsedMs >= afterS * 1000 &&
      elapsedMs <= untilS * 1000;
    return { path, fits, share, waitMs: waitMs ?? 0, does };
  },
});

interface RequestRange {
  readonly first: number;
  /** Infinity if the range has no end. */
  readonly last: number;
}

/** `3`, `2-3` or `5-`; undefined for any other text. */
function readRange(text: string): RequestRange | undefined {
  const [, first, dash, last] = /^([1-9]\d{0,8})(-?)([1-9]\d{0,8})?$/.exec(text) ?? [];
  if (first === undefined || (dash === '' && last !== undefined)) return undefined;
  const openEnd = dash === '' ? first : Infinity;
  return { first: Number(first), last: Number(last ?? openEnd) };
}

const nothing = { waitMs: 0, does: undefined } as const;

/** The rules, and the number of requests by path. The rules can be replaced while requests come. */
export class Script {
  readonly #counts = new Map<string, number>();
  #rules: readonly Rule[] = [];
  #startMs = 0;

  constructor(
    private readonly now: () => number,
    private readonly random: () => number,
  ) {}

  /** Replaces the rules, and starts the counts and the time again. */
  replace(rules: readonly Rule[]): void {
    this.#rules = rules;
    this.#counts.clear();
    this.#startMs = this.now();
  }

  /**
   * Counts this request, and returns what happens to it. All shares use one random number, so that rules of 0.2 and 0.3
   * leave exactly half of the requests alone.
   */
  ruleFor(url: string): Pick<Rule, 'waitMs' | 'does'> {
    if (this.#rules.length === 0) return nothing;
    const path = withoutQuery(url);
    const number = (this.#counts.get(path) ?? 0) + 1;
    this.#counts.set(path, number);
    const elapsedMs = this.now() - this.#startMs;
    const fitting = this.#rules.filter(
      (rule) => path.endsWith(rule.path) && rule.fits(number, elapsedMs),
    );
    let remaining = fitting.some(({ share }) => share < 1) ? this.random() : 0;
    for (const rule of fitting) {
      if (rule.share === 1) return rule;
      remaining -= rule.share;
      if (remaining < 0) return rule;
    }
    return nothing;
  }
}
