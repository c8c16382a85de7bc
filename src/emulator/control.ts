import { headerValues, type WireRequest, type WireResponse } from '../contract/wire.js';
import { withoutQuery } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { equalText } from '../signing/digest.js';
import { printJson, type Printable } from '../text/json/print.js';
import { anInteger, parseList, type ListFile } from './members.js';
import type { Received, ReceivedRequests } from './received.js';
import type { Answerer, PageRequest } from './server.js';
import type { World } from './world.js';

/**
 * The control address of an emulator, under `/_pvg/`: what a test changes while its game server runs. Every request needs
 * the header `Authorization: Bearer <token>`.
 */
export class Control {
  constructor(
    private readonly world: World,
    private readonly received: ReceivedRequests,
    readonly token: string,
    /** What pvg has to say about a request: its diagnosis and lints. */
    private readonly described: (received: Received) => Printable,
  ) {}

  isControl(target: string): boolean {
    return withoutQuery(target).startsWith('/_pvg/');
  }

  /** GET; undefined if it is for another path. */
  page({ method, target, headers }: PageRequest): WireResponse | undefined {
    if (method !== 'GET' || !this.isControl(target)) return undefined;
    if (!this.#isAllowed(headers)) return unauthorized;
    if (withoutQuery(target) !== '/_pvg/requests') return unknown;
    return jsonAnswer(200, { requests: this.received.last().map((each) => this.described(each)) });
  }

  /** POST. */
  get answerer(): Answerer {
    return {
      send: (request) => this.#post(request),
      refuse: (status, says) => jsonAnswer(status, { error: says }),
    };
  }

  async #post({ url, headers, body }: WireRequest): Promise<WireResponse> {
    if (!this.#isAllowed(headers)) return unauthorized;
    const change = this.#changes[withoutQuery(new URL(url).pathname)];
    if (change === undefined) return unknown;
    try {
      return jsonAnswer(200, await change(body));
    } catch (error) {
      if (!(error instanceof PvgError)) throw error;
      return jsonAnswer(400, { error: error.message, hint: error.details.hint ?? null });
    }
  }

  readonly #changes: Readonly<Record<string, (body: Uint8Array) => Printable | Promise<Printable>>> = {
    '/_pvg/purchases': (body) => ({ added: this.world.add.purchases(body) }),
    '/_pvg/games': (body) => ({ added: this.world.add.games(body) }),
    '/_pvg/players': (body) => ({ added: this.world.add.players(body) }),
    '/_pvg/script': (body) => ({ rules: this.world.setScript(body) }),
    '/_pvg/clock': (body) => {
      const [seconds = 0] = parseList(body, '', clockOrder);
      this.world.advance(seconds * 1000);
      return { now: new Date(this.world.now()).toISOString() };
    },
    '/_pvg/reset': async () => {
      await this.world.reset();
      this.received.clear();
      return { reset: true };
    },
  };

  #isAllowed(headers: WireRequest['headers']): boolean {
    const [given = '', ...more] = headerValues(headers, 'authorization');
    return more.length === 0 && equalText(given, `Bearer ${this.token}`);
  }
}

const clockOrder: ListFile<number> = {
  what: 'order for the clock',
  entries: 'orders',
  hint: 'Send {"advance_s": 60}.',
  entryOf: (members) => members.needed('advance_s', anInteger(0, 1e9)),
};

/** An answer that the service does not have. */
export const jsonAnswer = (status: number, body: Printable): WireResponse => ({
  status,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(`${printJson(body)}\n`),
});

const unauthorized = jsonAnswer(401, {
  error:
    'The header “Authorization: Bearer <token>” is missing or wrong. pvg emulate prints the token at its start.',
});
const unknown = jsonAnswer(404, {
  error:
    'No such control path: GET /_pvg/requests; POST /_pvg/purchases, games, players, script, clock or reset.',
});
