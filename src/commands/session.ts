import type { Command } from 'commander';
import { answered, callService, dryRun, placeIn } from '../calls/call.js';
import {
  connect,
  nextLine,
  connectionFact,
  requestsOf,
  type Connection,
  type CredentialOptions,
} from '../calls/connection.js';
import type { Context } from '../context.js';
import { optionWords } from '../text/shell.js';
import { isoTime } from '../contract/answer.js';
import { PvgError } from '../failure.js';
import { InputReader } from '../input/bytes.js';
import {
  addCaseOption,
  addCallOptions,
  refuseEmpty,
  globalOptions,
  type GlobalOptions,
  examples,
} from '../input/options.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { loud, note } from '../output/present.js';
import { anomalyNote } from '../desk/journal/calls.js';
import { requestForms } from '../output/request-text.js';
import { judgeSession, sessionVerdicts, tokenIn } from '../session/judge.js';
import { completedSince, dropCompleted, keepCompleted, type Player } from '../session/kept.js';
import { playerIn, sessionBody } from '../session/request.js';

interface SessionOptions extends CredentialOptions {
  readonly username?: string;
  readonly serverId?: string;
  readonly roleId?: string;
  readonly check?: boolean;
  readonly fresh?: boolean;
  readonly tokenOnly?: boolean;
  readonly body?: string;
  readonly [name: string]: unknown;
}

export function registerSession(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg session --profile local --username player-42 --check',
    'pvg session --profile local --username demo-completed',
  ]);
  command
    .option('--username <id>', 'username: the game’s stable identifier of the player')
    .option('--game-id <id>', 'gameId: the game (default: the profile’s)')
    .option('--server-id <id>', 'serverId: the game server; omit when none was selected')
    .option('--role-id <id>', 'roleId: the character; omit when none was picked')
    .option('--check', 'answer only whether the player completed verification; no output has the token')
    .option('--fresh', 'with --check: ask the service even when a "completed" was kept')
    .option('--token-only', 'print the token alone')
    .option('--body <@file|->', 'these exact bytes instead of the fields');
  command.addHelpText(
    'after',
    '\nEvery call mints a token, with --check too, and counts against the player’s rate limit (429). A "completed" that\n' +
      'pvg has kept sends nothing; --fresh does. Do not trust the result that the game’s client reports: only this\n' +
      'answer says whether the player has completed verification.',
  );
  addCallOptions(addCaseOption(command), requestForms)
    .option('--secret-key-file <path|->', 'the secret key, instead of the profile’s')
    .action(async (options: SessionOptions) =>
      finish(await runSession(context, globalOptions(command), options)),
    );
}

async function runSession(
  context: Context,
  globals: GlobalOptions,
  options: SessionOptions,
): Promise<Finished> {
  const check = options.check === true;
  if (options.tokenOnly === true && (check || globals.json || globals.raw)) {
    throw new PvgError('usage', '--token-only goes with none of --check, --json, --query and --raw.', {
      hint: 'With `--json` the token stands in `answer.sessionToken`.',
    });
  }
  refuseEmpty({
    '--game-id': options.gameId,
    '--server-id': options.serverId,
    '--role-id': options.roleId,
  });
  const input = new InputReader(context);
  const given = await readBody(input, options);
  const place = { command: 'session', interface: 'session' } as const;
  const connection = await connect(context, input, place, globals, options);
  const body = given ?? bodyFromFields(options, connection.profile.session.gameId);

  const build = requestsOf(connection, 'session', body);
  if (connection.call.dryRun) return dryRun(context, connection, build);

  const words = playerWords(options);
  const player = playerAt(connection, body);
  const since = player && (await completedSince(context, player));
  // A kept answer has no bytes for --raw.
  if (check && options.fresh !== true && !globals.raw && since !== undefined)
    return keptFinished(connection, since, words);
  const call = await callService(context, connection, {
    build,
    subject: { command: 'session', username: player?.username, body },
    repeatable: true,
    judge: (made, redact) => {
      const token = tokenIn(made);
      if (check && token !== undefined) context.secrets.add(token);
      return judgeSession(made, { check, words, redact, completedSince: since });
    },
  });
  // Where the journal could not be written, that was said, and it is the same folder.
  const isSaid = connection.recorder.on && !call.recorded.kept;
  if (player) await keepOrDrop({ context, player, since, isSaid }, call.judgement.verdict?.id);
  const finished = answered(connection, call);
  return options.tokenOnly === true ? tokenFinished(finished, tokenIn(call.made)) : finished;
}

interface Keeping {
  readonly context: Context;
  readonly player: Player;
  readonly since: string | undefined;
  readonly isSaid: boolean;
}

async function keepOrDrop(
  { context, player, since, isSaid }: Keeping,
  verdict: string | undefined,
): Promise<void> {
  if (verdict === 'completed' && !(await keepCompleted(context, player)) && !isSaid)
    await note(context, loud, 'The true answer could not be kept: the state folder cannot be written.');
  if (verdict === 'not-completed' && since !== undefined && (await dropCompleted(context, player)))
    await note(context, loud, 'The kept "completed" of this player is deleted.');
}

/** Stdout has the token or nothing: it is read by `$(…)`. @throws {PvgError} `no-contract-shape` for an empty one */
function tokenFinished(finished: Finished, token: string | undefined): Finished {
  if (!finished.ok || token === undefined) return { ...finished, view: { ...finished.view, beside: true } };
  if (token === '') {
    throw new PvgError('no-contract-shape', 'The answer’s `sessionToken` is empty: there is no token.', {
      hint: 'Tell the operator; `pvg session … --json` shows the whole answer.',
      section: '§2.6',
    });
  }
  const notes = finished.anomalies.map(anomalyNote);
  return { ...finished, view: { headline: '', data: `${token}\n`, notes } };
}

async function readBody(input: InputReader, options: SessionOptions): Promise<Uint8Array | undefined> {
  const { body, username, gameId, serverId, roleId } = options;
  if (body === undefined) return undefined;
  if ([username, gameId, serverId, roleId].some((value) => value !== undefined)) {
    throw new PvgError('usage', '--body stands instead of the fields of the request.', {
      hint: 'Give the one or the others.',
    });
  }
  return (await input.readFileOnly('--body', body)).bytes;
}

function bodyFromFields(
  { username, serverId, roleId }: SessionOptions,
  gameId: string | undefined,
): Uint8Array {
  if (username === undefined || username === '') {
    throw new PvgError('usage', 'Missing: --username.', {
      hint: 'The game’s stable identifier of the player, not a device id: `--username player-42`.',
      section: '§2.5',
    });
  }
  if (gameId === undefined || gameId === '') {
    throw new PvgError('profile-incomplete', 'The game id is missing.', {
      hint: 'Give `--game-id <id>`, set PVG_GAME_ID, or store it: `pvg profile set <name> --game-id <id>`.',
      section: '§2.5',
    });
  }
  return sessionBody({ gameId, username, serverId, roleId });
}

function playerAt({ profile }: Connection, body: Uint8Array): Player | undefined {
  const asked = playerIn(body);
  return asked && { ...asked, baseUrl: profile.session.baseUrl ?? '', environment: profile.environment };
}

const playerWords = ({ body, username, gameId, serverId, roleId }: SessionOptions): string[] =>
  optionWords({
    '--username': username,
    '--game-id': gameId,
    '--server-id': serverId,
    '--role-id': roleId,
    '--body': body === undefined || body.startsWith('@') ? body : '"@$BODY_FILE"',
  });

/** §3.2. No request, so nothing of an exchange stands in the result. */
const keptFinished = (connection: Connection, since: string, words: readonly string[]): Finished =>
  plainFinished('session', {
    ...placeIn(connection),
    verdict: keptVerdict,
    answer: { xmdtCompleted: true },
    view: {
      headline: keptVerdict.says,
      mood: 'good',
      facts: [
        connectionFact(connection),
        { label: 'Known since', value: isoTime(Date.parse(since)), atMs: Date.parse(since) },
      ],
      notes: [keptVerdict.next],
      nextCommand: nextLine(connection, ['pvg', 'session', ...words, '--check', '--fresh']),
    },
  });

const keptVerdict = {
  id: 'completed',
  says: sessionVerdicts.completed.says,
  next: 'Nobody has to act. This is kept from an earlier answer, nothing was sent: a yes does not become a no again (§3.2). `--fresh` asks anew.',
} as const;
