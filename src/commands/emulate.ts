import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { interfaceOf, operationAt, paths, withoutQuery } from '../contract/interfaces.js';
import { demoCredentials } from '../contract/demo-credentials.js';
import type { WireResponse } from '../contract/wire.js';
import { diagnoseInTime } from '../diagnosis/diagnose.js';
import { stepsJson } from '../diagnosis/shown.js';
import { Control, jsonAnswer } from '../emulator/control.js';
import type { Fault } from '../emulator/faults.js';
import { fileLedger, memoryLedger, prepareLedger } from '../emulator/ledger.js';
import { openList } from '../emulator/members.js';
import { gameList, playerList } from '../emulator/people-files.js';
import { seeded } from '../emulator/random.js';
import { ReceivedRequests, type Received } from '../emulator/received.js';
import { ruleList } from '../emulator/script.js';
import { aborted, failureText, serveSends, type PageRequest, type Watch } from '../emulator/server.js';
import { emulateService, interfaceAt, type ServiceCredentials } from '../emulator/service.js';
import { storeFile } from '../emulator/store-file.js';
import { voidedList } from '../emulator/voided-list.js';
import { openWorld, type Beginning, type World } from '../emulator/world.js';
import { PvgError, type ExitStatus } from '../failure.js';
import type { Ledger } from '../gateway/store.js';
import type { Finish } from '../output/finished.js';
import {
  collect,
  examples,
  globalOptions,
  number,
  type GlobalOptions,
  type Given,
} from '../input/options.js';
import { loud, note } from '../output/present.js';
import { resolveProfile } from '../profiles/resolve.js';
import { counted } from '../text/counted.js';
import { printJson, type Printable } from '../text/json/print.js';
import { visible } from '../text/visible.js';
import type { MintLimit } from '../session/emulator.js';

export type EmulateOptions = Given<
  | 'port'
  | 'host'
  | 'store'
  | 'games'
  | 'players'
  | 'script'
  | 'state'
  | 'latency'
  | 'mintLimit'
  | 'addressLimit'
  | 'clockSkew'
  | 'seed'
  | 'readyFile'
> & { readonly fault?: readonly string[]; readonly allowHost?: readonly string[] };

const maxConnections = 8_192;

export function registerEmulate(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg emulate',
    'pvg emulate --port 0 --fault 502:0.2 --latency 50',
    'pvg emulate --port 0 --ready-file ready.json --state ledger.json --seed 7',
  ]);
  command
    .description('run the service on a local port: both interfaces, with state and every documented error')
    .option('--port <n>', 'the port; 0 picks a free one (default: 8787)')
    .option('--host <address>', 'the address to listen on, for containers (default: 127.0.0.1)')
    .option('--allow-host <name>', 'with --host: a name by which callers reach it; repeatable', collect)
    .option('--store <file>', 'a JSON array of purchases to add to the demo purchases')
    .option('--games <file>', 'a JSON array of games to add to the demo games')
    .option('--players <file>', 'a JSON array of players to add to the demo players')
    .option('--script <file>', 'a JSON array of faults by path, count and moment')
    .option('--state <file>', 'keep verified purchases in this file (default: in memory)')
    .option(
      '--fault <status:share>',
      'answer a share of the requests with this status, for example 503:0.2; repeatable',
      collect,
    )
    .option('--latency <ms>', 'delay every answer')
    .option(
      '--mint-limit <n/seconds>',
      'most tokens per player in that many seconds, for example 5/60 (default: no limit)',
    )
    .option('--address-limit <n/seconds>', 'most tokens per calling address (default: no limit)')
    .option('--clock-skew <seconds>', "how far the service's clock is ahead of this computer's")
    .option('--seed <n>', 'always the same random faults for the same requests')
    .option(
      '--ready-file <file>',
      'write address and control token there as JSON as soon as it accepts requests',
    )
    .addHelpText(
      'after',
      '\n-v logs each request on stderr, with the cause of a refusal; --json prints one object when it is ready and one\n' +
        'for each request. With --profile it takes the credentials of that profile. For demo values, the files, the\n' +
        'control address and the emulator’s own decisions, see pvg help emulate.',
    )
    .action(async (options: EmulateOptions) => {
      await finish(await runEmulate(context, options, globalOptions(command)));
    });
}

/** Runs until it is interrupted, which is a good end: status 0. */
export async function runEmulate(context: Context, options: EmulateOptions, log: Log): Promise<ExitStatus> {
  const { clock } = context;
  const port = number('--port', options.port, 8787, { least: 0, most: 65_535, whole: true });
  const hosts = hostsOf(options);
  const random = randomOf(context, options.seed);
  const credentials = await credentialsOf(context, log.profile);
  const switches = behaviour(options);
  const begin = await beginningOf(context, options);
  const ledger = await ledgerOf(context, options.state);
  const world = openWorld(credentials, begin, ledger, { now: () => clock.now(), random });
  const service = emulateService({
    ...{ ...switches, ...world },
    sleep: (ms, signal) => clock.sleep(ms, signal),
  });
  const received = new ReceivedRequests();
  const control = new Control(world, received, randomUUID(), (each) => describe(context, credentials, each));
  // Taken before the address is printed: an interruption may follow at once.
  const { interrupt } = context;
  const keep = received.watch(() => clock.now());
  const watch = (): Watch => (log.json || log.verbose ? both(keep, logged(context, log)) : keep);
  const server = await serveSends(context.serve, {
    ...{ port, maxConnections, ...hosts },
    route: (path) =>
      control.isControl(path) ? control.answerer : { ...interfaceAt(service, path), watch: watch() },
    page: (request) => control.page(request) ?? pageOf(context, world, request),
    onFailure: (error) => void context.stderr.write(`${failureText(error)}\n`),
  });
  try {
    const skewS = switches.clockSkewSeconds;
    await announce(context, options, log, { port: server.port, token: control.token, skewS });
    await aborted(interrupt);
  } finally {
    await server.close();
    if (options.readyFile !== undefined) await context.files.remove(options.readyFile).catch(() => false);
  }
  return 0;
}

type Log = Pick<GlobalOptions, 'json' | 'verbose' | 'profile'>;

const loopback = '127.0.0.1';

function hostsOf({ host, allowHost = [] }: EmulateOptions) {
  if (allowHost.length > 0 && host === undefined)
    throw new PvgError('usage', '--allow-host needs --host.', {
      hint: 'Example: `--host 0.0.0.0 --allow-host pvg`.',
    });
  const allowedHosts = [...allowHost, host ?? loopback].map((name) => name.toLowerCase());
  return { host, allowedHosts };
}

/** Says where it listens: on stderr, with --json on stdout too, and in the ready file. */
async function announce(
  context: Context,
  { host, readyFile }: EmulateOptions,
  { json, profile }: Log,
  { port, token, skewS }: { readonly port: number; readonly token: string; readonly skewS: number },
): Promise<void> {
  const { stderr, stdout } = context;
  const url = `http://${host ?? loopback}:${String(port)}`;
  const ready = { url, control: { url: `${url}/_pvg/`, token } };
  await stderr.write(`listening on ${url}\n${viewCredentials(profile)}\n`);
  if (skewS !== 0)
    await stderr.write(
      `The emulator’s clock is ${counted(Math.abs(skewS), 'second')} ${skewS > 0 ? 'ahead of' : 'behind'} this computer’s.\n`,
    );
  await stderr.write(`control ${ready.control.url}, token ${token}\n`);
  if (host !== undefined && host !== loopback)
    await stderr.write('Everybody who reaches this address can use the emulator: for test networks only.\n');
  if (readyFile !== undefined) await writeReady(context, readyFile, ready);
  if (json) await stdout.write(`${printJson({ event: 'listening', ...ready })}\n`);
}

async function writeReady({ files }: Context, path: string, ready: Printable): Promise<void> {
  await files.replace(path, `${printJson(ready)}\n`).catch((error: unknown) => {
    throw new PvgError('output-unwritable', `The ready file ${path} cannot be written.`, { cause: error });
  });
}

const randomOf = (context: Context, seed: string | undefined): (() => number) =>
  seed === undefined
    ? context.random
    : seeded(number('--seed', seed, 0, { least: 0, most: 4_294_967_295, whole: true }));

/** Those of a profile, if one is named: what it lacks is a demo value. */
async function credentialsOf(context: Context, name: string | undefined): Promise<ServiceCredentials> {
  if (name === undefined) return demoCredentials;
  const { gateway, session } = await resolveProfile(context, { profile: name });
  const given = {
    clientId: gateway.clientId,
    clientSecret: gateway.clientSecret,
    gameId: session.gameId,
    secretKey: session.secretKey,
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...demoCredentials, ...Object.fromEntries(known) };
}

/** Reads the files at once, so that a wrong one is reported before the server starts. */
async function beginningOf(
  { files }: Context,
  options: EmulateOptions,
): Promise<(nowMs: number) => Beginning> {
  const purchases = await openList(files, options.store, storeFile);
  const games = await openList(files, options.games, () => gameList);
  const players = await openList(files, options.players, playerList);
  const rules = await openList(files, options.script, () => ruleList);
  return (nowMs) => ({
    ...{ purchases: purchases(nowMs), games: games(nowMs) },
    ...{ players: players(nowMs), rules: rules(nowMs) },
  });
}

const both =
  (...watches: readonly Watch[]): Watch =>
  (request) => {
    const answered = watches.map((watch) => watch(request));
    return (...how) => {
      for (const each of answered) each(...how);
    };
  };

/** What this address is, and the store's own list. */
function pageOf(
  { version }: Context,
  world: World,
  { method, target }: PageRequest,
): WireResponse | undefined {
  if (method !== 'GET') return undefined;
  const path = withoutQuery(target);
  if (path !== '/') return voidedList(world.purchases.values(), path, world.now());
  return jsonAnswer(200, {
    is: 'pvg emulate: the purchase verification service for tests, with demo data',
    version,
    paths: Object.values(paths),
    help: 'pvg help emulate',
  });
}

const budgetMs = 2_000;

/** One received request with what pvg has to say about it; never a body, a receipt or a signature. */
function describe({ clock }: Context, credentials: ServiceCredentials, received: Received): Printable {
  const { number: at, atMs, method, target, status, refused, body } = received;
  const path = withoutQuery(target);
  const facts = { number: at, at: new Date(atMs).toISOString(), method, path, status, refused };
  const operation = operationAt(path);
  if (body === undefined || operation === undefined)
    return { ...facts, interface: operation === undefined ? null : interfaceOf(operation), diagnosis: null };
  const id = interfaceOf(operation);
  const { headers } = received;
  const receivedAt = Math.floor(atMs / 1000);
  const { match, findings, lint, ladder } = diagnoseInTime(
    { interface: id, label: '', method, url: target, headers, body, receivedAt },
    { credential: { label: 'the emulator', ...credentials }, budgetMs },
    () => clock.elapsed(),
  );
  const [simplest] = findings;
  return {
    ...facts,
    interface: id,
    diagnosis: {
      match,
      causes: simplest?.causes ?? [],
      says: simplest?.says ?? null,
      fix: simplest?.fix ?? null,
      lint: lint.map(({ id: lintId, says }) => ({ id: lintId, says })),
      ...(!match && findings.length === 0 && ladder !== null && { ladder: stepsJson(ladder) }),
    },
  };
}

/** Logs one request: a line on stderr, or with --json an object on stdout; never a body or a signature. */
function logged(context: Context, { json }: Pick<GlobalOptions, 'json'>): Watch {
  const { clock } = context;
  const at = new Date(clock.now()).toISOString();
  const startedMs = clock.elapsed();
  return ({ method, target }) =>
    (status, refused) => {
      const path = withoutQuery(target);
      const elapsedMs = Math.round(clock.elapsed() - startedMs);
      const line = `${at} ${method} ${path} ${status === null ? 'answer lost' : String(status)} ${String(elapsedMs)} ms${refused === undefined ? '' : ` (${refused})`}`;
      const event = {
        event: 'request',
        at,
        method,
        path,
        status,
        elapsed_ms: elapsedMs,
        refused: refused ?? null,
      };
      void (json ? context.stdout.write(`${printJson(event)}\n`) : note(context, loud, visible(line)));
    };
}

const viewCredentials = (profile: string | undefined): string => {
  if (profile !== undefined) return `credentials: those of the profile ${profile}`;
  const { clientId, clientSecret, gameId, secretKey } = demoCredentials;
  return `client id ${clientId}, client secret ${clientSecret}; game id ${gameId}, secret key ${secretKey}`;
};

async function ledgerOf({ files, stderr }: Context, path: string | undefined): Promise<Ledger> {
  if (path === undefined) return memoryLedger();
  const options = {
    ...{ files, path, unreadable: 'input-unreadable' as const },
    say: (text: string) => void stderr.write(`${text}\n`),
  };
  await prepareLedger(options);
  return fileLedger(options);
}

const behaviour = ({ fault, latency, mintLimit, addressLimit, clockSkew }: EmulateOptions) => ({
  misbehaviour: {
    faults: faults(fault ?? []),
    latencyMs: number('--latency', latency, 0, { least: 0, most: 600_000, whole: true }),
  },
  mintLimit: readMintLimit('--mint-limit', mintLimit),
  addressLimit: readMintLimit('--address-limit', addressLimit),
  clockSkewSeconds: number('--clock-skew', clockSkew, 0, { least: -1e9, most: 1e9, whole: true }),
});

/** Never repeats the typed value: it may be a secret in the wrong place. */
const wrong = (option: string, wanted: string): PvgError =>
  new PvgError('usage', `${option} must be ${wanted}.`, { hint: 'See `pvg emulate --help`.' });

function faults(texts: readonly string[]): Fault[] {
  const parsed = texts.map((text) => {
    const [, status, share] = /^([45]\d\d):(0|0?\.\d{1,9}|1(?:\.0{1,9})?)$/.exec(text) ?? [];
    if (status === undefined || share === undefined)
      throw wrong('--fault', 'a status from 400 to 599 and a share from 0 to 1, for example 503:0.2');
    return { status: Number(status), share: Number(share) };
  });
  const total = parsed.reduce((sum, { share }) => sum + share, 0);
  // A sum of tenths as doubles may be slightly more than 1.
  if (total > 1 + 1e-9) throw new PvgError('usage', 'The shares of --fault add up to more than 1.');
  return parsed;
}

function readMintLimit(option: string, text: string | undefined): MintLimit | undefined {
  if (text === undefined) return undefined;
  const [, tokens, seconds] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (tokens === undefined || seconds === undefined)
    throw wrong(option, 'a number of tokens and a number of seconds, for example 5/60');
  return { tokens: Number(tokens), seconds: Number(seconds) };
}
