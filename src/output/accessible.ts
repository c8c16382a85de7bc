/** Whether an environment variable switches something on: empty and `0` count as unset. */
export const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0';

/** Whether a person asked for plain text: no symbols, no columns, nothing that moves. */
export const isAccessible = (env: Readonly<Record<string, string | undefined>>): boolean =>
  isSet(env['ACCESSIBLE']);
