import { demoPurchases } from './demo.js';
import { aBoolean, anInteger, aText, oneOf, type ListFile, type Members } from './members.js';
import type { EmulatedGame, EmulatedPlayer } from './people.js';
import { emulatedPurchase, type EmulatedPurchase } from './purchase.js';
import type { Named } from './world.js';

/**
 * A JSON array of purchases that the store knows in addition to the demo purchases.
 *
 *     [{ "receipt": "…", "product_id": "gems_500", "package": "com.example.game" }]
 *
 * Also: os (android, ios), order_id, purchase_state (0, 1, 2), acknowledgement_state (0, 1), quantity, region_code,
 * purchase_date_ms, recorded (true: verified before), last_error_code (of a recorded one).
 */
export const purchaseList: ListFile<EmulatedPurchase> = {
  what: 'store file',
  entries: 'purchases',
  hint: 'Each entry needs receipt, product_id and, for Android, package.',
  entryOf: purchaseIn,
};

/** The file of `emulate --store`: no receipt twice. */
export const storeFile = (): ListFile<EmulatedPurchase> => {
  const taken = new Set(demoPurchases.map(({ receipt }) => receipt));
  return {
    ...purchaseList,
    entryOf: (members) => {
      const purchase = purchaseIn(members);
      if (taken.has(purchase.receipt)) throw members.refuse('its receipt belongs to another purchase');
      taken.add(purchase.receipt);
      return purchase;
    },
  };
};

function purchaseIn(members: Members): EmulatedPurchase {
  const receipt = members.needed('receipt', aText);
  const productId = members.needed('product_id', aText);
  const platform = members.read('os', oneOf(['android', 'ios'] as const)) ?? 'android';
  const packageName =
    platform === 'android' ? members.needed('package', aText) : members.read('package', aText);
  const recorded = members.read('recorded', aBoolean) ?? false;
  const lastErrorCode = members.read('last_error_code', aText) ?? null;
  if (!recorded && lastErrorCode !== null) throw members.refuse('last_error_code needs recorded: true');
  return emulatedPurchase({
    receipt,
    productId,
    platform,
    packageName,
    orderId: members.read('order_id', aText),
    purchaseState: members.read('purchase_state', anInteger(0, 2)),
    acknowledgementState: members.read('acknowledgement_state', anInteger(0, 1)),
    quantity: members.read('quantity', anInteger(1)),
    regionCode: members.read('region_code', aText),
    purchaseDateMs: members.read('purchase_date_ms', anInteger(0)),
    ...(recorded && { recorded: { lastErrorCode, lastErrorMessage: null, forThisGame: true } }),
  });
}

/**
 * The file of `emulate --games`.
 *
 *     [{ "game_id": "my-game", "secret_key": "my-key" }]
 *
 * Also: xmdt_required (false), enabled (false: 409 xmdt_disabled), email_required (true: 409 email_required_unsupported).
 */
export const gameList: ListFile<Named<EmulatedGame>> = {
  what: 'games file',
  entries: 'games',
  hint: 'Each entry needs game_id and secret_key.',
  entryOf: (members) => {
    const gameId = members.needed('game_id', aText);
    const secretKey = members.needed('secret_key', aText);
    const xmdtRequired = members.read('xmdt_required', aBoolean) ?? true;
    const isEnabled = members.read('enabled', aBoolean) ?? true;
    const emailRequired = members.read('email_required', aBoolean) ?? false;
    const refusedAs = !isEnabled ? 'xmdt_disabled' : emailRequired ? 'email_required_unsupported' : undefined;
    return [gameId, { secretKey, xmdtRequired, ...(refusedAs && { refusedAs }) }];
  },
};

/**
 * The file of `emulate --players`. `completes_after_s` counts from the start.
 *
 *     [{ "username": "mai", "completed": true }, { "username": "tom", "completes_after_s": 30 }]
 *
 * Also: state (limited: 429, broken: 500).
 */
export const playerList: ListFile<Named<EmulatedPlayer>> = {
  what: 'players file',
  entries: 'players',
  hint: 'Each entry needs username.',
  entryOf: (members) => {
    const username = members.needed('username', aText);
    const isCompleted = members.read('completed', aBoolean) ?? false;
    const afterS = members.read('completes_after_s', anInteger(0));
    const state = members.read('state', oneOf(['limited', 'broken'] as const));
    if ([isCompleted, afterS !== undefined, state !== undefined].filter(Boolean).length > 1)
      throw members.refuse('completed, completes_after_s and state cannot be used together');
    return [username, state ?? { completesAfterMs: isCompleted ? 0 : (afterS ?? Infinity) * 1000 }];
  },
};
