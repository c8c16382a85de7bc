/** Whether an environment variable switches something on: empty and `0` count as unset. */
export function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0';
}

/** Whether a person asked for plain text: no symbols, no columns, nothing that moves. */
export function isAccessible(env: Readonly<Record<string, string | undefined>>): boolean {
  return isSet(env['ACCESSIBLE']);
}
