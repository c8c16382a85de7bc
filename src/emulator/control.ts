import { withoutQuery } from '../contract/interfaces.js';
import { headerValue } from '../contract/wire.js';
import { type EmulatedResponse, requestOutcomes } from './answers.js';
import { PvgError } from '../failure.js';
import { equalText } from '../signing/digest.js';
import { type SubjectFilter, filterNames, type IncomingRequest } from './request-subject.js';
import type { RequestFilter, RequestLog } from './request-log.js';
import { gameList, playerList } from './people.js';
import { anInteger, defineList, parseList } from './entry-list.js';
import { purchaseList } from './purchase.js';
import { ruleList, type FaultRule } from './script.js';
import type { EmulatedService } from './service.js';
import type { World } from './world.js';

/** What the control address does at one method and path. */
interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Whether it needs no token. */
  readonly isOpen?: boolean;
  /** The query parameters that it has; any other one is refused. */
  readonly queryNames: readonly string[];
  /** Returns the JSON of the answer. @throws {PvgError} for a body or a value that it does not take */
  readonly handle: (request: ControlRequest) => object | Promise<object>;
}

interface ControlRequest {
  readonly body: Uint8Array;
  readonly query: Readonly<Record<string, string>>;
}

interface ControlledEmulator {
  readonly world: World;
  readonly requestLog: RequestLog;
  /** The token that a request must have. */
  readonly token: string;
}

/** The control address: what a test changes and asks while its game server runs. All but the health needs the token. */
export function createControlService({
  world,
  requestLog,
  token,
}: ControlledEmulator): EmulatedService {
  const routes = [healthRoute, ...worldRoutes(world, requestLog), ...requestLogRoutes(requestLog)];
  const routesAt = (target: string): ControlRoute[] =>
    routes.filter(({ path }) => path === withoutQuery(target));
  return {
    refusalResponse: (_path, status, says) => refusalAnswer(status, says),
    methodsAt: (target) => {
      const methods = routesAt(target).map(({ method }) => method);
      return methods.length === 0 ? ['POST', 'GET', 'DELETE'] : methods;
    },
    send: async ({ method, url, headers, body }: IncomingRequest) => {
      const { pathname, searchParams } = new URL(url);
      const route = routesAt(pathname).find((known) => known.method === method);
      if (route?.isOpen === true) return jsonAnswer(200, await route.handle({ body, query: {} }));
      // The token is checked before the path, so that nobody without it learns which paths exist.
      if (!equalText(headerValue(headers, 'authorization') ?? '', `Bearer ${token}`)) {
        const needed = 'The header Authorization: Bearer <token> needs the token that pvg printed.';
        return refusalAnswer(401, needed);
      }
      if (route === undefined) {
        const names = [...new Set(routes.map(({ path }) => path.replace('/_pvg/', '')))];
        return refusalAnswer(404, `No such path. After /_pvg/ comes one of ${names.join(', ')}.`);
      }
      try {
        const query = readQuery(searchParams, route.queryNames);
        return jsonAnswer(200, await route.handle({ body, query }));
      } catch (error) {
        if (!(error instanceof PvgError)) throw error;
        return refusalAnswer(400, error.message, error.details.hint);
      }
    },
  };
}

const healthRoute: ControlRoute = {
  method: 'GET',
  path: '/_pvg/health',
  isOpen: true,
  queryNames: [],
  handle: () => ({ status: 'ok' }),
};

function worldRoutes(world: World, requestLog: RequestLog): readonly ControlRoute[] {
  const post = (name: string, handle: ControlRoute['handle']): ControlRoute => ({
    method: 'POST',
    path: `/_pvg/${name}`,
    queryNames: [],
    handle,
  });
  return [
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
    scriptRoute(world),
    post('clock', ({ body }) => {
      for (const seconds of parseList(body, clockSteps)) world.advance(seconds * 1000);
      return { now: new Date(world.now()).toISOString() };
    }),
    post('reset', async () => {
      await world.reset();
      requestLog.remove();
      return { reset: true };
    }),
  ];
}

function scriptRoute(world: World): ControlRoute {
  return {
    method: 'POST',
    path: '/_pvg/script',
    queryNames: filterNames,
    handle: ({ body, query }) => {
      const filter: SubjectFilter = query;
      const rules = parseList(body, ruleList).map((rule, index) =>
        restrictRule(rule, filter, index + 1),
      );
      world.script.replace(rules, filter);
      return { rules: rules.length };
    },
  };
}

function requestLogRoutes(requestLog: RequestLog): readonly ControlRoute[] {
  const path = '/_pvg/requests';
  const names = [...filterNames, 'path', 'status', 'outcome'];
  return [
    {
      method: 'GET',
      path,
      queryNames: [...names, 'receipts'],
      handle: ({ query: { receipts, ...query } }) => {
        const filter: RequestFilter = query;
        requirePossibleResult(filter);
        if (receipts !== undefined && receipts !== '1') throw wrongValueError('receipts', '1');
        const requests = requestLog.find(filter, { withReceipts: receipts === '1' });
        return { count: requests.length, forgotten: requestLog.forgotten, requests };
      },
    },
    {
      method: 'DELETE',
      path,
      queryNames: names,
      handle: ({ query }) => {
        const filter: RequestFilter = query;
        requirePossibleResult(filter);
        return { deleted: requestLog.remove(filter) };
      },
    },
  ];
}

/** Refuses a status or an outcome that no request can have: finding nothing would look like good news. @throws {PvgError} */
function requirePossibleResult({ outcome, status }: RequestFilter): void {
  if (outcome !== undefined && !requestOutcomes.some((known) => known === outcome)) {
    throw wrongValueError('outcome', `one of: ${requestOutcomes.join(', ')}`);
  }
  if (status !== undefined && !/^[1-5]\d\d$/.test(status)) {
    throw wrongValueError('status', 'a number from 100 to 599');
  }
}

/** The rule, limited to requests about what the query of the script names: with `?receipt=a`, only to those about that receipt. @param number of its entry, from 1 */
function restrictRule(rule: FaultRule, filter: SubjectFilter, number: number): FaultRule {
  for (const name of filterNames) {
    const [ruleValue, queryValue] = [rule.filter[name], filter[name]];
    if (ruleValue === undefined || queryValue === undefined) continue;
    if (ruleValue !== queryValue) {
      throw wrongQueryError(`Entry ${number} has another \`${name}\` than the address`);
    }
  }
  return { ...rule, filter: { ...rule.filter, ...filter } };
}

/** The parameters of a query, each at most once. @throws {PvgError} for one that is not known, empty or there twice */
function readQuery(
  query: URLSearchParams,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    if (!names.includes(name)) {
      const parameterWords = names.length === 0 ? 'It has none' : `It has ${names.join(', ')}`;
      const typedName = JSON.stringify(name.slice(0, 40));
      throw wrongQueryError(
        `${typedName} is not a query parameter of this path. ${parameterWords}`,
      );
    }
    if (value === '') throw wrongQueryError(`The query parameter \`${name}\` is empty`);
    if (values.has(name)) throw wrongQueryError(`The query parameter \`${name}\` is there twice`);
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

const wrongQueryError = (says: string): PvgError =>
  new PvgError('input-unreadable', `${says}.`, { hint: 'See `pvg help emulate`.' });
const wrongValueError = (name: string, wanted: string): PvgError =>
  wrongQueryError(`The query parameter \`${name}\` must be ${wanted}`);

export function isControlPath(target: string): boolean {
  return target.startsWith('/_pvg/');
}

const clockSteps = defineList({
  what: 'order for the clock',
  hint: 'Send {"advance_s": 60}.',
  rules: { advance_s: anInteger(0, 1e9) },
  needed: ['advance_s'],
  make: (read) => read.advance_s,
});

function refusalAnswer(status: number, error: string, hint?: string): EmulatedResponse {
  return { ...jsonAnswer(status, { error, hint: hint ?? null }), because: error };
}

/** An answer of the control address in JSON. The real service has no such address. */
const jsonAnswer = (status: number, body: object): EmulatedResponse => ({
  status,
  headers: [['content-type', 'application/json']],
  text: `${JSON.stringify(body)}\n`,
});
