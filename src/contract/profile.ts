import type { Environment } from './environments.js';
import type { Interface } from './interfaces.js';

/** Every value of a profile. `package` is no credential, but every look-up needs the game's Android package. */
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
  /** Never verifies. */
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
