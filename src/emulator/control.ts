import { withoutQuery } from '../contract/interfaces.js';
import { headerValue } from '../contract/wire.js';
import { type EmulatedResponse, requestOutcomes } from './answers.js';
import { PvgError } from '../failure.js';
import { equalText } from '../signing/digest.js';
import { type SubjectFilter, filterNames, type IncomingRequest } from './request-subject.js';
import type { RequestFilter, RequestLog } from './request-log.js';
import { gameList, playerList } from './people.js';
import { aNumber, listFile, parseList } from './entry-list.js';
import { purchaseList } from './purchase.js';
import { ruleList, type Rule } from './script.js';
import type { EmulatedService } from './service.js';
import type { World } from './world.js';

/** One order: what a request of this method and path gives. */
interface Order {
  readonly method: string;
  readonly path: string;
  readonly isOpen?: boolean;
  readonly carryOut: (asked: {
    readonly body: Uint8Array;
    readonly query: URLSearchParams;
  }) => object | Promise<object>;
}

interface Controlled {
  readonly world: World;
  readonly requestLog: RequestLog;
  readonly token: string;
}

/** The control address: what a test changes and asks while its game server runs. All but the health needs the token. */
export function createControlService({ world, requestLog, token }: Controlled): EmulatedService {
  const orders: readonly Order[] = [
    ...worldOrders(world, requestLog),
    ...requestOrders(requestLog),
  ];
  const ordersAt = (target: string): Order[] =>
    orders.filter(({ path }) => path === withoutQuery(target));
  return {
    refusalResponse: (_path, status, says) => refusalAnswer(status, says),
    methodsAt: (target) => {
      const methods = ordersAt(target).map(({ method }) => method);
      return methods.length === 0 ? ['POST', 'GET', 'DELETE'] : methods;
    },
    send: async ({ method, url, headers, body }: IncomingRequest) => {
      const { pathname, searchParams: query } = new URL(url);
      const order = ordersAt(pathname).find((known) => known.method === method);
      if (order?.isOpen === true) return jsonAnswer(200, await order.carryOut({ body, query }));
      if (!equalText(headerValue(headers, 'authorization') ?? '', `Bearer ${token}`)) {
        const needed = 'The header Authorization: Bearer <token> needs the token that pvg printed.';
        return refusalAnswer(401, needed);
      }
      if (order === undefined) {
        const known = [...new Set(orders.map(({ path }) => path.replace('/_pvg/', '')))];
        return refusalAnswer(404, `No such path. After /_pvg/ comes one of ${known.join(', ')}.`);
      }
      try {
        return jsonAnswer(200, await order.carryOut({ body, query }));
      } catch (error) {
        if (!(error instanceof PvgError)) throw error;
        return refusalAnswer(400, error.message, error.details.hint);
      }
    },
  };
}

function worldOrders(world: World, requestLog: RequestLog): readonly Order[] {
  const post = (name: string, carryOut: Order['carryOut']): Order => ({
    method: 'POST',
    path: `/_pvg/${name}`,
    carryOut: (asked) => {
      if (name !== 'script') filterOf(asked.query, []);
      return carryOut(asked);
    },
  });
  return [
    { method: 'GET', path: '/_pvg/health', isOpen: true, carryOut: () => ({ status: 'ok' }) },
    post('purchases', ({ body }) => {
      const purchases = parseList(body, purchaseList);
      world.addPurchases(purchases);
      return { added: purchases.length };
    }),
    post('players', ({ body }) => {
      const players = parseList(body, playerList);
      world.addPlayers(players);
      return { added: players.length };
    }),
    post('games', ({ body }) => {
      const games = parseList(body, gameList);
      world.addGames(games);
      return { added: games.length };
    }),
    post('script', ({ body, query }) => {
      const filter: SubjectFilter = filterOf(query, filterNames);
      const rules = parseList(body, ruleList).map((rule, index) => bound(rule, filter, index + 1));
      world.script.replace(rules, filter);
      return { rules: rules.length };
    }),
    post('clock', ({ body }) => {
      for (const seconds of parseList(body, clockOrder)) world.advance(seconds * 1000);
      return { now: new Date(world.now()).toISOString() };
    }),
    post('reset', async () => {
      await world.reset();
      requestLog.remove();
      return { reset: true };
    }),
  ];
}

function requestOrders(requestLog: RequestLog): readonly Order[] {
  const path = '/_pvg/requests';
  const names = [...filterNames, 'path', 'status', 'outcome'] as const;
  return [
    {
      method: 'GET',
      path,
      carryOut: ({ query }) => {
        const { receipts, ...filter } = filterOf(query, [...names, 'receipts']);
        requireEndFilter(filter);
        if (receipts !== undefined && receipts !== '1') throw wrongValueError('receipts', '1');
        const requests = requestLog.find(filter, receipts === '1');
        return { count: requests.length, forgotten: requestLog.forgotten, requests };
      },
    },
    {
      method: 'DELETE',
      path,
      carryOut: ({ query }) => {
        const filter: RequestFilter = filterOf(query, names);
        requireEndFilter(filter);
        return { deleted: requestLog.remove(filter) };
      },
    },
  ];
}

/** A value that no request can have finds nothing, and a test would take that for good news. @throws {PvgError} */
function requireEndFilter({ outcome, status }: RequestFilter): void {
  if (outcome !== undefined && !requestOutcomes.some((known) => known === outcome)) {
    throw wrongValueError('outcome', `one of: ${requestOutcomes.join(', ')}`);
  }
  if (status !== undefined && !/^[1-5]\d\d$/.test(status)) {
    throw wrongValueError('status', 'a number from 100 to 599');
  }
}

/** A rule with what the address of its script names. */
function bound(rule: Rule, filter: SubjectFilter, number: number): Rule {
  for (const name of filterNames) {
    const [own, wanted] = [rule.asks[name], filter[name]];
    if (own !== undefined && wanted !== undefined && own !== wanted) {
      throw wrongQueryError(`Entry ${number} has another \`${name}\` than the address`);
    }
  }
  return { ...rule, asks: { ...rule.asks, ...filter } };
}

/** The parameters of a query, each at most once. @throws {PvgError} for one that is not known, or empty */
function filterOf<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const filter: Partial<Record<Name, string>> = {};
  for (const [given, value] of query) {
    const name = names.find((known) => known === given);
    if (name === undefined) {
      const known = names.length === 0 ? 'It has none' : `It has ${names.join(', ')}`;
      const typed = JSON.stringify(given.slice(0, 40));
      throw wrongQueryError(`${typed} is not a query parameter of this path. ${known}`);
    }
    if (value === '') throw wrongQueryError(`The query parameter \`${name}\` is empty`);
    if (filter[name] !== undefined) {
      throw wrongQueryError(`The query parameter \`${name}\` is there twice`);
    }
    filter[name] = value;
  }
  return filter;
}

const wrongQueryError = (says: string): PvgError =>
  new PvgError('input-unreadable', `${says}.`, { hint: 'See `pvg help emulate`.' });
const wrongValueError = (name: string, wanted: string): PvgError =>
  wrongQueryError(`The query parameter \`${name}\` must be ${wanted}`);

export function isControl(target: string): boolean {
  return target.startsWith('/_pvg/');
}

const clockOrder = listFile({
  what: 'order for the clock',
  hint: 'Send {"advance_s": 60}.',
  rules: { advance_s: aNumber(0, 1e9) },
  needed: ['advance_s'],
  make: (read) => read.advance_s,
});

function refusalAnswer(status: number, error: string, hint?: string): EmulatedResponse {
  return { ...jsonAnswer(status, { error, hint: hint ?? null }), because: error };
}

/** An answer that the service does not have. */
const jsonAnswer = (status: number, body: object): EmulatedResponse => ({
  status,
  headers: [['content-type', 'application/json']],
  text: `${JSON.stringify(body)}\n`,
});
