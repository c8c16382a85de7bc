import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { Context } from '../context.js';
import { demoCredentialLines } from '../contract/demo-credentials.js';
import { withoutQuery } from '../contract/interfaces.js';
import { createControlService, isControlPath } from '../emulator/control.js';
import { RequestLog } from '../emulator/request-log.js';
import { Ledger } from '../emulator/ledger.js';
import { readListFile } from '../emulator/entry-list.js';
import { purchaseList } from '../emulator/purchase.js';
import { gameList, playerList } from '../emulator/people.js';
import { describeRequestResult, type RequestResult } from '../emulator/answers.js';
import { ruleList, type FaultRule } from '../emulator/script.js';
import { mostConnections, serveUntil, type AnsweredRequest } from '../emulator/server.js';
import { emulateService } from '../emulator/service.js';
import { World, type WorldOptions } from '../emulator/world.js';
import { PvgError, type ExitStatus } from '../failure.js';
import { readNumber, readPort } from '../input/number-option.js';
import {
  appendValue,
  addExamples,
  globalOptions,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import { evenIfQuiet, printNote } from '../output/print-result.js';
import { findPrivateTexts } from '../output/private-members.js';
import { createSecrets } from '../output/redaction.js';
import { resolveProfile } from '../profiles/resolve.js';
import { counted } from '../text/sentences.js';
import { printJson } from '../text/json/json.js';
import { escapeControls } from '../text/visible.js';
import type { Registration } from './registration.js';

type FileOption = 'store' | 'games' | 'players' | 'script' | 'state' | 'readyFile';
type SettingOption = 'port' | 'host' | 'latency' | 'mintLimit' | 'clockSkew' | 'seed';
type RepeatedOption = 'fault' | 'allowHost';
type EmulateOptions = TypedFlags<FileOption | SettingOption> & {
  readonly [Name in RepeatedOption]?: readonly string[];
};

/** How requests are logged, and the profile whose credentials the service accepts. */
type Log = Pick<GlobalOptions, 'json' | 'verbose' | 'quiet' | 'profile'>;

const loopback = '127.0.0.1';

export function register({ command, context, finish }: Registration): void {
  addExamples(command, [
    'pvg emulate',
    'pvg emulate --port 0 --fault 502:0.2 --latency 50',
    'pvg emulate --port 0 --ready-file ready.json --state ledger.ndjson',
  ]);
  command
    .description(
      'run the service on a local port: both interfaces, with state and every documented error',
    )
    .option('--port <n>', 'the port; 0 picks a free one (default: 8787)')
    .option('--host <address>', 'the address to listen on, for containers (default: 127.0.0.1)')
    .option(
      '--allow-host <name>',
      'with --host: a name by which callers reach it; repeatable',
      appendValue,
    )
    .option('--store <file>', 'a JSON array of purchases to add to the demo purchases')
    .option('--games <file>', 'a JSON array of games to add to the demo games')
    .option('--players <file>', 'a JSON array of players to add to the demo players')
    .option('--script <file>', 'a JSON array of faults by path, receipt, count and moment')
    .option('--state <file>', 'keep verified purchases in this file (default: in memory)')
    .option(
      '--fault <status:share>',
      'answer a share of the requests with this status: 503:0.2; repeatable',
      appendValue,
    )
    .option('--seed <n>', 'fix which requests a share hits: the same number, the same requests')
    .option('--latency <ms>', 'delay every answer')
    .option(
      '--mint-limit <n/seconds>',
      'most tokens per player in that many seconds: 5/60 (default: no limit)',
    )
    .option('--clock-skew <seconds>', "how far the service's clock is ahead of this computer's")
    .option(
      '--ready-file <file>',
      'write address and control token there as JSON once it accepts requests; removed at the start and the end',
    )
    .addHelpText(
      'after',
      '\n-v logs each request on stderr, with the cause of a refusal; --json prints one object when it is ready and one\n' +
        'for each request. With --profile it takes the credentials of that profile. For demo values, the files, the\n' +
        'control address and the emulator’s own decisions, see pvg help emulate.',
    )
    .action((options: EmulateOptions) =>
      finish(runEmulate(context, options, globalOptions(command))),
    );
}

/** Runs until it is interrupted, which counts as success: status 0. */
async function runEmulate(
  context: Context,
  options: EmulateOptions,
  log: Log,
): Promise<ExitStatus> {
  const { files } = context;
  const { host = loopback, allowHost = [], readyFile } = options;
  const port = readPort(options.port);
  const skewS = readNumber('--clock-skew', options.clockSkew, {
    usual: 0,
    min: -1e9,
    max: 1e9,
    isWhole: true,
  });
  const requestLog = new RequestLog({ keepsHeaders: false });
  const world = await openWorld(context, options, { skewS, profileName: log.profile });
  const service = emulateService(world, requestLog);
  const token = randomUUID();
  const control = createControlService({ world, requestLog, token });
  if (readyFile !== undefined) await removeOldReadyFile(context.files, readyFile);
  const printUnlessControl = async (logged: AnsweredRequest): Promise<void> => {
    if (!isControlPath(logged.target)) await printRequest(context, log, logged);
  };
  await serveUntil(context, {
    port,
    host,
    maxConnections: mostConnections,
    allowedHosts: [...allowHost, host].map((name) => name.toLowerCase()),
    route: (target: string) => (isControlPath(target) ? control : service),
    ends: [context.interrupt],
    started: (boundPort) =>
      announce(
        context,
        {
          url: `http://${calledHost(host, allowHost)}:${boundPort}`,
          host,
          token,
          skewS,
          readyFile,
        },
        log,
      ),
    log: log.json || log.verbose ? printUnlessControl : noteFirstRefusal(context, log),
    closed: async () => {
      if (readyFile !== undefined) await removeOwnReadyFile(files, readyFile, token);
    },
  });
  return 0;
}

/** Says of the first request that the service refused how to see why; not of a fault that somebody asked for. */
function noteFirstRefusal(context: Context, log: Log): (logged: AnsweredRequest) => Promise<void> {
  let isNoted = false;
  return async ({ target, answer }) => {
    if (isNoted || answer === null || answer.status < 400) return;
    if (answer.rule !== undefined || isControlPath(target)) return;
    isNoted = true;
    await printNote(
      context,
      log,
      `Refused a request (HTTP ${answer.status}). \`pvg emulate -v\` and \`pvg listen\` say why. Later refusals are not shown.`,
    );
  };
}

interface WorldSettings {
  readonly skewS: number;
  /** The profile whose credentials the service accepts. */
  readonly profileName: string | undefined;
}

async function openWorld(
  context: Context,
  options: EmulateOptions,
  { skewS, profileName }: WorldSettings,
): Promise<World> {
  const { clock, files, random } = context;
  const faults = readFaults(options.fault ?? []);
  const seed = readSeed(options.seed);
  const latencyMs = readNumber('--latency', options.latency, {
    usual: 0,
    min: 0,
    max: 600_000,
    isWhole: true,
  });
  const mintLimit = readMintLimit(options.mintLimit);
  const profile =
    profileName === undefined ? undefined : await resolveProfile(context, { profile: profileName });
  for (const { says } of profile?.notes ?? []) await printNote(context, evenIfQuiet, says);
  return new World({
    clock,
    random,
    seed,
    latencyMs,
    mintLimit,
    clockSkewSeconds: skewS,
    credentials: profile,
    initial: {
      purchases: await readListFile(files, options.store, purchaseList),
      games: await readListFile(files, options.games, gameList),
      players: await readListFile(files, options.players, playerList),
      rules: await readListFile(files, options.script, ruleList),
      faults,
    },
    ledger: await ledgerOf(context, options.state),
  });
}

/** Opens the state file, so that a damaged one, or one that cannot be made, is reported before the server starts. */
async function ledgerOf(
  { files, clock, stderr }: Context,
  path: string | undefined,
): Promise<Ledger> {
  if (path === undefined) return new Ledger();
  const say = (text: string): void => void stderr.write(`${text}\n`);
  const ledger = new Ledger({ files, clock, path, unreadable: 'input-unreadable', say });
  // `has` makes the ledger read its file; the answer does not matter.
  await ledger.has('');
  // The file is made by appending nothing, because another emulator may make it at the same moment.
  if ((await files.status(path)) === undefined) {
    await files.append(path, '').catch(throwUnwritten('state', path));
  }
  return ledger;
}

/**
 * Removes an old ready file, which would lead a script to an emulator that has ended. Any other file stays, and no folder is
 * made, because then the path is mistyped.
 */
async function removeOldReadyFile(files: Context['files'], path: string): Promise<void> {
  const folder = dirname(path);
  if ((await files.status(folder))?.kind !== 'folder') {
    throw unwritableError('ready', path, new Error(`${folder} is no folder`));
  }
  if ((await files.fileType(path)) === undefined) return;
  const readyFile = await files.readIfThere(path, mostReadyBytes).catch(() => undefined);
  if (readyFile === undefined || !isReadyFile(Buffer.from(readyFile).toString())) {
    throw new PvgError('output-unwritable', `${path} is there, and it is no ready file.`, {
      hint: 'pvg did not change it. Name another file.',
    });
  }
  await files.remove(path).catch(throwUnwritten('ready', path));
}

const isReadyFile = (text: string): boolean =>
  text.trim() === '' || /"url":\s*"[^"]*\/_pvg\/"/.test(text);

/** Removes the ready file, unless another emulator has written it since. */
async function removeOwnReadyFile(
  files: Context['files'],
  path: string,
  token: string,
): Promise<void> {
  const readyFile = await files.readIfThere(path, mostReadyBytes).catch(() => undefined);
  if (readyFile === undefined || !Buffer.from(readyFile).toString().includes(token)) return;
  await files.remove(path).catch(() => false);
}

const mostReadyBytes = 64 * 1024;

function unwritableError(fileWord: 'ready' | 'state', path: string, cause: unknown): PvgError {
  const hint = 'Check its folder and permissions.';
  const says = `The ${fileWord} file ${path} cannot be written.`;
  return new PvgError('output-unwritable', says, { hint, cause });
}

const throwUnwritten =
  (fileWord: 'ready' | 'state', path: string) =>
  (cause: unknown): never => {
    throw unwritableError(fileWord, path, cause);
  };

/** The host name for callers: not 0.0.0.0, which nobody can call. */
export function calledHost(host: string, allowHost: readonly string[]): string {
  return host === '0.0.0.0' ? (allowHost[0] ?? loopback) : host;
}

interface ListeningEmulator {
  readonly url: string;
  /** The address that it listens on. */
  readonly host: string;
  /** The token of the control requests. */
  readonly token: string;
  readonly skewS: number;
  readonly readyFile: string | undefined;
}

/** Says where it listens: on stderr, with --json on stdout too, and in the ready file. */
async function announce(
  { files, stderr, stdout }: Context,
  { url, host, token, skewS, readyFile }: ListeningEmulator,
  { json, profile }: Log,
): Promise<void> {
  const ready = { url, control: { url: `${url}/_pvg/`, token } };
  const ahead = skewS > 0 ? 'ahead of' : 'behind';
  const lines = [
    `listening on ${url}`,
    ...credentialLines(profile),
    skewS !== 0 &&
      `The emulator’s clock is ${counted(Math.abs(skewS), 'second')} ${ahead} this computer’s.`,
    `control ${ready.control.url}`,
    `control token ${token}`,
    host !== loopback &&
      'Everybody who reaches this address can use the emulator: for test networks only.',
  ];
  await stderr.write(`${lines.filter((line) => line !== false).join('\n')}\n`);
  if (readyFile !== undefined) {
    const text = `${printJson(ready)}\n`;
    await files.write(readyFile, text).catch(throwUnwritten('ready', readyFile));
  }
  if (json) await stdout.write(`${printJson({ event: 'listening', ...ready })}\n`);
}

const credentialLines = (profile: string | undefined): readonly string[] =>
  profile === undefined ? demoCredentialLines : [`credentials: those of the profile ${profile}`];

/** Prints a request as a line on stderr, or with --json as an object on stdout. Never with a body or a signature. */
function printRequest(context: Context, { json }: Log, logged: AnsweredRequest): Promise<void> {
  const { method, target, body, receivedAtMs, elapsedMs } = logged;
  const { outcome, status, refused, rule } = describeRequestResult(logged);
  const time = new Date(receivedAtMs).toISOString();
  const { redact } = createSecrets(body === undefined ? [] : findPrivateTexts(body));
  const path = redact(withoutQuery(target));
  if (json) {
    const event = {
      event: 'request',
      at: time,
      method,
      path,
      status,
      elapsed_ms: elapsedMs,
      refused,
      outcome,
      rule,
    };
    return context.stdout.write(`${printJson(event)}\n`);
  }
  const happened = status ?? outcomeWords[outcome];
  const why = whyInWords(rule, happened, refused);
  const line = `${time} ${method} ${path} ${happened} ${elapsedMs} ms${why}`;
  return printNote(context, evenIfQuiet, escapeControls(line));
}

const outcomeWords: Readonly<Record<RequestResult['outcome'], string>> = {
  answered: 'answered',
  lost: 'answer lost',
  dropped: 'dropped',
  gone: 'the caller was gone',
};

function whyInWords(rule: string | null, happened: string | number, refused: string | null) {
  if (rule !== null) return ` (${rule}: ${happened})`;
  return refused === null ? '' : ` (${refused})`;
}

/** The error for a wrong option. It never repeats the typed value, which may be a secret in the wrong place. */
const wrongOptionError = (option: string, wanted: string): PvgError =>
  new PvgError('usage', `${option} must be ${wanted}.`, { hint: 'See `pvg emulate --help`.' });

function readFaults(texts: readonly string[]): FaultRule[] {
  return texts.map((text) => {
    // `503:0`, `503:.2`, `503:0.25`, `503:1`, `503:1.0`.
    const [, status, share] = /^([45]\d\d):(0|0?\.\d{1,9}|1(?:\.0{1,9})?)$/.exec(text) ?? [];
    if (status === undefined || share === undefined) {
      throw wrongOptionError(
        '--fault',
        'a status from 400 to 599 and a share from 0 to 1, for example 503:0.2',
      );
    }
    const rule = { status: Number(status), share: Number(share) };
    return ruleList.readEntry(rule, (says) => wrongOptionError('--fault', says));
  });
}

function readSeed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const range = { usual: 0, min: 0, max: 2 ** 32 - 1, isWhole: true };
  return readNumber('--seed', text, range);
}

function readMintLimit(text: string | undefined): WorldOptions['mintLimit'] {
  if (text === undefined) return undefined;
  const [, tokens, seconds] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (tokens === undefined || seconds === undefined) {
    throw wrongOptionError(
      '--mint-limit',
      'a number of tokens and a number of seconds, for example 5/60',
    );
  }
  return { tokens: Number(tokens), seconds: Number(seconds) };
}
