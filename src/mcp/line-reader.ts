const newline = 0x0a;
/** How much is kept of each end of a line that is too long: the id of the message is there. */
const endBytes = 1_024;

/** The two ends of a line that is longer than the most bytes. */
export interface TooLongLine {
  readonly head: string;
  readonly tail: string;
}

/** Cuts bytes into lines, in pieces as they come. Of a line that is too long only its two ends are kept. */
export class LineReader {
  #pieces: Uint8Array[] = [];
  #length = 0;
  #tooLong: { readonly head: Buffer; tail: Buffer } | undefined;

  constructor(private readonly mostBytes: number) {}

  *read(chunk: Uint8Array): Generator<Buffer | TooLongLine> {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end));
      yield this.#endLine();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  /** A last line that no line break ends. */
  *lastLine(): Generator<Buffer | TooLongLine> {
    if (this.#length > 0) yield this.#endLine();
  }

  #add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#tooLong !== undefined) {
      this.#tooLong.tail = lastBytes([this.#tooLong.tail, piece]);
      return;
    }
    this.#pieces.push(piece);
    if (this.#length <= this.mostBytes) return;
    const start = Buffer.concat(this.#pieces.splice(0));
    this.#tooLong = { head: Buffer.from(start.subarray(0, endBytes)), tail: lastBytes([start]) };
  }

  #endLine(): Buffer | TooLongLine {
    const tooLong = this.#tooLong;
    const line = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#length = 0;
    this.#tooLong = undefined;
    return tooLong === undefined
      ? line
      : { head: tooLong.head.toString('latin1'), tail: tooLong.tail.toString('latin1') };
  }
}

/** The last bytes of the pieces, as a copy: a view of the pieces would keep all of them in memory. */
const lastBytes = (pieces: readonly Uint8Array[]): Buffer =>
  Buffer.from(Buffer.concat(pieces.map((piece) => piece.subarray(-endBytes))).subarray(-endBytes));
