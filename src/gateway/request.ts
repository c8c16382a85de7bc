import { Buffer } from 'node:buffer';
import { readBody, once } from '../contract/answer.js';
import { osIds, type Platform } from '../contract/platforms.js';
import { PvgError } from '../failure.js';
import { JsonNumber } from '../text/json/json.js';
import type { Word } from '../text/shell.js';

/** Contract §2.1. */
interface VerifyFields {
  /** Byte for byte as the store or the game's client gave it. */
  readonly receipt: string;
  readonly productId: string;
  readonly platform: Platform;
  readonly package?: string | undefined;
  readonly playerId?: string | undefined;
  readonly characterId?: string | undefined;
  readonly serverId?: string | undefined;
  readonly gameVersion?: string | undefined;
  /** String members beyond the contract's, in the order given. */
  readonly extra?: readonly (readonly [name: string, value: string])[];
}

/** Contract §4.2, Android. */
export interface LookupFields {
  readonly receipt: string;
  readonly productId: string;
  readonly package: string;
}

const membersOf = (fields: VerifyFields) => ({
  os_id: osIds[fields.platform],
  product_id: fields.productId,
  package: fields.package,
  receipt: fields.receipt,
  player_id: fields.playerId,
  character_id: fields.characterId,
  server_id: fields.serverId,
  game_version: fields.gameVersion,
});

/**
 * The one buffer of a verify: what is signed is what is sent. Written member by member: an object literal would lose
 * a member named `__proto__` and the order of members whose names are digits. @throws {PvgError} `usage` for a member
 * that would appear twice
 */
export function verifyBody({ extra = [], ...fields }: VerifyFields): Uint8Array {
  const members = [...Object.entries(membersOf(fields)), ...extra].filter(([, value]) => value !== undefined);
  if (new Set(members.map(([name]) => name)).size < members.length) {
    throw new PvgError('usage', 'A member of the request body was set twice.', {
      hint: 'Use `--field` only for members that have no option of their own, and once for each.',
      section: '§2.1',
    });
  }
  const text = members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',');
  return Buffer.from(`{${text}}`);
}

/** The one buffer of a look-up (§4.2): always Android, since the iOS fields are not shown. */
export const lookupBody = ({ productId, package: packageName, receipt }: LookupFields): Uint8Array =>
  Buffer.from(JSON.stringify({ os_id: osIds.android, product_id: productId, package: packageName, receipt }));

/** What was asked about, as far as the bytes of the request show. */
export interface Asked {
  readonly productId?: string | undefined;
  readonly package?: string | undefined;
  readonly receipt?: string | undefined;
  readonly osId?: number | undefined;
  /** The store's order id of the ticket; it is compared with the answer's and never sent. */
  readonly orderId?: string | undefined;
  /** The options that name the same purchase in another command. */
  readonly words?: readonly Word[];
  /** Removes known secrets from bytes. */
  readonly redact?: (bytes: Uint8Array) => Uint8Array;
}

/** Reads what it can from any bytes; a member that cannot be read is undefined. */
export function askedFrom(body: Uint8Array): Asked {
  const { object } = readBody(body);
  const text = (name: string): string | undefined => {
    const value = once(object, name);
    return typeof value === 'string' ? value : undefined;
  };
  const osId = once(object, 'os_id');
  return {
    productId: text('product_id'),
    package: text('package'),
    receipt: text('receipt'),
    osId: osId instanceof JsonNumber ? osId.value : undefined,
  };
}
