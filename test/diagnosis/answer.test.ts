import { describe, expect, it } from 'vitest';
import {
  cutShortOf,
  singleView,
  type ShownAnswer,
  type ViewOptions,
} from '../../src/diagnosis/answer.js';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import { shownFingerprint } from '../../src/signing/digest.js';
import { severalView, type SeveralOptions } from '../../src/diagnosis/answer-several.js';
import { mismatchVerdict } from '../../src/diagnosis/verdict.js';
import { languages } from '../../src/languages/languages.js';
import { credential, diagnosed, gatewayMessage, gatewayRequest } from '../helpers/observed.js';
import { hmac, sessionRequest, sha256, timestamp, wireBody } from '../helpers/observed.js';

type Judged = Extract<ShownAnswer, { diagnosis: object }>;

const signature = hmac(credential.clientSecret ?? '', gatewayMessage());
const right = gatewayRequest({ signature });
const upperCase = gatewayRequest({ signature: signature.toUpperCase() });
const unexplained = gatewayRequest({ signature: sha256('of no key') });
const noDigest = gatewayRequest({
  signature: Buffer.from(sha256('of no key'), 'hex').toString('base64'),
});
const withoutTime: ObservedRequest = {
  ...right,
  headers: right.headers.filter(([name]) => name !== 'X-Timestamp'),
};
const { comment, prints } = languages.node;
const node = { name: 'node', comment, prints, text: '', traps: {} };

/** With a few attempts: here the result is given, and it is asked how it is shown. */
const judged = (request: ObservedRequest, more: Partial<Judged> = {}): Judged => ({
  label: '',
  request,
  diagnosis: diagnosed(request, { mostAttempts: 2_000 }),
  source: undefined,
  ...more,
});
const usual = { deep: false, moreStored: false, again: 'pvg diagnose @r', showSecret: undefined };
const viewOf = (shown: Judged, options: Partial<ViewOptions> = {}) =>
  singleView(shown, mismatchVerdict(shown.diagnosis), { ...usual, ...options });

describe('the notes of one request', () => {
  const isLang = (note: string): boolean => note.includes('`--lang <language>`');
  const isDeep = (note: string): boolean => note.startsWith('`--deep` tries');
  const isClock = (note: string): boolean => note.includes('no time of arrival');
  const isFileEnd = (note: string): boolean => note.includes('line break at the end of the file');

  it.each<[what: string, shown: Judged, deep: boolean, lang: boolean, deepOffered: boolean]>([
    ['a signature that nothing explains', judged(unexplained), false, true, true],
    ['the same with --deep', judged(unexplained), true, true, false],
    ['the same in a known language', judged(unexplained, { source: node }), false, false, true],
    ['a text that is no signature', judged(noDigest), false, false, true],
    ['the same with --deep', judged(noDigest), true, false, false],
    ['a request without a header', judged(withoutTime), false, true, false],
    ['a known mistake', judged(upperCase), false, true, false],
    ['the same in a known language', judged(upperCase, { source: node }), false, false, false],
    ['a right signature', judged(right), false, false, false],
  ])('of %s offer code, and the rarer mistakes', (_what, shown, deep, lang, deepOffered) => {
    const { notes } = viewOf(shown, { deep });
    expect([notes.some(isLang), notes.some(isDeep)]).toEqual([lang, deepOffered]);
  });

  it('do not show expected values where only the name of a header is wrong', () => {
    const renamed: ObservedRequest = {
      ...right,
      headers: right.headers.map(([name, value]) => [
        name.replace('X-Client-ID', 'X-App-ID'),
        value,
      ]),
    };
    const shown = judged(renamed);
    expect(mismatchVerdict(shown.diagnosis).causes).toContain('hdr-name-wrong');
    const { facts, notes, nextCommand } = viewOf(shown);
    const labels = facts.map(({ label }) => label);
    expect(labels.filter((label) => /^Expected|^Key$|^Tried$/.test(label))).toEqual([]);
    expect([notes.some(isLang), nextCommand]).toEqual([false, undefined]);
  });

  it.each([
    [70 * 86_400, /UTC, 70 days ago\. If the request was sent just now, this is the reason/],
    [200, undefined],
    [-86_400, undefined],
  ])('say how old a right signature is where no clock is given: %s s', (ageS, says) => {
    const nowS = Number(timestamp) + ageS;
    const ageOf = (request: ObservedRequest): string | undefined =>
      viewOf(judged(request), { nowS }).facts.find(({ label }) => label === 'X-Timestamp')?.value;
    const shown = ageOf({ ...right, receivedAt: undefined });
    if (says === undefined) expect(shown).toBeUndefined();
    else expect(shown).toMatch(says);
    expect(ageOf({ ...right, receivedAt: Number(timestamp) })).toBeUndefined();
  });

  const session = '{"gameId":"demo","username":"player-1"}';
  it.each<[what: string, request: ObservedRequest, isSaid: boolean]>([
    ['a right request of the gateway', right, true],
    ['one with a time of arrival', { ...right, receivedAt: Number(timestamp) }, false],
    [
      'one of a session, which has no time',
      sessionRequest({ body: session, signature: hmac(credential.secretKey ?? '', session) }),
      false,
    ],
    ['a known mistake', upperCase, false],
  ])('say of %s whether a clock was missing', (_what, request, isSaid) => {
    expect(viewOf(judged(request)).notes.some(isClock)).toBe(isSaid);
  });

  it('have the fingerprint of the right key beside the expected values, and no key without them', () => {
    const keyOf = (shown: Judged) =>
      viewOf(shown).facts.find(({ label }) => label === 'Key')?.value;
    const secret = credential.clientSecret ?? '';
    const shown = `${shownFingerprint(secret)} (${String(secret.length)} bytes)`;
    expect(keyOf(judged(unexplained))).toBe(shown);
    expect([right, upperCase].map((each) => keyOf(judged(each)))).toEqual([undefined, undefined]);
  });

  it.each([
    ['added', true],
    [null, false],
  ] as const)('say what the expected values leave out of a file: %s', (fileEnd, isSaid) => {
    const shown = judged(unexplained);
    const { notes } = viewOf({ ...shown, diagnosis: { ...shown.diagnosis, fileEnd } });
    expect(notes.some(isFileEnd)).toBe(isSaid);
  });
});

describe('the facts of one request', () => {
  const labels = (shown: Judged): string[] => viewOf(shown).facts.map(({ label }) => label);
  const expectedLabels = ['Expected body hash', 'Expected message', 'Expected signature'];

  it('of a signature that nothing explains have the right values', () => {
    expect(labels(judged(unexplained))).toEqual(['Interface', ...expectedLabels, 'Key', 'Tried']);
  });

  it('compare them with those of the sender, but for the signature, which differs', () => {
    const sender = { bodyHash: sha256(wireBody), message: Buffer.from('another') };
    const diagnosis = diagnosed(unexplained, { mostAttempts: 2_000, sender });
    const { facts } = viewOf(judged(unexplained, { diagnosis }));
    const values = facts.filter(({ label }) => expectedLabels.includes(label));
    expect(values.map(({ value }) => /\(.*\)$/.exec(value)?.[0])).toEqual([
      '(the same)',
      '(the sender’s differs)',
      undefined,
    ]);
  });

  it('of a known mistake have its cause, and no right value', () => {
    expect(labels(judged(upperCase))).toEqual(['Interface', 'Cause']);
  });

  it('of a right signature have the interface alone', () => {
    expect(labels(judged(right))).toEqual(['Interface']);
  });

  it('leave out the fix of a problem that the advice has in it', () => {
    const sent = encodeURIComponent('{"gameId":"demo","username":"player-1"}');
    const signature = hmac(credential.secretKey ?? '', decodeURIComponent(sent));
    const { facts, notes } = viewOf(judged(sessionRequest({ body: sent, signature })));
    const advice = 'Send exactly the bytes that were signed';
    const texts = [...facts.map(({ value }) => value), ...notes];
    expect(texts.filter((text) => text.includes(advice))).toHaveLength(1);
  });

  it('have where a body that was signed instead begins to differ', () => {
    const body = '{"a": 1}';
    const compact = hmac(credential.secretKey ?? '', '{"a":1}');
    const { facts } = viewOf(judged(sessionRequest({ body, signature: compact })));
    expect(facts).toContainEqual({ label: 'Difference', value: 'from byte 6 on' });
  });
});

describe('what to do next', () => {
  it.each<[what: string, shown: Judged, next: string | undefined, options?: Partial<ViewOptions>]>([
    ['is nothing for a right signature', judged(right), undefined],
    [
      'is the code of the language for a known mistake',
      judged(upperCase, { source: node }),
      'pvg sign gateway --snippet node',
    ],
    ['is no language that nothing shows', judged(upperCase), undefined],
    [
      'is to show the message of a signature that nothing explains',
      judged(unexplained),
      'pvg diagnose @r --signed-message "$MESSAGE"',
    ],
    [
      'is to try the other profiles first',
      judged(unexplained),
      'pvg diagnose @r --all-profiles',
      { moreStored: true },
    ],
    [
      'is not to try other profiles for a known mistake',
      judged(upperCase),
      undefined,
      { moreStored: true },
    ],
    [
      'is to show the bytes that a session signs',
      judged(sessionRequest({ signature: sha256('of no key') })),
      'pvg diagnose @r --signed-message "$SIGNED_BYTES_IN_HEX"',
    ],
  ])('%s', (_what, shown, next, options) => {
    expect(viewOf(shown, options).nextCommand).toBe(next);
  });
});

describe('several requests', () => {
  const unreadable = { label: 'entry 3', unreadable: 'It has no body.' };
  const several: SeveralOptions = {
    againAlone: ({ file = 'r', number = 0 }) => `pvg diagnose ${file} --entry ${String(number)}`,
  };

  it('are good only if each has a right signature', () => {
    const good = severalView([judged(right), judged(right)], several);
    expect(good).toMatchObject({ headline: 'Right signatures: 2 of 2.', mood: 'good' });
    expect(good.nextCommand).toBeUndefined();
    const bad = severalView([judged(right), judged(upperCase), unreadable], several);
    expect(bad).toMatchObject({ mood: 'bad', nextCommand: undefined });
    const numbered = [right, upperCase].map((each, at) => judged(each, { number: at + 1 }));
    expect(severalView(numbered, several).nextCommand).toBe('pvg diagnose r --entry 2');
    expect(bad.headline).toBe('Right signatures: 1 of 2. 1 request cannot be judged.');
  });

  it('are counted apart if their signature is right and they cannot succeed', () => {
    const body = '{"os_id":1}';
    const hopeless = gatewayRequest({
      signature: hmac(credential.clientSecret ?? '', gatewayMessage(body)),
      body,
    });
    const { headline } = severalView([judged(right), judged(hopeless)], several);
    expect(headline).toBe('Right signatures: 2 of 2. 1 of them cannot succeed.');
  });

  it('name what is wrong beside the cause', () => {
    const body = '{"os_id":1}';
    const ofBody = hmac(credential.clientSecret ?? '', gatewayMessage(body));
    const shown = judged(gatewayRequest({ signature: ofBody.toUpperCase(), body }));
    const [problem] = shown.diagnosis.lint;
    const [row] = severalView([shown], several).table.rows;
    expect(row?.[1]).toBe('out-uppercase-hex + request-members');
    expect(row?.[2]?.split(' Also: ')).toEqual([
      mismatchVerdict(shown.diagnosis).says,
      problem?.says,
    ]);
  });

  it('name each problem of a body, also two of one id', () => {
    const body = '{"receipt":5,"product_id":"x"}';
    const ofBody = hmac(credential.clientSecret ?? '', gatewayMessage(body));
    const shown = judged(gatewayRequest({ signature: ofBody, body }));
    const sentences = shown.diagnosis.lint.map(({ says }) => says);
    expect(sentences).toHaveLength(2);
    const [row] = severalView([shown], several).table.rows;
    for (const sentence of sentences) expect(row?.[2]).toContain(sentence);
  });

  it('have a fix for each result, and the first wrong file in the next command', () => {
    const openPath = judged({ ...unexplained, url: '/no/such/path' });
    const [open = ''] = severalView([openPath], several).notes.filter((note) => /Fix: /.test(note));
    expect(open).toMatch(/Fix: Send the request to .* alone: pvg then shows/);
    const inFiles = [right, upperCase, withoutTime].map((each, at) =>
      judged(each, { label: `${at}.http`, file: `r/${at}.http` }),
    );
    const { notes, nextCommand } = severalView(inFiles, several);
    expect(notes.filter((note) => note.startsWith('    Fix: '))).toEqual([
      expect.stringContaining('Send it in lower case'),
      expect.stringContaining('Set X-Timestamp'),
    ]);
    expect(nextCommand).toBe('pvg diagnose r/1.http --entry 0');
  });

  it('name the limit that ended a search: time before attempts', () => {
    const cut = (cutShort: 'time' | 'attempts' | null): Judged => {
      const shown = judged(unexplained);
      return {
        ...shown,
        diagnosis: { ...shown.diagnosis, outcome: { kind: 'unknown', cutShort } },
      };
    };
    const all = [cut('attempts'), cut('time'), cut(null)];
    const limitOf = (shown: Judged[]) => cutShortOf(shown.map(({ diagnosis }) => diagnosis));
    expect([limitOf(all), limitOf(all.slice(0, 1)), limitOf(all.slice(2))]).toEqual([
      'time',
      'attempts',
      null,
    ]);
    const notes = (shown: Judged[]) =>
      severalView(shown, several).notes.filter((note) => /attempts|`--budget`/.test(note));
    const byAttempts = expect.stringMatching(/share of the attempts: 1 request \(/) as string;
    const byTime = expect.stringMatching(/the search of 1 request did: `--budget`/) as string;
    expect(notes(all)).toEqual([byAttempts, byTime]);
    expect(notes(all.slice(0, 1))).toEqual([byAttempts]);
    expect(notes(all.slice(1))).toEqual([byTime]);
    expect(notes(all.slice(2))).toEqual([]);
    const inFiles = all.map((each, at) => ({ ...each, label: `${at}.http`, file: `r/${at}.http` }));
    expect(severalView(inFiles.reverse(), several)).toMatchObject({
      notes: expect.arrayContaining([expect.stringContaining('(0.http)')]) as string[],
      nextCommand: 'pvg diagnose r/0.http --entry 0',
    });
  });
});

it('a byte order mark that was not signed has one advice', () => {
  const body = JSON.stringify({ ...JSON.parse(wireBody) });
  const sent = gatewayRequest({
    signature: hmac(credential.clientSecret ?? '', gatewayMessage(body)),
    body: `\ufeff${body}`,
  });
  const shown = judged(sent);
  const { facts, notes } = viewOf(shown);
  expect(mismatchVerdict(shown.diagnosis).causes).toContain('body-bom-stripped');
  const advice = [...facts.map(({ value }) => value), ...notes].join('\n');
  expect(advice.match(/without a byte order mark/g)).toHaveLength(1);
  expect(advice).not.toContain('serialiser');
});
