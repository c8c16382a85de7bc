import { waitAtMost, type Emulated } from '../contract/emulated.js';
import { withoutQuery } from '../contract/interfaces.js';
import { WireFailure, type WireResponse } from '../contract/wire.js';
import { anInteger, aShare, aText, oneOf, type ListFile, type Members } from './members.js';

/**
 * The file of `emulate --script`: faults by path, count and moment. The first rule that fits a request decides.
 *
 *     [{ "path": "verify", "requests": "2-3", "status": 503 }, { "path": "verify", "do": "lose-answer" }]
 *
 * A rule fits by: path (the end of the request's path), requests (of this path: 1, 2-3 or 5-), after_s and until_s
 * (since the start), share (0 to 1). It does one thing: status (400 to 599), or do: drop (the connection breaks before
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
type Deed = (typeof deeds)[number];

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

/** The rules and what they count; the rules can be replaced while requests come. */
export class Script {
  #rules: readonly Rule[] = [];
  #seen = new Map<string, number>();
  #startMs: number;

  constructor(
    rules: readonly Rule[],
    private readonly doors: { readonly now: () => number; readonly random: () => number },
  ) {
    this.#rules = rules;
    this.#startMs = doors.now();
  }

  /** Counts and moments begin again. */
  replace(rules: readonly Rule[]): void {
    this.#rules = rules;
    this.#seen = new Map();
    this.#startMs = this.doors.now();
  }

  /** Counts the request. */
  ruleFor(url: string): Rule | undefined {
    const path = withoutQuery(url);
    const number = (this.#seen.get(path) ?? 0) + 1;
    this.#seen.set(path, number);
    const elapsedMs = this.doors.now() - this.#startMs;
    return this.#rules.find(
      (rule) =>
        path.endsWith(rule.path) &&
        isIn(rule.requests, number) &&
        isIn(rule.time, elapsedMs) &&
        (rule.share === 1 || this.doors.random() < rule.share),
    );
  }
}

/** An interface that follows a script. */
export const scripted = (
  emulated: Emulated,
  script: Script,
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>,
): Emulated => ({
  ...emulated,
  send: async (request, options) => {
    const rule = script.ruleFor(request.url);
    if (rule === undefined) return emulated.send(request, options);
    if (rule.waitMs > 0) await waitAtMost(sleep, rule.waitMs, options);
    const { does } = rule;
    if (typeof does === 'number') return emulated.fault(request.url, does);
    if (does === 'drop') throw new WireFailure('lost', 'the script dropped the connection');
    if (does === 'wrong-shape' || does === 'html') return oddAnswers[does];
    const answer = await emulated.send(request, options);
    if (does === 'lose-answer') throw new WireFailure('lost', 'the script lost the answer');
    return answer;
  },
});

const oddAnswers: Readonly<Record<'wrong-shape' | 'html', WireResponse>> = {
  'wrong-shape': {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: Buffer.from('{"result":{"ok":"yes"}}'),
  },
  html: {
    status: 200,
    headers: [['content-type', 'text/html']],
    body: Buffer.from('<!doctype html><title>Welcome</title>'),
  },
};
