import { callService } from '../calls/call-service.js';
import { refusalKept } from '../calls/refusal.js';
import { callResult, dryRunResult } from '../calls/result.js';
import {
  connectionOptions,
  openConnection,
  readPlayerCalls,
  type Connection,
  type CredentialOptions,
} from '../calls/connection.js';
import { refuseKnownSecrets, refuseSecrets } from '../calls/pasted-secret.js';
import type { Context } from '../context.js';
import { onPvgError, PvgError } from '../failure.js';
import { InputReader } from '../input/bytes.js';
import { describeHidden } from '../input/hidden.js';
import { addCallOptions, type CallFlags, type TicketFlags } from '../input/call-options.js';
import { addCaseOption } from '../input/case-option.js';
import {
  addExamples,
  appendValue,
  globalOptions,
  type GlobalOptions,
  type TypedFlags,
} from '../input/options.js';
import { confirmEmailAddress, readUsername } from '../input/username.js';
import { withNotes, type CommandResult } from '../output/command-result.js';
import { printNote } from '../output/print-result.js';
import { anomalyNote } from '../support/journal/calls.js';
import { requestForms } from '../calls/request-text.js';
import { completedSince, type Player } from '../support/journal/completed.js';
import { readLanguages, replyLanguages } from '../support/replies/situations.js';
import { exactNameReplyCommand, withExactNameReply } from '../support/replies/exact-name.js';
import { newestNoteSentence } from '../support/replies/own-ticket.js';
import { nextLanguages, readTicketLines } from '../support/replies/ticket-lines.js';
import { addKeptReport } from '../support/ticket-report.js';
import { addTicketOutput, readTicketOptions, type Ticket } from '../support/ticket.js';
import { addTicketToRefusal } from '../support/ticket-refusal.js';
import type { Subject } from '../service/outcome.js';
import { readSubject } from '../service/subject.js';
import { sessionTokenOf } from '../service/judge-session.js';
import { sessionBody } from '../service/send-call.js';
import { joinSentences, nonEmptyTexts } from '../text/sentences.js';
import { placeholder, collectTypedOptions, type TypedOptions } from '../text/shell.js';
import { commandLineFor, withOverwrite } from '../wording/next-command.js';
import { keepOrDrop, repliedFromKept } from './session-kept-answer.js';
import type { Registration } from './registration.js';

type SessionOptions = CredentialOptions &
  CallFlags &
  TypedFlags<
    'username' | 'serverId' | 'roleId' | 'body',
    'check' | 'fresh' | 'tokenOnly' | 'force'
  > &
  TicketFlags;

export function register({ command, context, finish }: Registration): void {
  addExamples(command, [
    'pvg session --profile local player-42 --check',
    'pvg session --profile local --username demo-completed',
    'pvg session --profile local demo-completed --check --case TICKET-4711 --reply th',
  ]);
  command
    .argument('[username]', 'the same as --username')
    .option('--username <id>', 'username: the game’s stable identifier of the player')
    .option('--game-id <id>', 'gameId: the game (default: the profile’s)')
    .option('--server-id <id>', 'serverId: the game server; leave out if none is selected')
    .option('--role-id <id>', 'roleId: the character; leave out if none is picked')
    .option(
      '--check',
      'only say whether the player has completed verification; never show the token',
    )
    .option('--fresh', 'with --check: ask the service even if pvg has kept a "completed"')
    .option('--token-only', 'print only the token')
    .option('--body <@file|->', 'send exactly these bytes instead of the fields')
    .option(
      '--force',
      'send also what looks wrong: a value with white space, an e-mail address, a body that is not JSON',
    )
    .option(
      '--reply <language>',
      `a reply to the player, with the answer; commas between several (ko,en): ${replyLanguages.join(', ')}`,
      appendValue,
    )
    .option('--report <file>', 'write a report for the ticket: a page (.html) or Markdown (.md)')
    .option('--overwrite', 'replace the file of --report');
  command.addHelpText(
    'after',
    '\nEvery call mints a token, also with --check, and counts towards the player’s rate limit (429). If pvg has kept a\n' +
      '"completed", --check sends nothing; add --fresh to ask the service. Do not trust the result that the game’s client\n' +
      'reports: only this answer says whether the player has completed verification.',
  );
  addCallOptions(addCaseOption(command), requestForms)
    .option('--secret-key-file <path|->', 'read the secret key from a file, instead of the profile')
    .action(async (word: string | undefined, typed: SessionOptions) =>
      finish(await runSession(context, globalOptions(command), { ...typed, word })),
    );
}

/**
 * What happens to the token of the answer. `withhold`: the answer is kept and printed
 * without it. `show`: the output has it. undefined: the output has a mark in its place, as for any secret.
 */
function chooseTokenUse(
  globals: GlobalOptions,
  options: SessionOptions,
): 'withhold' | 'show' | undefined {
  if (options.check === true) return 'withhold';
  return asksForToken(globals, options) ? 'show' : undefined;
}

async function runSession(
  context: Context,
  globals: GlobalOptions,
  options: TypedSession,
): Promise<CommandResult> {
  const ticket = await readTicketOptions(context, options, overwritingLine(options, globals));
  const { replies, report } = ticket;
  const { connection, body } = await readSession(context, { globals, options, report });
  if (connection.options.dryRun) {
    if (replies ?? report) await printNote(context, globals, dryRunWords);
    return dryRunResult(context, connection, { call: { operation: 'session', body } });
  }

  const { caseId } = connection;
  const ticketLines = await readTicketLines(context, caseId);
  const ticketNotes = nonEmptyTexts(newestNoteSentence(ticketLines, context));
  const isCheck = options.check === true;
  const bodySubject = readSubject(body);
  const askedPlayer = playerOf(connection, bodySubject);
  const keptSince = askedPlayer && (await completedSince(context, askedPlayer));
  // A kept answer has no bytes for --raw.
  if (isCheck && options.fresh !== true && !globals.raw && askedPlayer && keptSince !== undefined) {
    const result = withNotes(
      repliedFromKept(connection, { since: keptSince, player: askedPlayer, replies }),
      ...ticketNotes,
    );
    const keptAnswer = { result, globals, username: askedPlayer.username };
    return withPlayer(await addKeptReport(context, report, keptAnswer), askedPlayer);
  }
  const completed = await callService(context, {
    connection,
    call: { operation: 'session', body, subject: { ...bodySubject, completedSince: keptSince } },
    token: chooseTokenUse(globals, options),
  });
  if (askedPlayer) await keepOrDrop(context, askedPlayer, completed.outcome);
  const token = isCheck ? undefined : sessionTokenOf(completed.outcome);
  const { username } = bodySubject;
  const earlier =
    report === undefined ? undefined : await readPlayerCalls(context, connection, username);
  const typedLanguages = [...(replies?.keys() ?? [])];
  const answered = callResult(connection, completed, nextLanguages(typedLanguages, ticketLines));
  const replied = await addTicketOutput(context, ticket, {
    result: withNotes(answered, ...ticketNotes),
    entry: { ...completed.entry, player: earlier?.player ?? null },
    earlier: earlier?.journal ?? noCalls,
    username,
    writer: connection.journal,
    ticket: ticketLines,
  });
  // With --json, a script asks about many players and types no next command.
  const offersExactName = completed.outcome.kind === 'not-completed' && !globals.json;
  const askedName = { caseId, typedLanguages, ticket: ticketLines };
  const advised = offersExactName ? withExactNameReply(replied, askedName) : replied;
  const complete = withPlayer(advised, askedPlayer);
  const result = options.tokenOnly === true ? tokenResult(complete, token) : complete;
  const isOnProd = connection.profile.environment === 'prod';
  return isOnProd && complete.ok && token !== undefined ? withNotes(result, prodToken) : result;
}

/** The same command line with `--overwrite`: offered if the report file exists. */
function overwritingLine({ word, ...typed }: TypedSession, globals: GlobalOptions): string {
  const username = typed.username ?? word;
  const options = username === undefined ? typed : { ...typed, username };
  const typedOptions = [
    ...typedPlayer(options),
    ...connectionOptions(options, globals, globals.profile),
  ];
  return commandLineFor('session', withOverwrite(typedOptions));
}

const dryRunWords = 'A dry run gets no answer, so it makes no reply and no report.';

/** For a call without a report, which reads no earlier ones. */
const noCalls = { calls: [], replies: [], incomplete: undefined };

interface TypedSession extends SessionOptions {
  /** The word after `pvg session`. */
  readonly word: string | undefined;
}

interface SessionInput {
  readonly globals: GlobalOptions;
  readonly options: TypedSession;
  readonly report: Ticket['report'];
}

/** Reads what was typed. What is refused is kept with its ticket. */
async function readSession(
  context: Context,
  { globals, options: { word, ...typed }, report }: SessionInput,
): Promise<SessionRequest> {
  // No replies here: refusalKept suggests the reply to a refused name itself.
  const ticket = { replies: undefined, report };
  const keepRefused = refusalKept(context, {
    about: 'player',
    globals,
    options: typed,
    readTyped: () => [word, typed.username, typed.roleId],
    complete: (failure, refusal) =>
      addTicketToRefusal(context, { ticket, globals, failure, refusal }),
  });
  const username = await readUsername(context, { word, options: typed }).catch(keepRefused);
  const options = username === undefined ? typed : { ...typed, username };
  return prepareSessionCall(context, globals, options).catch(keepRefused);
}

interface SessionRequest {
  readonly connection: Connection;
  readonly body: Uint8Array;
}

async function prepareSessionCall(
  context: Context,
  globals: GlobalOptions,
  options: SessionOptions,
): Promise<SessionRequest> {
  const { gameId, ...withoutGameId } = options;
  const { body: typedBody, force: isForced = false } = options;
  const typedNames = { username: options.username, ticket: options.case };
  await refuseKnownSecrets(context, typedNames);
  const input = new InputReader(context);
  const givenBody = typedBody === undefined ? undefined : await input.readBody(typedBody, isForced);
  // The profile refuses an unusual game id, so with --force the typed one does not go through the profile.
  const opened = await openConnection(context, {
    command: 'session',
    interface: 'session',
    input,
    globals,
    options: isForced ? withoutGameId : options,
  });
  // Again: the profile's own secrets are known only now.
  refuseSecrets(context, typedNames);
  const forcedGameId = isForced ? gameId : undefined;
  const body = givenBody ?? bodyFromFields(options, forcedGameId ?? opened.profile.gameId);
  const typedOptions = [...typedPlayer(options), ...opened.typedOptions];
  await confirmEmailAddress(context, {
    username: options.username,
    isForced,
    canAsk: globals.input && context.prompt.possible,
    nextCommand: commandLineFor('session', typedOptions, { '--username': placeholder('PLAYER') }),
  }).catch(onPvgError((failure) => throwWithNameReply(context, failure, options)));
  return { connection: { ...opened, typedOptions }, body };
}

/** The player has to send the exact name, and this reply asks for it. @throws {PvgError} */
async function throwWithNameReply(
  context: Context,
  failure: PvgError,
  { reply = [], case: typedCase }: SessionOptions,
): Promise<never> {
  const caseId = typedCase?.trim();
  const ticket = await readTicketLines(context, caseId);
  const typedLanguages = readLanguages('--reply', reply);
  const { line, phrase } = exactNameReplyCommand('need-username', {
    caseId,
    typedLanguages,
    ticket,
  });
  const { code, message, details } = failure;
  const sentence = `\`${phrase}\` asks the player for it.`;
  const hintAtTerminal = joinSentences(sentence, details.hintAtTerminal);
  // With --reply, the next step is to ask the player; without it, to type the name again.
  const nextCommand = reply.length === 0 ? details.nextCommand : line;
  throw new PvgError(code, message, { ...details, hintAtTerminal, nextCommand });
}

/** Whether the output may have the token: words for a person never have it. */
const asksForToken = (
  { json, raw, query }: GlobalOptions,
  { tokenOnly }: SessionOptions,
): boolean => json || raw || query !== undefined || tokenOnly === true;

/**
 * Shows the name that was asked about, so that a typo is seen: the answer is the same as for an unknown name. Only the
 * view gets it, because the journal keeps no names.
 */
function withPlayer(result: CommandResult, player: Player | undefined): CommandResult {
  if (player === undefined) return result;
  const { username } = player;
  const value = describeHidden(username) === undefined ? username : `"${username}"`;
  const facts = [{ label: 'Player', value }, ...(result.view.facts ?? [])];
  return { ...result, view: { ...result.view, facts } };
}

/** Source: §3.3, §2.6. */
const prodToken =
  'This token is valid on prod: for 15 minutes, and once for the collect step. Hand it only to the game’s client SDK.';

/** Stdout has the token or nothing, because `$(…)` reads it. @throws {PvgError} `no-contract-shape` for an empty one */
function tokenResult(result: CommandResult, token: string | undefined): CommandResult {
  if (!result.ok || token === undefined) {
    return { ...result, view: { ...result.view, onStderr: true } };
  }
  if (token === '') {
    throw new PvgError('no-contract-shape', 'The `sessionToken` in the answer is empty.', {
      hint: 'Tell the operator. `pvg session … --json` shows the whole answer.',
      section: '§2.6',
    });
  }
  const notes = result.anomalies.map(anomalyNote);
  return { ...result, view: { data: `${token}\n`, notes } };
}

function bodyFromFields(
  { username, serverId, roleId }: SessionOptions,
  gameId: string | undefined,
): Uint8Array {
  if (username === undefined) {
    throw new PvgError('usage', 'The username is missing.', {
      hint: 'Use the game’s stable identifier of the player, not a device id: `pvg session player-42`.',
      section: '§2.5',
    });
  }
  if (gameId === undefined || gameId === '') {
    throw new PvgError('profile-incomplete', 'The game id is missing.', {
      hint: 'Use `--game-id <id>`, set PVG_GAME_ID, or store it: `pvg profile set <name> --game-id <id>`.',
      section: '§2.5',
    });
  }
  return sessionBody({ gameId, username, serverId, roleId });
}

/** The player of a request; undefined if the bytes do not say who is asked about. */
function playerOf({ profile }: Connection, { gameId, username }: Subject): Player | undefined {
  if (gameId === undefined || username === undefined) return undefined;
  const { sessionUrl = '', environment } = profile;
  return { gameId, username, baseUrl: sessionUrl, environment };
}

/** The options that name the same player in another command. */
function typedPlayer(options: SessionOptions): TypedOptions {
  const { body, force, check } = options;
  // A body from standard input (`-`) cannot be read a second time.
  const isReusable = body === undefined || body.startsWith('@');
  const withValues = collectTypedOptions({
    '--username': options.username,
    '--game-id': options.gameId,
    '--server-id': options.serverId,
    '--role-id': options.roleId,
    '--body': isReusable ? body : placeholder('@BODY_FILE'),
  });
  const flags = [force === true ? '--force' : undefined, check === true ? '--check' : undefined];
  const typedFlags = flags.filter((flag) => flag !== undefined).map((flag) => [flag] as const);
  return [...withValues, ...typedFlags];
}
