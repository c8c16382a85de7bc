import { withoutQuery } from '../contract/interfaces.js';
import { anInteger, aShare, aText, oneOf, type ListFile, type Members } from './members.js';

/**
 * The file of `emulate --script`: faults by path, count and moment. The first rule that fits a request decides.
 *
 *     [{ "path": "verify", "requests": "2-3", "status": 503 }, { "path": "verify", "do": "lose-answer" }]
 *
 * A rule fits by: path (the end of the request's path), requests (of this path: 1, 2-3 or 5-), after_s and until_s
 * (since the start), share (0 to 1, of all requests). It does one thing: status (400 to 599), or do: drop (the connection breaks before
 * anything is done), lose-answer (it is done and recorded, then the connection breaks), wrong-shape (200 with another
 * JSON), html (200 with a page); or only wait_ms.
 */
export interface Rule {
  readonly path: string;
  readonly requests: Range;
  readonly time: Range;
  readonly share: number;
  readonly waitMs: number;
  readonly does: Deed | number | undefined;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

const deeds = ['drop', 'lose-answer', 'wrong-shape', 'html'] as const;
export type Deed = (typeof deeds)[number];

export const ruleList: ListFile<Rule> = {
  what: 'script',
  entries: 'rules',
  hint: 'Each entry needs status, do or wait_ms.',
  entryOf: (members) => {
    const status = members.read('status', anInteger(400, 599));
    const deed = members.read('do', oneOf(deeds));
    const waitMs = members.read('wait_ms', anInteger(0, 600_000));
    if (status !== undefined && deed !== undefined)
      throw members.refuse('status and do cannot be used together');
    if (status === undefined && deed === undefined && waitMs === undefined)
      throw members.refuse('status, do or wait_ms is missing');
    return {
      path: members.read('path', aText) ?? '',
      requests: requestsIn(members),
      time: {
        from: (members.read('after_s', anInteger(0)) ?? 0) * 1000,
        to: (members.read('until_s', anInteger(0)) ?? Infinity) * 1000,
      },
      share: members.read('share', aShare) ?? 1,
      waitMs: waitMs ?? 0,
      does: status ?? deed,
    };
  },
};

function requestsIn(members: Members): Range {
  const text = members.read('requests', aText) ?? '1-';
  const [, from, dash, to] = /^([1-9]\d{0,8})(-?)([1-9]\d{0,8})?$/.exec(text) ?? [];
  if (from === undefined || (dash === '' && to !== undefined))
    throw members.refuse('requests is not a number or a range such as 2-3 or 5-');
  return { from: Number(from), to: to === undefined ? (dash === '' ? Number(from) : Infinity) : Number(to) };
}

const isIn = ({ from, to }: Range, value: number): boolean => value >= from && value <= to;

const always: Range = { from: 0, to: Infinity };

/** A failure for a share of all requests: `--fault 503:0.2`. */
export const faultRule = (status: number, share: number): Rule => ({
  path: '',
  requests: always,
  time: always,
  share,
  waitMs: 0,
  does: status,
});

const nothing = { waitMs: 0, does: undefined } as const;

/** The rules and what they count; the rules can be replaced while requests come. */
export class Script {
  #rules: readonly Rule[] = [];
  #seen = new Map<string, number>();
  #startMs = 0;

  constructor(
    private readonly now: () => number,
    private readonly random: () => number,
  ) {}

  /** Counts and moments begin again. */
  replace(rules: readonly Rule[]): void {
    this.#rules = rules;
    this.#seen = new Map();
    this.#startMs = this.now();
  }

  /** What happens to this request, which counts. One draw for all shares: 0.2 and 0.3 leave exactly half alone. */
  ruleFor(url: string): Pick<Rule, 'waitMs' | 'does'> {
    if (this.#rules.length === 0) return nothing;
    const path = withoutQuery(url);
    const number = (this.#seen.get(path) ?? 0) + 1;
    this.#seen.set(path, number);
    const elapsedMs = this.now() - this.#startMs;
    const fitting = this.#rules.filter(
      (rule) => path.endsWith(rule.path) && isIn(rule.requests, number) && isIn(rule.time, elapsedMs),
    );
    let left = fitting.some(({ share }) => share < 1) ? this.random() : 0;
    return fitting.find(({ share }) => share === 1 || (left -= share) < 0) ?? nothing;
  }
}
