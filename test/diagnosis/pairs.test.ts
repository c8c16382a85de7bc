import { describe, expect, it } from 'vitest';
import { bodyRules } from '../../src/diagnosis/body-rules.js';
import { Bodies } from '../../src/diagnosis/search/bodies.js';
import { searchSteps, usualHighestCost } from '../../src/diagnosis/search/search.js';
import type { SearchParts, SigningAttempt } from '../../src/diagnosis/search/search-parts.js';
import { signerChoices } from '../../src/diagnosis/search/signer-choices.js';
import { searchedRequest, senderSecrets } from '../../src/diagnosis/signing-steps.js';
import {
  credentialsOf,
  drawBase,
  pairsOfBase,
  requestOf,
  signedOf,
  type Pair,
  type PairBase,
} from '../corpus/pairs.mjs';
import { randomOf } from '../corpus/random.mjs';
import { pairModules } from '../helpers/pair-modules.js';

const pairsOfSearch = 400;
const mostAttemptsOfPair = 400_000;

interface Signed extends Pick<SigningAttempt, 'construction' | 'key'> {
  readonly message: string | Uint8Array;
}
const textOf = ({ construction, key, message }: Signed): string =>
  [
    construction.says('the message'),
    ...[key, message].map((part) => Buffer.from(part as Uint8Array).toString('latin1')),
  ].join('\0');

function partsOf(base: PairBase): SearchParts {
  const { credential, others } = credentialsOf(base);
  const request = searchedRequest(requestOf(base, ''));
  const secrets = senderSecrets(base.interface, credential, others);
  if (secrets === undefined) throw new TypeError('every base has a secret');
  const sent = base.interface === 'gateway' ? base : { timestamp: undefined, clientId: undefined };
  const headers = { signature: '', timestamp: sent.timestamp, clientId: sent.clientId };
  return {
    request,
    secrets,
    headers,
    bodies: new Bodies(request.body, bodyRules(base.interface, request.url)),
    choices: signerChoices(request, secrets, headers),
  };
}

/** What is signed by one of so many attempts; no HMAC is made. */
function triedBy(parts: SearchParts, wanted: ReadonlySet<string>): Set<string> {
  const tried = new Set<string>();
  const search = searchSteps(
    parts,
    (construction, key, message) => {
      const text = textOf({ construction, key, message });
      if (wanted.has(text)) tried.add(text);
      return undefined;
    },
    { isOver: () => false, mostAttempts: mostAttemptsOfPair, highestCost: usualHighestCost },
  );
  while (search.next().done !== true);
  return tried;
}

const nameOf = ({ pair }: Pair): string =>
  pair.map(({ step, family, cost }) => `${step} ${String(cost)} ${family}`).join(' and ');

/** A layout that is wrong in several ways is a pair of its own; of milliseconds there are too many. */
const isTriedLater = ({ pair }: Pair): boolean =>
  pair.some(
    ({ step, family }) => family === 'milliseconds' || (step === 'layout' && family.includes(',')),
  ) || pair.every(({ step, cost }) => step === 'body' && cost === 2);

describe('two mistakes that are each found alone', () => {
  it.each(['gateway', 'session'])('are tried together within 400,000 attempts: %s', (name) => {
    const random = randomOf(58);
    let base = drawBase(random);
    while (base.interface !== name) base = drawBase(random);
    const stream = pairsOfBase(random, base, pairModules);
    const pairs = Array.from({ length: pairsOfSearch }, () => stream.next().value);
    const texts = pairs.map(({ drafts }) => textOf(signedOf(base, drafts.at(-1), pairModules)));
    const tried = triedBy(partsOf(base), new Set(texts));
    const missed = pairs.filter(
      (pair, index) => !isTriedLater(pair) && !tried.has(texts[index] ?? ''),
    );
    expect(missed.map(nameOf)).toEqual([]);
    expect(tried.size).toBeGreaterThan(0.9 * new Set(texts).size);
  });
});
