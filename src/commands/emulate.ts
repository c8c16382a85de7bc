import type { Command } from 'commander';
import type { Context } from '../context.js';
import { withoutQuery } from '../contract/interfaces.js';
import { demoCredentials } from '../contract/demo-credentials.js';
import { demoPurchases } from '../emulator/demo-purchases.js';
import type { Fault } from '../emulator/faults.js';
import { fileLedger, memoryLedger } from '../emulator/ledger.js';
import { aborted, failureText, serveSends, type Watch } from '../emulator/server.js';
import { emulateService, interfaceAt } from '../emulator/service.js';
import { readStoreFile } from '../emulator/store-file.js';
import { voidedList } from '../emulator/voided-list.js';
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
import { printJson } from '../text/json/print.js';
import { visible } from '../text/visible.js';
import type { MintLimit } from '../session/emulator.js';

export type EmulateOptions = Given<'port' | 'store' | 'state' | 'latency' | 'mintLimit' | 'clockSkew'> & {
  readonly fault?: readonly string[];
};

const maxConnections = 1_024;

export function registerEmulate(command: Command, context: Context, finish: Finish): void {
  examples(command, ['pvg emulate', 'pvg emulate --port 0 --fault 502:0.2 --latency 50']);
  command
    .description('run the service on a local port: both interfaces, with state and every documented error')
    .option('--port <n>', 'the port on 127.0.0.1; 0 picks a free one (default: 8787)')
    .option('--store <file>', 'a JSON array of purchases to add to the demo purchases')
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
    .option('--clock-skew <seconds>', "how far the service's clock is ahead of this computer's")
    .addHelpText(
      'after',
      '\n-v logs each request on stderr; --json prints one object when it is ready and one for each request.\n' +
        'For demo values, the store file and the emulator’s own decisions, see pvg help emulate.',
    )
    .action(async (options: EmulateOptions) => {
      await finish(await runEmulate(context, options, globalOptions(command)));
    });
}

/** Runs until it is interrupted, which is a good end: status 0. */
export async function runEmulate(
  context: Context,
  options: EmulateOptions,
  log: Pick<GlobalOptions, 'json' | 'verbose'>,
): Promise<ExitStatus> {
  const port = number('--port', options.port, 8787, { least: 0, most: 65_535, whole: true });
  const added = options.store === undefined ? [] : await readStoreFile(context.files, options.store);
  const purchases = [...demoPurchases, ...added];
  const service = emulateService({
    ...behaviour(options),
    purchases: added,
    ledger: await ledgerOf(context, options.state),
    now: () => context.clock.now(),
    sleep: (ms, signal) => context.clock.sleep(ms, signal),
    random: context.random,
  });
  const isLogged = log.json || log.verbose;
  // Taken before the address is printed: an interruption may follow at once.
  const { interrupt } = context;
  const server = await serveSends(context.serve, {
    port,
    maxConnections,
    route: (path) => ({ ...interfaceAt(service, path), ...(isLogged && { watch: logged(context, log) }) }),
    page: ({ method, target }) =>
      method === 'GET' ? voidedList(purchases, withoutQuery(target)) : undefined,
    onFailure: (error) => void context.stderr.write(`${failureText(error)}\n`),
  });
  try {
    const url = `http://127.0.0.1:${String(server.port)}`;
    await context.stderr.write(`listening on ${url}\n`);
    await context.stderr.write(`${viewCredentials()}\n`);
    if (log.json) await context.stdout.write(`${printJson({ event: 'listening', url })}\n`);
    await aborted(interrupt);
  } finally {
    await server.close();
  }
  return 0;
}

/** Logs one request: a line on stderr, or with --json an object on stdout; never a body or a signature. */
function logged(context: Context, { json }: Pick<GlobalOptions, 'json'>): Watch {
  const { clock } = context;
  const at = new Date(clock.now()).toISOString();
  const startedMs = clock.elapsed();
  let [method, path] = ['', ''];
  return {
    arrived: (request) => {
      method = request.method;
      path = withoutQuery(request.target);
    },
    answered: (status, refused) => {
      const elapsedMs = Math.round(clock.elapsed() - startedMs);
      const line = `${at} ${method} ${path} ${String(status)} ${String(elapsedMs)} ms${refused === undefined ? '' : ` (${refused})`}`;
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
    },
  };
}

const viewCredentials = (): string => {
  const { clientId, clientSecret, gameId, secretKey } = demoCredentials;
  return `client id ${clientId}, client secret ${clientSecret}; game id ${gameId}, secret key ${secretKey}`;
};

/** Reads the file at once, so that a damaged one is reported before the server starts. */
async function ledgerOf({ files, stderr }: Context, path: string | undefined): Promise<Ledger> {
  if (path === undefined) return memoryLedger();
  const ledger = fileLedger({
    files,
    path,
    unreadable: 'input-unreadable',
    say: (text) => void stderr.write(`${text}\n`),
  });
  await ledger.has('');
  return ledger;
}

const behaviour = ({ fault, latency, mintLimit, clockSkew }: EmulateOptions) => ({
  misbehaviour: {
    faults: faults(fault ?? []),
    latencyMs: number('--latency', latency, 0, { least: 0, most: 600_000, whole: true }),
  },
  mintLimit: readMintLimit(mintLimit),
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

function readMintLimit(text: string | undefined): MintLimit | undefined {
  if (text === undefined) return undefined;
  const [, tokens, seconds] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (tokens === undefined || seconds === undefined)
    throw wrong('--mint-limit', 'a number of tokens and a number of seconds, for example 5/60');
  return { tokens: Number(tokens), seconds: Number(seconds) };
}
