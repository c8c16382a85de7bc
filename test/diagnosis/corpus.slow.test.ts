import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Credential } from '../../src/contract/credential.js';
import { readRequests } from '../../src/diagnosis/read/read-requests.js';
import { diagnosed } from '../support/observed.js';

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
const of = (...groups: string[]): Case[] => cases.filter(({ group }) => groups.includes(group));

const setOf = (ids: readonly string[]): string => [...new Set(ids)].sort().join(' + ');
const named = ({ id, note, expected }: Case): string => `${id}: ${setOf(expected) || 'nothing'} (${note})`;

const credentialOf = (given: GivenCredential): Credential => ({
  label: given.label ?? 'given',
  ...(given.client_id !== undefined && { clientId: given.client_id }),
  ...(given.client_secret !== undefined && { clientSecret: given.client_secret }),
  ...(given.secret_key !== undefined && { secretKey: given.secret_key }),
});

function answerTo({ request, credentials }: Case) {
  const [read] = readRequests(Buffer.from(JSON.stringify(request)));
  if (!read?.ok) throw new TypeError('the sample is readable');
  const scheme = read.request.interface;
  if (scheme === undefined) throw new TypeError('the sample says its interface');
  const found = diagnosed(
    { ...read.request, interface: scheme },
    { credential: credentialOf(credentials), others: (credentials.others ?? []).map(credentialOf) },
  );
  // Most bodies of the samples are not those of the contract, which is told beside the signature's cause.
  return { ...found, lint: found.lint.filter(({ id }) => !id.startsWith('request-')) };
}

describe('what real senders signed', () => {
  it.each(of('single', 'pair', 'lint').map((each) => [named(each), each] as const))('names %s', (_, each) => {
    const { causes, lint } = answerTo(each);
    const wanted = [each.expected, ...each.alsoRight].map(setOf);
    expect(wanted).toContain(setOf([...causes, ...lint.map(({ id }) => id)]));
  });

  it.each(of('right').map((each) => [named(each), each] as const))('finds %s right', (_, each) => {
    const { match, causes, lint } = answerTo(each);
    expect({ match, causes, lint }).toEqual({ match: true, causes: [], lint: [] });
  });

  it.each(of('unexplainable').map((each) => [named(each), each] as const))('claims %s', (_, each) => {
    const { match, causes } = answerTo(each);
    expect({ match, causes }).toEqual({ match: false, causes: [] });
  });
});
