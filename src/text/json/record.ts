/** A JSON object as JSON.parse gives it. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** undefined for anything but a JSON object; a byte order mark is no part of it. */
export function parseRecord(
  text: string,
  revive?: (name: string, value: unknown) => unknown,
): JsonRecord | undefined {
  try {
    const found: unknown = JSON.parse(text.replace(/^\uFEFF/, ''), revive);
    return isRecord(found) ? found : undefined;
  } catch {
    return undefined;
  }
}
