import type { Command } from 'commander';
import {
  aboutPurchase,
  answered,
  callService,
  dryRun,
  lookUp,
  openPurchase,
  type JudgedCall,
} from '../calls/call.js';
import {
  earlierCalls,
  nextLine,
  recordingOf,
  type Connection,
  type Subject,
  type CredentialOptions,
} from '../calls/connection.js';
import type { Context } from '../context.js';
import { hintWords, type Judgement } from '../contract/judgement.js';
import { PvgError } from '../failure.js';
import { guardVerify } from '../gateway/guard.js';
import { withoutReport } from '../gateway/judge-lookup.js';
import { judgeVerify } from '../gateway/judge-verify.js';
import { lookupBody, verifyBody, verifyMembers, type Asked } from '../gateway/request.js';
import {
  type GlobalOptions,
  addCallOptions,
  addCaseOption,
  collect,
  examples,
  globalOptions,
  refuseEmpty,
} from '../input/options.js';
import { addPurchaseOptions, type Purchase, type PurchaseOptions } from '../input/purchase.js';
import { openVerify, possibleRecorder, saysOpen, saysRecorder } from '../desk/journal/earlier.js';
import type { JournalEntry } from '../desk/journal/entry.js';
import type { Finish, Finished } from '../output/finished.js';
import { note } from '../output/present.js';
import { requestForms } from '../output/request-text.js';

interface VerifyOptions extends PurchaseOptions, CredentialOptions {
  readonly playerId?: string;
  readonly characterId?: string;
  readonly serverId?: string;
  readonly gameVersion?: string;
  readonly field?: readonly string[];
  readonly confirm?: string;
  readonly [name: string]: unknown;
}

export function registerVerify(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg verify --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased',
    'pvg verify --profile local --os ios --product-id gems_100 --receipt demo-ios-sandbox',
  ]);
  addCaseOption(addPurchaseOptions(command))
    .option('--player-id <id>', 'player_id: the player, for the caller’s records')
    .option('--character-id <id>', 'character_id: the character')
    .option('--server-id <id>', 'server_id: the game server')
    .option('--game-version <version>', 'game_version: the app’s version')
    .option('--field <name=value>', 'a string member more (may be repeated)', collect)
    .option('--confirm <profile>', 'on prod: the profile’s name, to record the purchase for good');
  addCallOptions(command, requestForms)
    .option('--client-secret-file <path|->', 'the client secret, instead of the profile’s')
    .addHelpText(
      'after',
      '\nverify RECORDS the purchase: the game’s own verify of the same receipt then gets 409 and the game must not\n' +
        'grant (§3.1, §7.1). To see what happened to a purchase, use `pvg lookup`. There is no bulk verify, by policy.',
    )
    .action(async (options: VerifyOptions) =>
      finish(await runVerify(context, globalOptions(command), options)),
    );
}

async function runVerify(
  context: Context,
  globals: GlobalOptions,
  options: VerifyOptions,
): Promise<Finished> {
  const opened = await openPurchase(context, globals, 'verify', options, (given) => bodyOf(given, options));
  const { purchase, body, connection, build, asked } = opened;
  if (connection.call.dryRun) return dryRun(context, connection, build);

  const earlier = await earlierCalls(context, connection, asked.receipt, { recent: false });
  const open = openVerify(earlier);
  if (open !== undefined) await note(context, globals, saysOpen(open));
  const about = aboutPurchase('verify', body, asked);
  refuseReadOnly(connection, purchase);
  const stopped = await stoppedBefore(context, connection, asked, options.confirm);
  if (stopped) {
    await recordStop(connection, about.subject, stopped.judgement);
    // --raw asks for the verify's answer: the look-up's bytes are not it.
    const judgement = { ...withRecorder(stopped.judgement, earlier), withholdRaw: true };
    return answered(connection, { ...stopped, judgement });
  }
  const call = await callService(context, connection, {
    ...about,
    build,
    repeatable: false,
    judge: (made, redact) => withRecorder(judgeVerify(made, { ...asked, redact }), earlier),
  });
  return answered(connection, call);
}

/** Whoever sees that a purchase is recorded already wants to know whether it was recorded from here. */
function withRecorder(judgement: Judgement, earlier: readonly JournalEntry[]): Judgement {
  const { exit, error } = judgement;
  const recorder = exit === 7 ? possibleRecorder(earlier) : undefined;
  if (recorder === undefined || error === null) return judgement;
  return { ...judgement, error: { ...error, first: saysRecorder(recorder) } };
}

function refuseReadOnly(connection: Connection, purchase: Purchase): void {
  if (!connection.profile.readOnly) return;
  const canLookUp = 'fields' in purchase && purchase.fields.platform === 'android';
  throw new PvgError('profile-read-only', 'This profile is read-only: it never verifies.', {
    hint: 'Use `pvg lookup` with the same options: it changes nothing.',
    ...(canLookUp && { nextCommand: nextLine(connection, ['pvg', 'lookup', ...purchase.words]) }),
  });
}

/** Rule 1 of the command line: what keeps a careless verify on prod from taking the player's item. */
async function stoppedBefore(
  context: Context,
  connection: Connection,
  asked: Asked,
  confirm: string | undefined,
): Promise<JudgedCall | undefined> {
  const { profile } = connection;
  if (profile.environment !== 'prod') return undefined;
  const lookedUp = await lookUpFirst(context, connection, asked);
  const judgement = guardVerify({
    lookup: lookedUp?.judgement,
    profile: profile.name,
    confirm,
  });
  return judgement && lookedUp && { ...lookedUp, judgement };
}

/** A look-up needs an Android purchase with product, package and receipt; other bodies cannot be checked before. */
async function lookUpFirst(
  context: Context,
  connection: Connection,
  asked: Asked,
): Promise<JudgedCall | undefined> {
  const { receipt, productId, package: packageName } = asked;
  if (asked.osId !== 1 || receipt === undefined || productId === undefined || packageName === undefined)
    return undefined;
  const body = lookupBody({ receipt, productId, package: packageName });
  const { made, judgement, recorded } = await lookUp(context, connection, body, asked);
  return { made, recorded, judgement: recorded.kept ? judgement : withoutReport(judgement, asked) };
}

/** Somebody tried: whoever reads the journal later sees it. A look-up that failed stands there as itself. */
async function recordStop(connection: Connection, subject: Subject, { error }: Judgement): Promise<void> {
  const code = (['already-recorded', 'verify-guarded'] as const).find((each) => each === error?.code);
  if (code === undefined || error === null) return;
  await recordingOf(connection, subject).ended(
    new PvgError(code, error.says, { hint: hintWords(error), section: error.section ?? '§3.1' }),
    { wasSent: false },
  );
}

function bodyOf(purchase: Purchase, options: VerifyOptions): Uint8Array {
  const { playerId, characterId, serverId, gameVersion, field = [] } = options;
  if ('body' in purchase) {
    if ([playerId, characterId, serverId, gameVersion, ...field].some((value) => value !== undefined)) {
      throw new PvgError('usage', '--body stands instead of the fields of the request.', {
        hint: 'Give the one or the others.',
      });
    }
    return purchase.body;
  }
  const extra = field.map(readField);
  refuseEmpty({
    '--package': purchase.fields.package,
    '--player-id': playerId,
    '--character-id': characterId,
    '--server-id': serverId,
    '--game-version': gameVersion,
  });
  return verifyBody({ ...purchase.fields, playerId, characterId, serverId, gameVersion, extra });
}

function readField(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  const name = text.slice(0, at);
  if (at < 1) {
    throw new PvgError('usage', '--field takes name=value.', { hint: 'Example: `--field channel=web`.' });
  }
  if (verifyMembers.includes(name)) {
    throw new PvgError('usage', `--field cannot set ${name}: it has an option of its own.`, {
      hint: 'Use that option, or give the whole body with `--body @<file>`.',
    });
  }
  return [name, text.slice(at + 1)];
}
