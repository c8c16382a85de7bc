import type { Command } from 'commander';
import { callService, type JudgedCall } from '../calls/call.js';
import {
  earlierCalls,
  nextLine,
  recordingOf,
  type Connection,
  type CredentialOptions,
} from '../calls/connection.js';
import { answered, dryRun } from '../calls/ended.js';
import { lookUp, openPurchase } from '../calls/purchase.js';
import type { Context } from '../context.js';
import { records } from '../contract/interfaces.js';
import { hintWords, type Judgement } from '../contract/judgement.js';
import { PvgError } from '../failure.js';
import { guardVerify } from '../gateway/guard.js';
import { withoutReport } from '../gateway/judge-lookup.js';
import { judgeVerify } from '../gateway/judge-verify.js';
import { lookupBody, verifyBody, type Asked } from '../gateway/request.js';
import {
  type GlobalOptions,
  addCallOptions,
  addCaseOption,
  collect,
  examples,
  globalOptions,
  refuseEmpty,
  refuseFields,
  type Given,
  type CallFlags,
} from '../input/options.js';
import { addOrderIdOption } from '../input/order-id.js';
import { addPurchaseOptions, type Purchase, type PurchaseOptions } from '../input/purchase.js';
import { openVerify, saysOpen } from '../desk/journal/earlier.js';
import type { CallSubject } from '../desk/journal/recorder.js';
import { withRecorder } from '../desk/journal/own-verify.js';
import type { Finish, Finished } from '../output/finished.js';
import { note } from '../output/present.js';
import { confirmName, mayVerify, whoseName } from '../profiles/effective.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { requestForms } from '../output/request-text.js';

type VerifyOptions = PurchaseOptions &
  CredentialOptions &
  CallFlags &
  Given<'playerId' | 'characterId' | 'serverId' | 'gameVersion' | 'confirm'> & {
    readonly field?: readonly string[];
  };

export function registerVerify(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg verify --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased',
    'pvg verify --profile local --os ios --product-id gems_100 --receipt demo-ios-sandbox',
  ]);
  addCaseOption(addOrderIdOption(addPurchaseOptions(command)))
    .option('--player-id <id>', 'player_id: the player, for the game’s records')
    .option('--character-id <id>', 'character_id: the character')
    .option('--server-id <id>', 'server_id: the game server')
    .option('--game-version <version>', 'game_version: the app’s version')
    .option('--field <name=value>', 'add a string member to the request (can be repeated)', collect)
    .option('--confirm <profile>', 'on prod: the profile’s name, to really record the purchase');
  addCallOptions(command, requestForms)
    .option('--client-secret-file <path|->', 'read the client secret from a file, instead of the profile')
    .addHelpText(
      'after',
      '\nverify RECORDS the purchase. The game’s own verify of the same receipt then gets HTTP 409, and the game must\n' +
        'not grant. To see what happened to a purchase, use `pvg lookup`. pvg has no verify for many purchases, on purpose.',
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
  if (connection.call.dryRun)
    return dryRun(context, connection, build, unsigned(connection, options.confirm));

  const earlier = await earlierCalls(context, connection, asked.receipt);
  const open = openVerify(earlier);
  if (open !== undefined) await note(context, globals, saysOpen(open, context.account));
  const subject = { operation: 'verify', body, asked } as const;
  refuseReadOnly(connection, purchase);
  const stopped = await stoppedBefore(context, connection, asked, options.confirm);
  if (stopped) {
    await recordStop(connection, subject, stopped.judgement);
    // --raw asks for the verify's answer: the look-up's bytes are not it.
    const judgement = { ...withRecorder(stopped.judgement, earlier, context.account), withholdRaw: true };
    return answered(connection, { ...stopped, judgement });
  }
  const call = await callService(context, connection, {
    ...subject,
    repeatable: false,
    judge: (made, redact) => withRecorder(judgeVerify(made, { ...asked, redact }), earlier, context.account),
  });
  return answered(connection, call);
}

/** Whoever runs a signed verify records it: why it is not signed; undefined if it may be. */
function unsigned({ profile }: Connection, confirm: string | undefined): string | undefined {
  if (mayVerify(profile, confirm)) return undefined;
  return profile.readOnly
    ? `The signature is left out. ${readOnlyWords(profile)}`
    : `The signature is left out. A verify RECORDS the purchase on prod. To sign it, confirm with ${whoseName(profile)} (\`--confirm\`).`;
}

const readOnlyWords = ({ valuesOf }: ResolvedProfile): string =>
  valuesOf === null
    ? 'This profile is read-only: it never verifies.'
    : `The values of the profile ${valuesOf} are in use. A read-only profile never verifies.`;

function refuseReadOnly(connection: Connection, purchase: Purchase): void {
  const { profile } = connection;
  if (!profile.readOnly) return;
  const canLookUp = 'fields' in purchase && purchase.fields.platform === 'android';
  throw new PvgError('profile-read-only', readOnlyWords(profile), {
    hint: 'Use `pvg lookup` with the same options: it changes nothing.',
    ...(canLookUp && { nextCommand: nextLine(connection, ['pvg', 'lookup', ...purchase.words]) }),
  });
}

/** Rule 1 of the command line: a careless verify on prod must not take the item from the player. */
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
    name: confirmName(profile),
    whose: whoseName(profile),
    confirm,
  });
  return judgement && lookedUp && { ...lookedUp, judgement };
}

/** A look-up needs an Android purchase with product, package and receipt; other bodies cannot be checked first. */
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

/** Keeps the attempt in the journal. A look-up that failed has its own entry there. */
async function recordStop(connection: Connection, subject: CallSubject, { error }: Judgement): Promise<void> {
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
    refuseFields([playerId, characterId, serverId, gameVersion, ...field]);
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
    throw new PvgError('usage', '--field must be name=value.', {
      hint: 'Example: `--field channel=web`.',
    });
  }
  if (Object.hasOwn(records.gateway.bodies.verify, name)) {
    throw new PvgError('usage', `--field cannot set ${name}, which has its own option.`, {
      hint: 'Use that option, or send a complete body with `--body @<file>`.',
    });
  }
  return [name, text.slice(at + 1)];
}
