import { Buffer } from 'node:buffer';
import { osIds, type Platform } from '../contract/platforms.js';
import { PvgError } from '../failure.js';

/** The bodies of the three requests (§2.1, §2.5, §4.2): one buffer each, built once, signed and sent. */

interface Purchase {
  /** Byte for byte as the store or the game's client gave it. */
  readonly receipt: string;
  readonly productId: string;
  readonly package?: string | undefined;
}

type Optional<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

interface VerifyFields
  extends Purchase, Optional<'playerId' | 'characterId' | 'serverId' | 'gameVersion'> {
  readonly platform: Platform;
  /** String members beyond the contract's, in the order given. */
  readonly extra?: readonly (readonly [name: string, value: string])[];
}

/** @throws {PvgError} `usage` for a member that would appear twice */
export function verifyBody({ extra = [], ...fields }: VerifyFields): Uint8Array {
  return buildBody([
    ['os_id', osIds[fields.platform]],
    ['product_id', fields.productId],
    ['package', fields.package],
    ['receipt', fields.receipt],
    ['player_id', fields.playerId],
    ['character_id', fields.characterId],
    ['server_id', fields.serverId],
    ['game_version', fields.gameVersion],
    ...extra,
  ]);
}

/** Always Android: the iOS fields are not shown (§4.2). */
export function lookupBody({
  receipt,
  productId,
  package: packageName,
}: Purchase & { readonly package: string }): Uint8Array {
  return buildBody([
    ['os_id', osIds.android],
    ['product_id', productId],
    ['package', packageName],
    ['receipt', receipt],
  ]);
}

/** A server or a character that was not chosen has no member. */
export function sessionBody({
  gameId,
  username,
  serverId,
  roleId,
}: Readonly<Record<'gameId' | 'username', string>> & Optional<'serverId' | 'roleId'>): Uint8Array {
  return buildBody([
    ['gameId', gameId],
    ['username', username],
    ['serverId', serverId],
    ['roleId', roleId],
  ]);
}

/** Prints member by member: an object literal would lose `__proto__`, and the order of names that are digits. */
function buildBody(
  members: readonly (readonly [name: string, value: string | number | undefined])[],
): Uint8Array {
  const names = new Set<string>();
  let text = '';
  for (const [name, value] of members) {
    if (value === undefined) continue;
    if (names.has(name)) {
      throw new PvgError('usage', 'A member of the request body was set twice.', {
        hint: 'Use `--field` only for members that have no option of their own, and once for each.',
        section: '§2.1',
      });
    }
    text += `${names.size === 0 ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}`;
    names.add(name);
  }
  return Buffer.from(`{${text}}`);
}
