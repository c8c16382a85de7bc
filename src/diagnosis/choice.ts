/**
 * Bytes as a string of one character a byte: messages are put together, keyed and compared in this form, which
 * is several times faster than buffers.
 */
export type Binary = string;

export const binaryOf = (bytes: Uint8Array): Binary =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

export const binaryOfText = (text: string): Binary => Buffer.from(text, 'utf8').toString('latin1');

export const bytesOf = (binary: Binary): Uint8Array => Buffer.from(binary, 'latin1');

/** One way a knob may stand: right (no causes), or as a cause turns it. */
export interface Choice<Value> {
  /** Ids of the catalogue; empty for the right way. */
  readonly causes: readonly string[];
  /** 0 for the right way; then by how common the causes are, adding up. */
  readonly cost: number;
  readonly value: Value;
  /** Which variant, in words. */
  readonly as?: string | undefined;
}

export const right = <Value>(value: Value): Choice<Value> => ({ causes: [], cost: 0, value });

/** The variants of one cause, the usual ones first; each further one costs a little more. */
export const variants = <Value>(
  cause: string,
  cost: number,
  values: readonly (Value | readonly [value: Value, as: string])[],
): Choice<Value>[] =>
  values.map((each, at) => {
    const [value, as] = Array.isArray(each) ? (each as readonly [Value, string]) : [each as Value, undefined];
    return { causes: [cause], cost: cost + Math.min(at, 9) / 10, value, as };
  });
