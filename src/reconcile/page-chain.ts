import { wrongInput } from '../tables/refusals.js';
import { isObject, pageMember } from '../tables/json.js';
import type { Plain, PlainObject } from '../text/json/plain.js';

/**
 * Whether the pages of the store's list are all of it: a page that names a next one must not be the last.
 * Source: the store's API, purchases.voidedpurchases.list.
 */
export class PageChain {
  /** The token of the next page, as the last page that was added names it; null if that names none. */
  #nextToken: string | null = null;
  #file = '';
  /** Tokens whose next page was given. If a file is given twice, the last page may name one of these: nothing is missing then. */
  readonly #followed = new Set<string>();

  /** @param file the option and the name: `--voided page1.json` */
  addPage(page: PlainObject, file: string): void {
    const nextToken = nextTokenOf(page);
    // A page that is given twice in a row names the same next page again: that page has not come yet.
    if (this.#nextToken !== null && this.#nextToken !== nextToken) {
      this.#followed.add(this.#nextToken);
    }
    this.#nextToken = nextToken;
    this.#file = file;
  }

  /** @throws {PvgError} `input-unreadable` */
  requireLast(): void {
    if (this.#nextToken === null || this.#followed.has(this.#nextToken)) return;
    throw wrongInput(
      `${this.#file}: the last page names a next page (\`nextPageToken\`), so the list of voided purchases is not complete.`,
      'Send the same request to the store again, with `token=` and the value of `nextPageToken`. Save the answer behind the pages that you have, or give it with a further `--voided` after theirs. Repeat this until a page has no `nextPageToken`. To go on without the rest, add `--partial-voided`: a purchase that is not in the list is then `not-voided-so-far`.',
    );
  }
}

function nextTokenOf(page: PlainObject): string | null {
  const pagination = pageMember(page, 'tokenpagination');
  const nested = isObject(pagination) ? pageMember(pagination, 'nextpagetoken') : undefined;
  return tokenIn(nested) ?? tokenIn(pageMember(page, 'nextpagetoken'));
}

function tokenIn(value: Plain | undefined): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
