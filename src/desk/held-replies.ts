/** Writes a reply to the journal. */
type KeepReply = () => Promise<void>;

/** So many replies are held. A tab shows few at a time, and another look-up makes an old reply again. */
const mostHeld = 500;

/** Replies that the page shows. Each is kept once, when it is copied. */
export class HeldReplies {
  readonly #keepById = new Map<string, KeepReply>();
  #count = 0;

  /** @returns its id */
  hold(keepReply: KeepReply): string {
    this.#count += 1;
    const id = String(this.#count);
    this.#keepById.set(id, keepReply);
    const [oldest = id] = this.#keepById.keys();
    if (this.#keepById.size > mostHeld) this.#keepById.delete(oldest);
    return id;
  }

  /** Writes the reply to the journal, unless that was done before. */
  async keep(id: string): Promise<void> {
    const keepReply = this.#keepById.get(id);
    this.#keepById.delete(id);
    await keepReply?.();
  }
}
