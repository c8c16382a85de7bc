import { counted } from '../text/sentences.js';

/** What a reader changed in the cells of a table: counted, and said in one sentence for each kind of change. */

interface PlacedRow {
  /** For people: `Line 18`. */
  readonly place: string;
}

export class ReadingNotes {
  readonly #cleanedCells = new Map<string, number>();
  #firstCleanedPlace = '';
  #purchaseRows = 0;

  countCleaned(fields: readonly string[], row: PlacedRow): void {
    if (this.#firstCleanedPlace === '') this.#firstCleanedPlace = row.place;
    for (const field of fields) {
      this.#cleanedCells.set(field, (this.#cleanedCells.get(field) ?? 0) + 1);
    }
  }

  countPurchase(): void {
    this.#purchaseRows += 1;
  }

  /** Call it after the last row. */
  sentences(): readonly string[] {
    const sentences: string[] = [];
    if (this.#cleanedCells.size > 0) sentences.push(this.#cleanedWords());
    if (this.#purchaseRows > 0) {
      const rows = counted(this.#purchaseRows, 'row');
      sentences.push(`The receipt comes from the store’s purchase JSON in ${rows}.`);
    }
    return sentences;
  }

  #cleanedWords(): string {
    const counts = [...this.#cleanedCells];
    const all = counts.reduce((sum, [, count]) => sum + count, 0);
    const byField = counts.map(([field, count]) => `${field} ${count}`).join(', ');
    return `Cleaned ${counted(all, 'cell')} (${byField}): removed outer blanks, a leading ' or ="…" around the value. The first: ${this.#firstCleanedPlace}.`;
  }
}
