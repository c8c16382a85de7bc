import type { Command } from 'commander';
import { callService, type CompletedCall } from '../calls/call-service.js';
import { connectionOptions, loadProfile, readEarlierCalls } from '../calls/connection.js';
import type { Connection, CredentialOptions, EarlierCalls } from '../calls/connection.js';
import { callResult, dryRunResult } from '../calls/result.js';
import {
  addLengthDoubt,
  lookUp,
  preparePurchaseCall,
  type PurchaseCall,
} from '../calls/purchase.js';
import type { Context } from '../context.js';
import { interfaceRecords } from '../contract/interfaces.js';
import { osIds } from '../contract/platforms.js';
import { onPvgError, PvgError } from '../failure.js';
import { InputReader } from '../input/bytes.js';
import { addCallOptions, type CallFlags } from '../input/call-options.js';
import { addCaseOption } from '../input/case-option.js';
import {
  appendValue,
  addExamples,
  globalOptions,
  readOnlyMeaning,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import { addPurchaseOptions, type PurchaseOptions } from '../input/purchase-options.js';
import type { Purchase } from '../input/purchase.js';
import { addWhoRecorded, earlierNotes } from '../support/journal/earlier-calls.js';
import { newestNoteSentence } from '../support/replies/own-ticket.js';
import { readTicketLines } from '../support/replies/ticket-lines.js';
import type { CommandResult } from '../output/command-result.js';
import { printNote } from '../output/print-result.js';
import { confirmationOf } from '../profiles/effective.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import { requestForms } from '../calls/request-text.js';
import type { Subject } from '../service/outcome.js';
import { isIos } from '../service/subject.js';
import { guardVerify } from '../service/guard.js';
import { lookupBody, verifyBody } from '../service/send-call.js';
import { joinSentences, joinWithAnd } from '../text/sentences.js';
import { commandLineFor, hasOption, lookupLineOf } from '../wording/next-command.js';
import { confirmHint, describeGuard, nothingSent } from '../wording/guard-words.js';
import type { Description } from '../wording/description.js';
import type { Registration } from './registration.js';

type VerifyOptions = PurchaseOptions &
  CredentialOptions &
  CallFlags &
  TypedFlags<'playerId' | 'characterId' | 'serverId' | 'gameVersion' | 'confirm'> & {
    readonly field?: readonly string[];
  };

export function register({ command, context, finish }: Registration): void {
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
        'not grant. To see what happened to a purchase, use `pvg lookup`. pvg has no verify for many purchases, on purpose.\n\n' +
        readOnlyMeaning,
    )
    // A word too many is refused by `refuseExcessWord`, after the check that the profile may verify.
    .allowExcessArguments()
    .action(async (options: VerifyOptions) => {
      if (command.args.length > 0) await refuseExcessWord(context, command, options);
      await finish(runVerify(context, globalOptions(command), options));
    });
}

/**
 * Refuses a word after `pvg verify`. A profile that may not verify is refused first: `--purchase-json`, which the refusal of
 * the word names, would not help there.
 * @throws {PvgError} `profile-read-only`, or what commander throws for a word too many
 */
async function refuseExcessWord(
  context: Context,
  command: Command,
  options: VerifyOptions,
): Promise<never> {
  const globals = globalOptions(command);
  const input = new InputReader(context);
  const profile = await loadProfile(context, { input, globals, options, flags: {} }).catch(
    onPvgError(() => undefined),
  );
  const [word = ''] = command.args;
  const lookupSource = word.startsWith('@') ? word : '-';
  const typedOptions = connectionOptions(options, globals, globals.profile);
  if (profile !== undefined) refuseReadOnly({ profile }, lookupLineOf(lookupSource, typedOptions));
  // The error has no text, because `input/usage.ts` words it.
  return command.error('', { code: 'commander.excessArguments' });
}

async function runVerify(
  context: Context,
  globals: GlobalOptions,
  options: VerifyOptions,
): Promise<CommandResult> {
  const purchaseCall = await preparePurchaseCall(context, {
    operation: 'verify',
    globals,
    options,
    buildBody: (purchase) => buildVerifyBody(purchase, options),
  });
  const { connection, call } = purchaseCall;
  refuseOtherOrders(connection, call.subject);
  refuseUnreadOrder(connection, call.subject);
  if (connection.options.dryRun) {
    const whyNotSigned = whyUnsigned(connection, options.confirm);
    return dryRunResult(context, connection, { call, whyNotSigned });
  }
  const earlier = await readEarlierCalls(context, connection, call.subject.receipt);
  for (const text of earlierNotes(earlier.calls, earlier.reader)) {
    await printNote(context, globals, text);
  }
  const note = newestNoteSentence(await readTicketLines(context, connection.caseId), context);
  if (note !== undefined) await printNote(context, globals, note);
  // An iOS purchase cannot be looked up.
  const insteadCommand = isIos(call.subject)
    ? 'pvg help ios'
    : commandLineFor('lookup', connection.typedOptions);
  refuseReadOnly(connection, insteadCommand);
  const addHistory = (description: Description): Promise<Description> => {
    const withRecorder = addWhoRecorded(description, earlier.calls, earlier.reader);
    return addLengthDoubt(context, connection, {
      description: withRecorder,
      subject: call.subject,
    });
  };
  const guarded = await guardOnProd(context, {
    ...purchaseCall,
    earlier,
    confirm: options.confirm,
    insteadCommand,
  });
  if (guarded === undefined) {
    return callResult(connection, await callService(context, { connection, call, addHistory }));
  }
  // With --raw the look-up's bytes are left out, because --raw asks for those of the verify.
  const withRecorder = addWhoRecorded(guarded.description, earlier.calls, earlier.reader);
  const description = { ...withRecorder, isRawWithheld: true };
  return callResult(connection, { ...guarded, description });
}

function refuseReadOnly({ profile }: Pick<Connection, 'profile'>, insteadCommand: string): void {
  if (!profile.readOnly) return;
  throw new PvgError('profile-read-only', readOnlyWords(profile), {
    hint: 'A look-up shows the state of an Android purchase, and changes nothing.',
    nextCommand: insteadCommand,
  });
}

/** Refuses a verify if an order id of the text is damaged: a person has to read it first. @throws {PvgError} `usage` */
function refuseUnreadOrder({ typedOptions }: Connection, { unreadOrder }: Subject): void {
  if (unreadOrder === undefined) return;
  const { written, probableOrderId } = unreadOrder;
  const says =
    probableOrderId === undefined
      ? `The text has a part of an order id: ${written}`
      : `The text has ${written}, which is probably order ${probableOrderId}`;
  throw new PvgError('usage', `${says}. No verify was sent.`, {
    hint: 'A verify cannot be taken back. Read the order id again, and add it with `--order-id`.',
    section: '§3.1',
    nextCommand: commandLineFor('lookup', typedOptions),
  });
}

/** Refuses a verify if the order is in doubt, because a verify cannot be taken back. @throws {PvgError} `usage` */
function refuseOtherOrders({ typedOptions }: Connection, subject: Subject): void {
  const { orderId, otherOrderIds = [] } = subject;
  if (otherOrderIds.length === 0 || isIos(subject)) return;
  const isChosen = hasOption(typedOptions, '--order-id');
  // If `--order-id` was typed, `orderId` is the typed one, and the purchase’s own is the only other one.
  const orderIdOfPurchase = isChosen ? otherOrderIds[0] : orderId;
  const all = orderId === undefined ? otherOrderIds : [orderId, ...otherOrderIds];
  const says = isChosen
    ? 'The purchase is of another order than --order-id names'
    : 'The text names several orders';
  throw new PvgError('usage', `${says}: ${joinWithAnd(all)}. No verify was sent.`, {
    hint: joinSentences(
      'A verify cannot be taken back. Check which order the ticket is about.',
      orderIdOfPurchase === undefined
        ? 'If the purchase is of that order, name it with `--order-id`.'
        : `To verify this purchase, add \`--order-id ${orderIdOfPurchase}\`.`,
    ),
    section: '§3.1',
    nextCommand: commandLineFor('lookup', typedOptions),
  });
}

/**
 * Why a dry run leaves out the signature; undefined if it may be signed. Somebody could send the signed request, and so record
 * the purchase.
 */
function whyUnsigned({ profile }: Connection, confirm: string | undefined): string | undefined {
  const { name, whose } = confirmationOf(profile);
  if (profile.readOnly) return `The signature is left out. ${readOnlyWords(profile)}`;
  if (profile.environment !== 'prod' || confirm === name) return undefined;
  return `The signature is left out. A verify RECORDS the purchase on prod. To sign it, confirm with ${whose} (\`--confirm\`).`;
}

function readOnlyWords({ governingProfile }: ResolvedProfile): string {
  if (governingProfile === null) return 'This profile is read-only: it never verifies.';
  return `The values of the profile ${governingProfile} are in use. A read-only profile never verifies.`;
}

interface GuardedVerify extends PurchaseCall {
  readonly earlier: EarlierCalls;
  readonly confirm: string | undefined;
  readonly insteadCommand: string;
}

/**
 * A careless verify on prod must not take the item from the player.
 * @returns the look-up that stops the verify; undefined if it may be sent
 */
async function guardOnProd(
  context: Context,
  { connection, call, earlier, confirm = '', insteadCommand }: GuardedVerify,
): Promise<CompletedCall | undefined> {
  const { profile } = connection;
  if (profile.environment !== 'prod') return undefined;
  const body = lookupBodyFor(call.subject);
  const lookup =
    body && (await lookUp(context, { connection, call: { body, subject: call.subject }, earlier }));
  const confirmation = { ...confirmationOf(profile), given: confirm };
  const isConfirmed = confirmation.given === confirmation.name;
  const reason = guardVerify(lookup?.outcome, isConfirmed);
  if (reason === undefined) return undefined;
  if (lookup === undefined) {
    throw new PvgError('verify-guarded', nothingSent, {
      hint: confirmHint(confirmation.whose),
      section: '§3.1',
      nextCommand: insteadCommand,
    });
  }
  return { ...lookup, description: describeGuard(reason, lookup.description, confirmation) };
}

/** The body of the look-up before a verify; undefined if it cannot be made, as for an iOS purchase or without a package. */
function lookupBodyFor({
  osId,
  receipt,
  productId,
  package: name,
}: Subject): Uint8Array | undefined {
  if (osId !== osIds.android || !receipt || !productId || !name) return undefined;
  return lookupBody({ receipt, productId, package: name });
}

function buildVerifyBody(purchase: Purchase, options: VerifyOptions): Uint8Array {
  const { playerId, characterId, serverId, gameVersion, field = [] } = options;
  if ('body' in purchase) return purchase.body;
  const extra = field.map(readField);
  return verifyBody({ ...purchase.fields, playerId, characterId, serverId, gameVersion, extra });
}

function readField(text: string): readonly [name: string, value: string] {
  const separator = text.indexOf('=');
  const name = text.slice(0, separator);
  if (separator < 1) {
    throw new PvgError('usage', '--field must be name=value.', {
      hint: 'Example: `--field channel=web`.',
    });
  }
  if (Object.hasOwn(interfaceRecords.gateway.bodies.verify, name)) {
    throw new PvgError('usage', `--field cannot set ${name}, which has its own option.`, {
      hint: 'Use that option, or send a complete body with `--body @<file>`.',
    });
  }
  return [name, text.slice(separator + 1)];
}
