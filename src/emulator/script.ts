import { paths } from '../contract/interfaces.js';
import {
  type RequestSubject,
  readRequestSubject,
  type SubjectFilter,
  filterNames,
  fitsSubjectFilter,
  type ReadRequest,
} from './request-subject.js';
import { anInteger, aNumber, aText, defineList, memberOneOf } from './entry-list.js';
import { seededRandom } from './seeded-random.js';

/** Which requests a fault hits, and what it does to them. `pvg help emulate` says what each member of the script file means. */
export interface FaultRule {
  /** The end of a request's path. */
  readonly path: string;
  /** What a request must ask about. */
  readonly filter: SubjectFilter;
  /** Whether the rule hits a request by its time and its number: from 1, among the requests that fit its path and filter. */
  readonly fits: (number: number, elapsedMs: number) => boolean;
  /** The share of the fitting requests that it hits, from 0 to 1. */
  readonly share: number;
  /** How long it waits before the request is processed, or with answer-late after that, before the answer. */
  readonly waitMs: number;
  /** drop breaks the connection before the request is processed, lose-answer after it. A number is the status of an answer. */
  readonly fault: (typeof faultNames)[number] | number | undefined;
}

const pathHint = 'Example: {"path": "lookup-receipt", "status": 503}.';
const faultNames = ['drop', 'lose-answer', 'answer-late', 'wrong-shape', 'html'] as const;

export const ruleList = defineList({
  what: 'script',
  hint: 'Each entry needs status, do or wait_ms.',
  rules: {
    path: aText,
    receipt: aText,
    receipt_prefix: aText,
    product: aText,
    package: aText,
    username: aText,
    game: aText,
    requests: aText,
    after_s: anInteger(0),
    until_s: anInteger(0),
    share: aNumber(0, 1),
    status: anInteger(400, 599),
    do: memberOneOf(faultNames),
    wait_ms: anInteger(0, 600_000),
  },
  needed: [],
  make: (
    { path = '', requests = '1-', share = 1, status, do: deed, ...members },
    refuse,
  ): FaultRule => {
    if (!isPathOfService(path)) {
      throw refuse(
        `no path of the service ends with ${JSON.stringify(path.slice(0, 40))}: they are ${servicePaths.join(', ')}`,
        pathHint,
      );
    }
    const range = readRange(requests);
    if (range === undefined) {
      throw refuse('requests is not a number or a range such as 2-3 or 5-', rangeHint);
    }
    if (range.last < range.first) {
      throw refuse('the range of requests ends before it begins', rangeHint);
    }
    if (status !== undefined && deed !== undefined) {
      throw refuse('status and do cannot be used together');
    }
    const fault = status ?? deed;
    const { after_s: afterS = 0, until_s: untilS = Infinity, wait_ms: waitMs } = members;
    if (fault === undefined && waitMs === undefined) {
      throw refuse('status, do or wait_ms is missing');
    }
    if (fault === 'answer-late' && waitMs === undefined) {
      throw refuse(
        'answer-late has no wait_ms',
        'Example: {"do": "answer-late", "wait_ms": 12000}.',
      );
    }
    if (untilS < afterS) {
      throw refuse('until_s is before after_s', 'Example: {"after_s": 10, "until_s": 20}.');
    }
    const fits: FaultRule['fits'] = (number, elapsedMs) =>
      number >= range.first &&
      number <= range.last &&
      elapsedMs >= afterS * 1000 &&
      elapsedMs <= untilS * 1000;
    return { path, filter: pickFilter(members), fits, share, waitMs: waitMs ?? 0, fault };
  },
});

const rangeHint = 'Examples: {"requests": "2-3"}, {"requests": "5-"}.';
const servicePaths: readonly string[] = Object.values(paths);

/** Whether the service has a path with this end, or the text itself ends with a path, as `/base/iap/gateway/verify` does. A mistyped path would hit nothing, and a test would pass without its fault. */
function isPathOfService(ending: string): boolean {
  return servicePaths.some((path) => path.endsWith(ending) || ending.endsWith(path));
}

const pickFilter = (members: SubjectFilter): SubjectFilter =>
  Object.fromEntries(
    filterNames.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])),
  );

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

/** A rule with its own counts, so that the rules of two tests do not disturb each other. */
interface FollowedRule {
  readonly rule: FaultRule;
  readonly countByPath: Map<string, number>;
  readonly startMs: number;
}

/** What happens to a request. `name` is the rule that did it, for the log; undefined if no rule fits. */
interface RequestFault extends Pick<FaultRule, 'waitMs' | 'fault'> {
  readonly name: string | undefined;
}

/** The request is answered as usual. */
const noFault: RequestFault = { waitMs: 0, fault: undefined, name: undefined };

interface ScriptOptions {
  readonly now: () => number;
  /** Returns a number from 0 to below 1: it decides which requests a share hits. */
  readonly random: () => number;
  /** With a seed, the same requests in the same order get the same shares. */
  readonly seed?: number | undefined;
}

/** Follows the rules of a script. They can be replaced while requests come. */
export class Script {
  #followed: readonly FollowedRule[] = [];
  #faults: readonly FollowedRule[] = [];
  #random: () => number;

  constructor(private readonly options: ScriptOptions) {
    this.#random = options.random;
  }

  /** @param faults the rules of `--fault`, which come after all others */
  begin(rules: readonly FaultRule[], faults: readonly FaultRule[] = []): void {
    this.#faults = this.#follow(faults);
    this.replace(rules);
  }

  /**
   * Replaces the rules, and starts their counts and their time again. With a filter, only those rules are replaced that
   * have just these values, and the new ones come first: each of several tests has rules of its own.
   */
  replace(rules: readonly FaultRule[], filter: SubjectFilter = {}): void {
    const filterEntries = Object.entries(filter) as [keyof SubjectFilter, string][];
    if (filterEntries.length === 0) {
      this.#followed = this.#follow(rules);
      const { random, seed } = this.options;
      this.#random = seed === undefined ? random : seededRandom(seed);
      return;
    }
    const otherRules = this.#followed.filter(({ rule }) =>
      filterEntries.some(([name, value]) => rule.filter[name] !== value),
    );
    this.#followed = [...this.#follow(rules), ...otherRules];
  }

  #follow(rules: readonly FaultRule[]): FollowedRule[] {
    const startMs = this.options.now();
    return rules.map((rule) => ({ rule, countByPath: new Map(), startMs }));
  }

  /**
   * Counts this request, and returns what happens to it. All shares use one random number, so that rules of 0.2 and 0.3
   * leave exactly half of the requests alone.
   */
  takeFault({ url, members }: Pick<ReadRequest, 'url' | 'members'>): RequestFault {
    if (this.#followed.length === 0 && this.#faults.length === 0) return noFault;
    const subject = readRequestSubject(url, members);
    const nowMs = this.options.now();
    const fittingRules = [...this.#followed, ...this.#faults].filter((followed) =>
      countIfFitting(followed, subject, nowMs),
    );
    // Each rule takes its share from the number; the rule that makes it negative is the one that hits.
    let remaining = fittingRules.some(({ rule }) => rule.share < 1) ? this.#random() : 0;
    for (const followed of fittingRules) {
      if (followed.rule.share === 1) return this.#nameFault(followed);
      remaining -= followed.rule.share;
      if (remaining < 0) return this.#nameFault(followed);
    }
    return noFault;
  }

  #nameFault(followed: FollowedRule): RequestFault {
    const { waitMs, fault } = followed.rule;
    const ruleNumber = this.#followed.indexOf(followed) + 1;
    return { waitMs, fault, name: ruleNumber === 0 ? '--fault' : `script rule ${ruleNumber}` };
  }
}

/** Counts a request that the rule's path and filter fit, and says whether its number and its moment fit, too. */
function countIfFitting(
  { rule, countByPath, startMs }: FollowedRule,
  subject: RequestSubject,
  nowMs: number,
): boolean {
  if (!subject.path.endsWith(rule.path) || !fitsSubjectFilter(subject, rule.filter)) return false;
  const number = (countByPath.get(subject.path) ?? 0) + 1;
  countByPath.set(subject.path, number);
  return rule.fits(number, nowMs - startMs);
}
