/** Runs one call after the other. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  add<Result>(call: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(call);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
