import { describe, expect, it } from 'vitest';
import { PageChain } from '../../src/reconcile/page-chain.js';
import type { PlainObject } from '../../src/text/json/plain.js';

const nested = (token: unknown) => ({ tokenPagination: { nextPageToken: token } }) as PlainObject;
const last = { pageInfo: { totalResults: 3 } };

function takeAll(...pages: readonly PlainObject[]): () => void {
  const chain = new PageChain();
  for (const [index, page] of pages.entries())
    chain.addPage(page, `--voided page${String(index)}.json`);
  return () => {
    chain.requireLast();
  };
}

describe('the pages of the store’s list', () => {
  it.each<[what: string, page: PlainObject]>([
    ['in its place', nested('t')],
    ['at the top', { nextPageToken: 't' }],
    ['in the spelling of another client', { next_page_token: 't' }],
    ['in another place, spelled so', { token_pagination: { 'next-page-token': 't' } }],
    ['at the top, where its place is empty', { ...nested(''), nextPageToken: 't' }],
    ['as a number', nested(7)],
  ])('are not all of it if the last names a next one: %s', (_what, page) => {
    expect(takeAll(page)).toThrow('--voided page0.json: the last page names a next page');
    expect(takeAll(last, page)).toThrow('--voided page1.json: the last page names a next page');
    expect(takeAll(page, last)).not.toThrow();
  });

  it.each<[what: string, page: PlainObject]>([
    ['no token', last],
    ['an empty one', nested('')],
    ['null', nested(null)],
    ['an empty place', { tokenPagination: null }],
    ['only the page before', { tokenPagination: { previousPageToken: 't' } }],
  ])('are all of it if the last has %s', (_what, page) => {
    expect(takeAll(nested('t'), page)).not.toThrow();
  });

  it('may be given twice: a token whose next page was there is done', () => {
    expect(takeAll(nested('a'), last, nested('a'))).not.toThrow();
    expect(takeAll(nested('a'), nested('a'))).toThrow('the last page names a next page');
    expect(takeAll(nested('a'), nested('b'), nested('a'))).not.toThrow();
    expect(takeAll(nested('a'), last, nested('b'))).toThrow('the last page names a next page');
  });

  it('are none without a page', () => {
    expect(takeAll()).not.toThrow();
  });
});
