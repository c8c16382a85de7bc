/**
 * Bytes as a string of one character a byte: messages are put together, keyed and compared in this form, which
 * is several times faster than buffers.
 */
export type Binary = string;

export const binaryOf = (bytes: Uint8Array): Binary =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

export const binaryOfText = (text: string): Binary => Buffer.from(text, 'utf8').toString('latin1');

/** One way a knob may stand: right (no causes), or as a cause turns it. */
export interface Choice<Value> {
  /** Ids of the catalogue; empty for the right way. */
  readonly causes: readonly string[];
  /** 0 for the right way; then by how common the causes are, adding up. */
  readonly cost: number;
  readonly value: Value;
  /** Which variant, in words. */
  readonly as?: string | undefined;
  /** What the sender did in this variant, in place of what the last of the causes says. */
  readonly says?: string | undefined;
}

export const right = <Value>(value: Value): Choice<Value> => ({ causes: [], cost: 0, value });

/** What the sender hashed instead of the body on the wire. */
export interface BodyVariant {
  /** Ids of the catalogue. */
  readonly causes: readonly string[];
  readonly bytes: Uint8Array;
  /** 1 very common, 2 common, 3 occasional, 4 rare; the causes of a set add up. */
  readonly cost: number;
  /** Which encoder or variant, in words: `PHP json_encode`. */
  readonly as?: string;
  /** What the sender did in this variant, in place of what the last of the causes says. */
  readonly says?: string | undefined;
}
