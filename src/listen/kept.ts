import type { Printable } from '../text/json/print.js';
import type { Entry } from './entry.js';

export const mostKept = 1_000;

// A body has up to 1 MB.
const mostBytes = 32 * 1024 * 1024;

interface Row {
  /** From 1, in the order in which they were shown. */
  readonly order: number;
  readonly json: Printable;
  /** undefined if its body was too much for the memory. */
  entry: Entry | undefined;
}

/** The newest requests for the page: what its list shows, and the request itself, to open it and to send it again. */
export class Kept {
  private readonly rows: Row[] = [];
  private order = 0;
  private bytes = 0;

  add(json: Printable, entry: Entry): void {
    this.order += 1;
    this.rows.push({ order: this.order, json, entry });
    this.bytes += sizeOf(entry);
    if (this.rows.length > mostKept) this.bytes -= sizeOf(this.rows.shift()?.entry);
    for (const row of this.rows) {
      if (this.bytes <= mostBytes) return;
      this.bytes -= sizeOf(row.entry);
      row.entry = undefined;
    }
  }

  after(order: number): { readonly last: number; readonly requests: readonly Printable[] } {
    return {
      last: this.order,
      requests: this.rows.filter((row) => row.order > order).map(({ json }) => json),
    };
  }

  get(number: number): Entry | undefined {
    return this.rows.find(({ entry }) => entry?.request.number === number)?.entry;
  }
}

const sizeOf = (entry: Entry | undefined): number => entry?.request.body?.byteLength ?? 0;
