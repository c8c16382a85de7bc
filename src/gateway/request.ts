import { Buffer } from 'node:buffer';
import { readBody, once } from '../contract/answer.js';
import { osIds, type Platform } from '../contract/platforms.js';
import { PvgError } from '../failure.js';
import { JsonNumber } from '../json/json.js';

/** Contract §2.1. */
export interface VerifyFields {
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

type Member = readonly [name: string, value: string | number | undefined];

/** The one buffer of a verify: what is signed is what is sent. @throws {PvgError} `usage` when a member would stand twice */
export const verifyBody = (fields: VerifyFields): Uint8Array =>
  bytesOf([
    ['os_id', osIds[fields.platform]],
    ['product_id', fields.productId],
    ['package', fields.package],
    ['receipt', fields.receipt],
    ['player_id', fields.playerId],
    ['character_id', fields.characterId],
    ['server_id', fields.serverId],
    ['game_version', fields.gameVersion],
    ...(fields.extra ?? []),
  ]);

/** The one buffer of a look-up (§4.2): always Android, since the iOS fields are not shown. */
export function lookupBody({ productId, package: packageName, receipt }: LookupFields): Uint8Array {
  const text = `{"os_id":${String(osIds.android)},"product_id":${quoted(productId)},"package":${quoted(packageName)},"receipt":${quoted(receipt)}}`;
  return Buffer.from(text, 'utf8');
}

/** Needs no escape in JSON. */
const plain = /^[ !#-[\]-~]*$/;
const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/** Written member by member: an object literal would lose a member named `__proto__` and the order of digits. */
function bytesOf(members: readonly Member[]): Uint8Array {
  const given = members.filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => name);
  if (new Set(names).size < names.length) {
    throw new PvgError('usage', 'A member of the request body was given twice.', {
      hint: 'Members that have an option of their own cannot be given with `--field`.',
      section: '§2.1',
    });
  }
  const text = given.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',');
  return new TextEncoder().encode(`{${text}}`);
}

/** What was asked about, as far as the bytes of the request tell. */
export interface Asked {
  readonly productId?: string;
  readonly package?: string;
  readonly receipt?: string;
  readonly osId?: number;
  /** The options that name the same purchase in another command; what a person must fill in stands as `"$NAME"`. */
  readonly words?: readonly string[];
  /** Takes known secrets out of bytes. */
  readonly redact?: (bytes: Uint8Array) => Uint8Array;
}

/** Reads the members it can from any bytes; what cannot be read is left out. */
export function askedFrom(body: Uint8Array): Asked {
  const { object } = readBody(body);
  const text = (name: string): string | undefined => {
    const value = once(object, name);
    return typeof value === 'string' ? value : undefined;
  };
  const productId = text('product_id');
  const packageName = text('package');
  const receipt = text('receipt');
  const osId = once(object, 'os_id');
  return {
    ...(productId !== undefined && { productId }),
    ...(packageName !== undefined && { package: packageName }),
    ...(receipt !== undefined && { receipt }),
    ...(osId instanceof JsonNumber && { osId: osId.value }),
  };
}
