import type { Environment } from './environments.js';
import type { Interface } from './interfaces.js';

/** The fields of a profile. `package` is not a credential: it is here because every look-up needs the game's Android package. */
export const fieldNames = [
  'gatewayUrl',
  'clientId',
  'clientSecret',
  'package',
  'sessionUrl',
  'gameId',
  'secretKey',
] as const;

export type FieldName = (typeof fieldNames)[number];

export type FieldValues = Readonly<Partial<Record<FieldName, string | undefined>>>;

/** A named, stored set for ONE game in ONE environment. */
export interface Profile extends FieldValues {
  readonly name: string;
  readonly environment: Environment;
  /** Whether pvg never sends a verify with this profile. */
  readonly readOnly: boolean;
  /** The keyring entry with the secrets, new for each write; without it the secrets are in the file. */
  readonly keyring?: string | undefined;
}

/** The field with the base address of each interface. */
export const addressFields = {
  gateway: 'gatewayUrl',
  session: 'sessionUrl',
} as const satisfies Record<Interface, FieldName>;

export function addressOf(values: FieldValues, interfaceName: Interface): string | undefined {
  return values[addressFields[interfaceName]];
}
