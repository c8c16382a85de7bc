import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Credential } from '../../src/contract/credential.js';
import { readRequests } from '../../src/diagnosis/read/read-requests.js';
import { diagnosed } from '../helpers/observed.js';

// A frozen part of the corpus of test/corpus/make.mjs; the whole of it is measured by `npm run corpus`.

interface GivenCredential {
  readonly label?: string;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly secret_key?: string;
}

interface Case {
  readonly id: string;
  readonly group: string;
  readonly note: string;
  readonly expected: readonly string[];
  /** Other causes of the catalogue that give the same bytes for this request. */
  readonly alsoRight: readonly (readonly string[])[];
  readonly credentials: GivenCredential & { readonly others?: readonly GivenCredential[] };
  readonly request: unknown;
}

const cases = readFileSync(new URL('../corpus/sample.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

const setOf = (ids: readonly string[]): string => [...new Set(ids)].sort().join(' + ');
const named = (...groups: string[]): [name: string, each: Case][] =>
  cases
    .filter(({ group }) => groups.includes(group))
    .map((each) => [`${each.id}: ${setOf(each.expected) || 'nothing'} (${each.note})`, each]);

const credentialOf = (given: GivenCredential): Credential => ({
  label: given.label ?? 'given',
  ...(given.client_id !== undefined && { clientId: given.client_id }),
  ...(given.client_secret !== undefined && { clientSecret: given.client_secret }),
  ...(given.secret_key !== undefined && { secretKey: given.secret_key }),
});

function answerTo({ request, credentials: { others = [], ...own } }: Case) {
  const [read] = readRequests(Buffer.from(JSON.stringify(request)));
  if (!read?.ok || !read.request.interface)
    throw new TypeError('the sample is readable and says its interface');
  const observed = { ...read.request, interface: read.request.interface };
  const found = diagnosed(observed, {
    credential: credentialOf(own),
    others: others.map(credentialOf),
  });
  // Most bodies of the samples are not those of the contract, which is told beside the signature's cause.
  return { ...found, lint: found.lint.filter(({ id }) => !id.startsWith('request-')) };
}

describe('what real senders signed', () => {
  it.each(named('single', 'pair', 'lint'))('names %s', (_, each) => {
    const { causes, lint } = answerTo(each);
    const wanted = [each.expected, ...each.alsoRight].map(setOf);
    expect(wanted).toContain(setOf([...causes, ...lint.map(({ id }) => id)]));
  });

  it.each(named('right'))('finds %s right', (_, each) => {
    const { match, causes, lint } = answerTo(each);
    expect({ match, causes, lint }).toEqual({ match: true, causes: [], lint: [] });
  });

  it.each(named('unexplainable'))('claims %s', (_, each) => {
    const { match, causes } = answerTo(each);
    expect({ match, causes }).toEqual({ match: false, causes: [] });
  });
});
