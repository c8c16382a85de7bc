/**
 * Bytes as a string with one character per byte. Messages are built, signed and compared in this form: it is several
 * times faster than buffers.
 */
export type Binary = string;

export const binaryOf = (bytes: Uint8Array): Binary =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

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
  /** What the sender did in this variant, in place of what the last of the causes says. */
  readonly says?: string | undefined;
}

export const right = <Value>(value: Value): Choice<Value> => ({ causes: [], cost: 0, value });

/** What the sender hashed instead of the body on the wire. */
export interface BodyVariant {
  /** Ids of the catalogue. */
  readonly causes: readonly string[];
  readonly bytes: Uint8Array;
  /** 1 very common, 2 common, 3 occasional, 4 rare. The costs of several causes add up. */
  readonly cost: number;
  /** Which encoder or variant, in words: `PHP json_encode`. */
  readonly as?: string;
  /** What the sender did in this variant, in place of what the last of the causes says. */
  readonly says?: string | undefined;
}
