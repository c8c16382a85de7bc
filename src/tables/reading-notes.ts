import { counted } from '../text/sentences.js';

/** What a reader changed in the cells of a table: counted, and said in one sentence for each kind of change. */

interface PlacedRow {
  /** For people: `Line 18`. */
  readonly place: string;
}

export class ReadingNotes {
  readonly #cleanedCells = new Map<string, number>();
  #firstCleanedPlace = '';
  #purchaseJsonRows = 0;

  countCleaned(fields: readonly string[], row: PlacedRow): void {
    if (this.#firstCleanedPlace === '') this.#firstCleanedPlace = row.place;
    for (const field of fields) {
      this.#cleanedCells.set(field, (this.#cleanedCells.get(field) ?? 0) + 1);
    }
  }

  countPurchaseJson(): void {
    this.#purchaseJsonRows += 1;
  }

  /** Call it after the last row. */
  sentences(): readonly string[] {
    const sentences: string[] = [];
    if (this.#cleanedCells.size > 0) sentences.push(this.#cleanedWords());
    if (this.#purchaseJsonRows > 0) {
      const rows = counted(this.#purchaseJsonRows, 'row');
      sentences.push(`The receipt comes from the store’s purchase JSON in ${rows}.`);
    }
    return sentences;
  }

  /** Names what `cleanCell` removes. Spreadsheets write `'` or `="…"` so that a long number stays text. */
  #cleanedWords(): string {
    const counts = [...this.#cleanedCells];
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const byField = counts.map(([field, count]) => `${field} ${count}`).join(', ');
    return `Cleaned ${counted(total, 'cell')} (${byField}): removed outer blanks, a leading ' or ="…" around the value. The first: ${this.#firstCleanedPlace}.`;
  }
}
