import type { Command } from 'commander';
import { callService, type CompletedCall } from '../calls/call-service.js';
import { earlierCalls } from '../calls/connection.js';
import type { Connection, CredentialOptions, EarlierCalls } from '../calls/connection.js';
import { callResult, dryRunResult } from '../calls/result.js';
import { lookUp, preparePurchaseCall, type PurchaseCall } from '../calls/purchase.js';
import type { Context } from '../context.js';
import { records } from '../contract/interfaces.js';
import { osIds } from '../contract/platforms.js';
import { PvgError } from '../failure.js';
import {
  addCallOptions,
  addCaseOption,
  appendValue,
  addExamples,
  globalOptions,
} from '../input/options.js';
import type { CallFlags, TypedFlags, GlobalOptions } from '../input/options.js';
import { addPurchaseOptions, type Purchase, type PurchaseOptions } from '../input/purchase.js';
import { earlierNotes, addRecordingVerify } from '../support/journal/earlier-verifies.js';
import type { FinishCommand, CommandResult } from '../output/command-result.js';
import { printNote } from '../output/print-result.js';
import { confirmationOf } from '../profiles/effective.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { requestForms } from '../calls/request-text.js';
import { isIos } from '../service/subject.js';
import { guardVerify } from '../service/guard.js';
import { lookupBody, verifyBody } from '../service/requests.js';
import { commandLineFor } from '../wording/next-command.js';
import {
  confirmHint,
  isWorthRepeating,
  nothingSent,
  describeGuard,
} from '../wording/guard-words.js';
import type { Description } from '../wording/describe.js';

type VerifyOptions = PurchaseOptions &
  CredentialOptions &
  CallFlags &
  TypedFlags<'playerId' | 'characterId' | 'serverId' | 'gameVersion' | 'confirm'> & {
    readonly field?: readonly string[];
  };

export function register(command: Command, context: Context, finish: FinishCommand): void {
  addExamples(command, [
    'pvg verify --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased',
    'pvg verify --profile local --os ios --product-id gems_100 --receipt demo-ios-sandbox',
  ]);
  addCaseOption(addPurchaseOptions(command))
    .option('--player-id <id>', 'player_id: the player, for the game’s records')
    .option('--character-id <id>', 'character_id: the character')
    .option('--server-id <id>', 'server_id: the game server')
    .option('--game-version <version>', 'game_version: the app’s version')
    .option(
      '--field <name=value>',
      'add a string member to the request (can be repeated)',
      appendValue,
    )
    .option('--confirm <profile>', 'on prod: the profile’s name, to really record the purchase');
  addCallOptions(command, requestForms)
    .option(
      '--client-secret-file <path|->',
      'read the client secret from a file, instead of the profile',
    )
    .addHelpText(
      'after',
      '\nverify RECORDS the purchase. The game’s own verify of the same receipt then gets HTTP 409, and the game must\n' +
        'not grant. To see what happened to a purchase, use `pvg lookup`. pvg has no verify for many purchases, on purpose.',
    )
    .action((options: VerifyOptions) =>
      finish(runVerify(context, globalOptions(command), options)),
    );
}

async function runVerify(
  context: Context,
  globals: GlobalOptions,
  options: VerifyOptions,
): Promise<CommandResult> {
  const opened = await preparePurchaseCall(context, globals, 'verify', options, (given) =>
    bodyOf(given, options),
  );
  const { connection, call } = opened;
  const nextCommand = isIos(call.subject)
    ? 'pvg help ios'
    : commandLineFor('lookup', connection.typed);
  if (connection.call.dryRun) {
    return dryRunResult(context, connection, call, unsigned(connection, options.confirm));
  }

  const earlier = await earlierCalls(context, connection, call.subject.receipt);
  for (const each of earlierNotes(earlier.calls, context)) await printNote(context, globals, each);
  if (connection.profile.readOnly) {
    throw new PvgError('profile-read-only', readOnlyWords(connection.profile), {
      hint: 'A look-up shows the state of an Android purchase, and changes nothing.',
      nextCommand,
    });
  }
  const also = (description: Description): Description =>
    addRecordingVerify(description, earlier.calls, context);
  const stopped = await stoppedBefore(context, opened, earlier, options.confirm, nextCommand);
  if (stopped === undefined) {
    const completed = await callService(context, connection, call, { also });
    const result = callResult(connection, completed, call.subject);
    const says = `The verify was sent and answered: ${result.view.headline ?? ''}`;
    return { ...result, ifLost: { says, nextCommand } };
  }
  // --raw asks for the verify's answer: the look-up's bytes are not it.
  const told = { ...also(stopped.told), isRawWithheld: true };
  return callResult(connection, { ...stopped, told }, call.subject);
}

/** Whoever runs a signed verify records it: why it is not signed; undefined if it may be. */
function unsigned({ profile }: Connection, confirm: string | undefined): string | undefined {
  const { name, whose } = confirmationOf(profile);
  if (profile.readOnly) return `The signature is left out. ${readOnlyWords(profile)}`;
  return profile.environment !== 'prod' || confirm === name
    ? undefined
    : `The signature is left out. A verify RECORDS the purchase on prod. To sign it, confirm with ${whose} (\`--confirm\`).`;
}

const readOnlyWords = ({ valuesOf }: ResolvedProfile): string =>
  valuesOf === null
    ? 'This profile is read-only: it never verifies.'
    : `The values of the profile ${valuesOf} are in use. A read-only profile never verifies.`;

/** Rule 1 of the command line: a careless verify on prod must not take the item from the player. */
async function stoppedBefore(
  context: Context,
  { connection, call }: PurchaseCall,
  earlier: EarlierCalls,
  confirm: string | undefined,
  nextCommand: string,
): Promise<CompletedCall | undefined> {
  const { profile } = connection;
  if (profile.environment !== 'prod') return undefined;
  // Other bodies cannot be checked first: a look-up needs an Android purchase with product, package and receipt.
  const { osId, receipt, productId, package: packageName } = call.subject;
  const isKnown = osId === osIds.android && receipt && productId && packageName;
  const body = isKnown ? lookupBody({ receipt, productId, package: packageName }) : undefined;
  const lookedUp =
    body && (await lookUp(context, connection, { body, subject: call.subject }, earlier));
  const confirmation = { ...confirmationOf(profile), given: confirm ?? '' };
  const stop = guardVerify(lookedUp?.outcome, confirmation.given === confirmation.name);
  if (stop === undefined) return undefined;
  if (lookedUp === undefined) {
    throw new PvgError('verify-guarded', nothingSent, {
      ...{ hint: confirmHint(confirmation.whose), section: '§3.1', nextCommand },
    });
  }
  const description = describeGuard(stop, lookedUp.told, confirmation);
  return {
    ...lookedUp,
    told: description,
    ...(isWorthRepeating(description) && { step: 'lookup' }),
  };
}

function bodyOf(purchase: Purchase, options: VerifyOptions): Uint8Array {
  const { playerId, characterId, serverId, gameVersion, field = [] } = options;
  if ('body' in purchase) return purchase.body;
  const extra = field.map(readField);
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
