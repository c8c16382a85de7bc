/**
 * Bytes as a string with one character per byte. Messages are built, signed and compared in this form: it is several
 * times faster than buffers.
 */
export type Binary = string;

/** The same bytes, not a copy. */
export const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const binaryOf = (bytes: Uint8Array): Binary => bufferOf(bytes).toString('latin1');

export const binaryOfText = (text: string): Binary => Buffer.from(text, 'utf8').toString('latin1');

/** One setting of a knob: the right one (no causes), or the one that a cause makes. */
export interface Choice<Value> {
  /** Ids of the catalogue; empty for the right setting. */
  readonly causes: readonly string[];
  /** 0 for the right setting, otherwise the sum over its causes. The more common a cause, the less it costs. */
  readonly cost: number;
  readonly value: Value;
  /** Which variant, in words. */
  readonly as?: string | undefined;
  /** What the sender did in this variant, in place of what the last of the causes says; or by cause. */
  readonly says?: string | Readonly<Record<string, string>> | undefined;
}

export const right = <Value>(value: Value): Choice<Value> => ({ causes: [], cost: 0, value });

/** What the sender hashed instead of the body on the wire. */
export interface BodyVariant extends Omit<Choice<never>, 'value'> {
  readonly bytes: Uint8Array;
}

/** The value is made on first use. */
export const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
};
